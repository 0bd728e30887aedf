import type { ComponentProps } from 'react';
import { userTimeZone } from '../../../lib/format/format.ts';
import { createCouponMessages as messages } from '../../../lib/messages/coupons.ts';
import { Field, Input, Textarea, TextField } from '../../../ui/field.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Select } from '../../../ui/select.tsx';
import type { CouponDraft, DraftErrors } from './coupon-draft.rules.ts';

const kinds = [
  { value: 'credits', label: messages.kinds.credits },
  { value: 'discount', label: messages.kinds.discount },
  { value: 'lifetime', label: messages.kinds.lifetime },
] as const;

/** Props shared by the parts of the form. */
export interface CouponFieldsProps {
  readonly draft: CouponDraft;
  readonly errors: DraftErrors;
  readonly onChange: (part: Partial<CouponDraft>) => void;
}

/** Fields for the number of coupons, their benefit and their codes. */
export function CouponBenefitFields(props: CouponFieldsProps) {
  const { draft, onChange } = props;
  const isBatch = draft.mode === 'batch';
  return (
    <>
      <SegmentedControl
        label={messages.howMany}
        value={draft.mode}
        options={[
          { value: 'single', label: messages.single },
          { value: 'batch', label: messages.batch },
        ]}
        onValueChange={(mode) => onChange({ mode })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={messages.kind}
          help={draft.kind === 'lifetime' ? messages.lifetimeHelp : undefined}
          {...(draft.kind === 'lifetime' && { className: 'sm:col-span-2' })}
        >
          {(control) => (
            <Select
              {...control}
              options={kinds}
              value={draft.kind}
              onValueChange={(value) =>
                onChange({ kind: kinds.find((one) => one.value === value)?.value ?? 'credits' })
              }
            />
          )}
        </Field>
        {draft.kind === 'credits' && <TextOf {...props} name="credits" inputMode="numeric" />}
        {draft.kind === 'discount' && (
          <TextOf {...props} name="percentOff" help={messages.percentOffHelp} inputMode="numeric" />
        )}
        {isBatch && <TextOf {...props} name="count" inputMode="numeric" />}
        {isBatch ? (
          <TextOf {...props} name="prefix" help={messages.prefixHelp} isOptional isCode />
        ) : (
          <TextOf
            {...props}
            name="code"
            help={messages.codeHelp}
            isOptional
            isCode
            fieldClassName="sm:col-span-2"
          />
        )}
      </div>
    </>
  );
}

/** Fields for the validity period, the redemption limit and the note. */
export function CouponLimitFields(props: CouponFieldsProps) {
  const { draft, errors, onChange } = props;
  const isBatch = draft.mode === 'batch';
  const zone = messages.zone(userTimeZone());
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextOf {...props} name="startsAt" type="datetime-local" help={zone} isOptional />
        <TextOf {...props} name="expiresAt" type="datetime-local" help={zone} isOptional />
        <TextOf
          {...props}
          name="maxUses"
          inputMode="numeric"
          help={isBatch ? messages.maxUsesBatchHelp : messages.maxUsesHelp}
          isOptional
          fieldClassName="sm:col-span-2"
        />
      </div>
      <Field label={messages.note} help={messages.noteHelp} error={errors.note} isOptional>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={1_000}
            className="min-h-16"
            value={draft.note}
            onChange={(event) => onChange({ note: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

type TextName = Exclude<keyof CouponDraft, 'mode' | 'kind' | 'note'>;

function TextOf({
  draft,
  errors,
  onChange,
  name,
  isCode,
  ...rest
}: CouponFieldsProps &
  Omit<ComponentProps<typeof TextField>, 'onChange' | 'label' | 'name'> & {
    name: TextName;
    isCode?: boolean;
  }) {
  return (
    <TextField
      {...rest}
      control={Input}
      name={name}
      label={messages[name]}
      error={errors[name]}
      autoComplete="off"
      spellCheck={false}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
      {...(isCode === true && { className: 'font-mono uppercase', maxLength: 40 })}
    />
  );
}
