import type { ApiKey } from '@shotwright/contract';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { playgroundMessages as messages } from '../../../lib/messages/playground.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useSampleKeys } from '../playground.api.ts';

/** Returns a key that a project can use, and the control that chooses it. */
export function useSampleKey(
  projectId: string,
  help: string = messages.apiKeyHelp,
): { readonly key: ApiKey | undefined; readonly control: ReactNode } {
  const keys = useSampleKeys();
  const usable = (keys.data ?? []).filter(
    (key) => key.projectId === null || String(key.projectId) === projectId,
  );
  const [keyId, setKeyId] = useState<string>();
  const key = usable.find(({ id }) => String(id) === keyId) ?? usable[0];
  const control = key ? (
    <Field label={messages.apiKey} help={help}>
      {(field) => (
        <Select
          {...field}
          options={usable.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(key.id)}
          onValueChange={setKeyId}
        />
      )}
    </Field>
  ) : (
    <p className="text-table text-muted">
      {projectId === '' ? messages.noWideKeys : messages.noKeys}{' '}
      <Link
        to="/dashboard/api-keys"
        className="font-medium text-cobalt underline-offset-4 hover:underline"
      >
        {messages.createKey}
      </Link>
    </p>
  );
  return { key, control };
}
