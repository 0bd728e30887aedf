import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import { formatSize } from '../../../lib/format/format.ts';
import { newBatchMessages as messages } from '../../../lib/messages/captures/batches.ts';
import { toasts } from '../../../lib/toasts.ts';
import { useFileDrop } from '../../../lib/use-file-drop.ts';
import { Field, Textarea } from '../../../ui/field.tsx';
import { FileButton } from '../../../ui/file-button.tsx';

/** Maximum size of a file. Unit: bytes. */
const maxFileBytes = 5 * 1_048_576;

/** Text area for the list, which a file can fill: chosen, or dropped anywhere on the page. */
export function UrlListField(props: { text: string; onText: (text: string) => void }) {
  const [problem, setProblem] = useState<string>();
  const load = async ([file]: readonly File[]): Promise<void> => {
    const result = await readText(file);
    setProblem(result.problem);
    if (result.text === undefined) return;
    props.onText(result.text);
    toasts.success({ title: messages.loaded(file?.name ?? '') });
  };
  const isOver = useFileDrop((files) => void load(files));
  return (
    <div className="grid gap-3">
      <Field label={messages.urls} help={messages.urlsHelp} error={problem}>
        {(control) => (
          <Textarea
            {...control}
            rows={12}
            spellCheck={false}
            autoComplete="off"
            placeholder={messages.placeholder}
            value={props.text}
            onChange={(event) => {
              setProblem(undefined);
              props.onText(event.target.value);
            }}
            className={cn(
              'resize-y font-mono text-label whitespace-pre max-sm:text-[16px]',
              isOver && 'border-cobalt outline-2 outline-cobalt/30',
            )}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FileButton
          accept=".csv,.tsv,.txt,.xml,text/plain,text/csv,text/xml,application/xml"
          onFiles={(files) => void load(files)}
        >
          <FileUp aria-hidden="true" />
          {messages.chooseFile}
        </FileButton>
        <span className="text-table text-muted pointer-coarse:hidden">{messages.drop}</span>
      </div>
    </div>
  );
}

async function readText(
  file: File | undefined,
): Promise<{ readonly text?: string; readonly problem?: string }> {
  if (file === undefined) return {};
  if (file.size > maxFileBytes) return { problem: messages.fileTooLarge(formatSize(maxFileBytes)) };
  const text = await file.text().catch(() => undefined);
  // Text has no zero bytes; spreadsheets and images do.
  if (text === undefined || text.includes('\0')) return { problem: messages.fileUnreadable };
  return { text };
}
