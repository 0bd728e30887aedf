import { useRef, useState, type FormEvent } from 'react';
import { errorMessage } from '../../../lib/api/error.ts';
import { commonMessages } from '../../../lib/messages/common.ts';
import { importMessages as messages } from '../../../lib/messages/captures/playground-import.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { LoadError } from '../../../ui/empty-state.tsx';
import { Field, Textarea } from '../../../ui/field.tsx';
import type { CaptureForm } from '../form/capture-form.rules.ts';
import { useCheckedOptions } from './check-options.api.ts';
import { formOfImport } from './imported-form.rules.ts';
import { ImportSummary } from './import-summary.tsx';
import { hasKey, maskKeys, readPaste } from './pasted-request.rules.ts';

/** Time without typing after which a request is checked. Unit: ms. */
const quietMs = 300;

interface ImportDialogProps {
  form: CaptureForm;
  onApply: (form: CaptureForm, count: number) => void;
  onClose: () => void;
}

/** Dialog that applies the options of a pasted request after a summary of what it understood. */
export function ImportDialog(props: ImportDialogProps) {
  const paste = useImport(props);
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={messages.title}
      description={messages.lead}
      size="wide"
      initialFocus={area}
    >
      <form noValidate onSubmit={paste.submit} className="grid gap-5">
        <Field
          label={messages.text}
          error={paste.problem}
          help={hasKey(paste.text) && messages.keyRemoved}
        >
          {(control) => (
            <Textarea
              {...control}
              ref={area}
              rows={7}
              spellCheck={false}
              autoComplete="off"
              autoCapitalize="none"
              placeholder={messages.placeholder}
              value={paste.text}
              onChange={(event) => paste.setText(maskKeys(event.target.value))}
              className="resize-y font-mono text-label max-sm:text-[16px]"
            />
          )}
        </Field>
        <output className={paste.isChecking ? 'text-table text-muted' : 'sr-only'}>
          {paste.isChecking && messages.checking}
        </output>
        {paste.error !== null && (
          <LoadError
            title={messages.checkFailed}
            help={errorMessage(paste.error, messages.checkFailed)}
            error={paste.error}
            onRetry={() => void paste.retry()}
          />
        )}
        {paste.summary && <ImportSummary {...paste.summary} />}
        <DialogActions className="mt-0">
          <Button variant="outline" onClick={props.onClose}>
            {commonMessages.cancel}
          </Button>
          <Button type="submit" disabled={paste.count === 0}>
            {messages.submit(paste.count)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** State of the dialog: the text without keys, its request, and what the server says of it. */
function useImport({ form, onApply, onClose }: ImportDialogProps) {
  const [text, setText] = useState('');
  const quiet = useDebounced(text, quietMs);
  const { request, problem } = readPaste(quiet);
  const check = useCheckedOptions(request?.options ?? null);
  const summary =
    request && check.isSuccess
      ? {
          options: check.data.options,
          problems: [...request.problems, ...check.data.problems],
          outside: request.outside,
        }
      : undefined;
  const count = summary && quiet === text ? Object.keys(summary.options).length : 0;
  return {
    text,
    setText,
    problem: quiet === text ? problem : undefined,
    summary,
    count,
    isChecking: request !== undefined && check.isFetching,
    error: request === undefined ? null : check.error,
    retry: check.refetch,
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (summary === undefined || count === 0) return;
      onApply(formOfImport(summary.options, form), count);
      onClose();
    },
  };
}
