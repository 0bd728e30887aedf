import { useState, type FormEvent } from 'react';
import { fieldError } from '../../lib/api/error.ts';
import { focusFirstError } from '../../ui/field.tsx';
import type { FieldErrors } from './news-drafts.rules.ts';

interface Saving {
  readonly isPending: boolean;
  readonly error: unknown;
  reset(): void;
}

/**
 * State of the form of a slide or a notice. Its own errors are shown after the first submit; those of the
 * server until the next change.
 */
export function useNewsForm<Draft extends object>(form: {
  readonly before: Draft;
  readonly errorsOf: (draft: Draft) => FieldErrors<string & keyof Draft>;
  /** Fields for which the server may return an error. */
  readonly fields: readonly (string & keyof Draft)[];
  readonly saving: Saving;
  readonly save: (draft: Draft, onError: () => void) => void;
}) {
  const { before, fields, saving, save } = form;
  const [draft, setDraft] = useState(before);
  const [isSubmitted, setSubmitted] = useState(false);
  const found = form.errorsOf(draft);
  const errors: Partial<Record<string & keyof Draft, string>> = {};
  for (const field of fields) {
    const error = (isSubmitted ? found[field] : undefined) ?? fieldError(saving.error, field);
    if (error !== undefined) errors[field] = error;
  }
  return {
    draft,
    errors,
    isDirty: JSON.stringify(draft) !== JSON.stringify(before),
    change: (part: Partial<Draft>) => {
      if (saving.error !== null) saving.reset();
      setDraft((last) => ({ ...last, ...part }));
    },
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setSubmitted(true);
      const { currentTarget } = event;
      const focusError = () => focusFirstError(currentTarget);
      if (Object.keys(found).length > 0) return focusError();
      if (!saving.isPending) save(draft, focusError);
      return undefined;
    },
  };
}
