import { nameConflictRules, type NameConflictRule } from '@shotwright/contract/paths';
import { FileUp } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { errorMessage } from '../../../lib/api/error.ts';
import { cn } from '../../../lib/cn.ts';
import { commonMessages } from '../../../lib/messages/common.ts';
import { settingsFileMessages as messages } from '../../../lib/messages/captures/settings-import.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { useFileDrop } from '../../../lib/use-file-drop.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { LoadError } from '../../../ui/empty-state.tsx';
import { Field, Textarea } from '../../../ui/field.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { ImportPreview, ImportProblems } from './import-preview.tsx';
import { useImportPreview, useImportSettings, type ImportInput } from './import-settings.api.ts';
import {
  importedCount,
  problemsOf,
  readSettingsFile,
  readSettingsText,
} from './import-settings.rules.ts';

const conflictOptions = nameConflictRules.map((value) => ({
  value,
  label: messages.conflicts[value],
}));

/** Time without typing after which a pasted file is checked. Unit: ms. */
const quietMs = 300;

/** Dialog that imports a file of settings after a preview of what will happen. */
export function ImportDialog(props: { open: boolean; onClose: () => void }) {
  const form = useImportForm(props.onClose);
  const area = useRef<HTMLTextAreaElement>(null);
  const { text, preview, problems, count } = form;
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onClose}
      title={messages.title}
      description={messages.lead}
      size="wide"
      isBusy={form.isImporting}
      isDirty={text !== ''}
      initialFocus={area}
    >
      <form noValidate onSubmit={form.submit} className="grid gap-5">
        <FileField {...form} area={area} />
        <SegmentedControl
          label={messages.conflict}
          value={form.onConflict}
          options={conflictOptions}
          onValueChange={form.setConflict}
        />
        <output className={form.isChecking ? 'text-table text-muted' : 'sr-only'}>
          {form.isChecking && messages.checking}
        </output>
        {problems && <ImportProblems problems={problems} />}
        {form.loadError !== null && (
          <LoadError
            title={messages.problems}
            help={errorMessage(form.loadError, messages.importFailed)}
            error={form.loadError}
            onRetry={() => void form.retry()}
          />
        )}
        {preview && <ImportPreview settings={preview} />}
        <DialogActions className="mt-0">
          <Button variant="outline" disabled={form.isImporting} onClick={props.onClose}>
            {commonMessages.cancel}
          </Button>
          <Button type="submit" disabled={count === 0 || form.isImporting}>
            {messages.submit(count)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** State of the dialog: the text, its check and its import. */
function useImportForm(onClose: () => void) {
  const [text, setText] = useState('');
  const [fileProblem, setFileProblem] = useState<string>();
  const [onConflict, setConflict] = useState<NameConflictRule>('keep_both');
  const read = readSettingsText(useDebounced(text, quietMs));
  const input: ImportInput | null = 'file' in read ? { file: read.file, onConflict } : null;
  const check = useImportPreview(input);
  const run = useImportSettings();
  const hasFailed = input !== null && check.isError;
  const problems = hasFailed ? problemsOf(check.error) : undefined;
  const preview = input !== null && !check.isError ? check.data : undefined;
  const isCurrent = check.isSuccess && !check.isPlaceholderData;
  return {
    text,
    onConflict,
    setConflict,
    problem: fileProblem ?? read.problem,
    problems,
    preview,
    loadError: hasFailed && problems === undefined ? check.error : null,
    isChecking: input !== null && check.isFetching && preview === undefined,
    isImporting: run.isPending,
    count: preview !== undefined && isCurrent ? importedCount(preview) : 0,
    retry: check.refetch,
    setText: (next: string) => {
      setFileProblem(undefined);
      setText(next);
    },
    load: async ([file]: readonly File[]): Promise<void> => {
      if (file === undefined) return;
      const loaded = await readSettingsFile(file);
      setFileProblem(loaded.problem);
      if (loaded.text !== undefined) setText(loaded.text);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (input !== null && isCurrent && !run.isPending) run.mutate(input, { onSuccess: onClose });
    },
  };
}

type ImportForm = ReturnType<typeof useImportForm>;

function FileField(
  props: Pick<ImportForm, 'text' | 'setText' | 'load' | 'problem'> & {
    area: React.RefObject<HTMLTextAreaElement | null>;
  },
) {
  const { load } = props;
  const isOver = useFileDrop((files) => void load(files));
  return (
    <div className="grid gap-3">
      <Field label={messages.file} help={messages.fileHelp} error={props.problem}>
        {(control) => (
          <Textarea
            {...control}
            ref={props.area}
            rows={6}
            spellCheck={false}
            autoComplete="off"
            placeholder={messages.placeholder}
            value={props.text}
            onChange={(event) => props.setText(event.target.value)}
            className={cn(
              'resize-y font-mono text-label whitespace-pre max-sm:text-[16px]',
              isOver && 'border-cobalt outline-2 outline-cobalt/30',
            )}
          />
        )}
      </Field>
      <div>
        <FileButton accept=".json,application/json" onFiles={(files) => void load(files)}>
          <FileUp aria-hidden="true" />
          {messages.chooseFile}
        </FileButton>
      </div>
    </div>
  );
}
