import type { Ref } from 'react';
import { userTimeZone } from '../../../lib/format/format.ts';
import { keyRestrictionMessages as messages } from '../../../lib/messages/security/key-restrictions.ts';
import { Field, Textarea, TextField } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { RestrictionErrors, RestrictionsDraft } from './restrictions.rules.ts';

const accesses = Object.entries(messages.accesses).map(([value, label]) => ({ value, label }));

/** Fields for the restrictions of a key: access, IP addresses and date of expiry. */
export function RestrictionFields(props: {
  draft: RestrictionsDraft;
  errors: RestrictionErrors;
  onChange: (part: Partial<RestrictionsDraft>) => void;
  ipsRef?: Ref<HTMLTextAreaElement>;
}) {
  const { draft, errors, onChange, ipsRef } = props;
  return (
    <>
      <Field label={messages.access} help={messages.accessHelp[draft.access]}>
        {(control) => (
          <Select
            {...control}
            options={accesses}
            value={draft.access}
            onValueChange={(access) =>
              onChange({ access: access === 'capture' ? 'capture' : 'full' })
            }
          />
        )}
      </Field>
      <Field label={messages.ips} help={messages.ipsHelp} error={errors.ips} isOptional>
        {(control) => (
          <Textarea
            {...control}
            ref={ipsRef}
            rows={2}
            autoComplete="off"
            spellCheck={false}
            className="min-h-16 font-mono text-table"
            value={draft.ips}
            onChange={(event) => onChange({ ips: event.target.value })}
          />
        )}
      </Field>
      <TextField
        type="datetime-local"
        label={messages.expires}
        help={messages.expiresHelp(userTimeZone())}
        error={errors.expires}
        isOptional
        value={draft.expires}
        onChange={(event) => onChange({ expires: event.target.value })}
      />
    </>
  );
}
