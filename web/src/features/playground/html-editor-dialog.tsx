import { captureLimits } from '@shotwright/contract';
import { useId, useRef, useState, type DragEvent, type RefObject } from 'react';
import { cn } from '../../lib/cn.ts';
import { formatSize } from '../../lib/format.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import { playgroundMessages as words } from '../../lib/messages/playground.ts';
import { toasts } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { CodeEditor } from './code-editor.tsx';

/** Edits the HTML to capture. `Save` refuses blank text; `Cancel` leaves everything as it was. */
export function HtmlEditorDialog(props: {
  html: string;
  onSave: (html: string) => void;
  onClose: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const [html, setHtml] = useState(props.html);
  const editor = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  const sizeBytes = new Blob([html]).size;
  const isTooLarge = sizeBytes > captureLimits.htmlBytes;
  const save = () => {
    if (html.trim() === '') {
      toasts.error({ title: words.htmlMissing, description: words.htmlMissingText });
      editor.current?.focus();
      return;
    }
    props.onSave(html);
    props.onClose();
  };
  const drop = useFileDrop(setHtml);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={words.htmlEditor}
      description={words.htmlEditorLead}
      size="wide"
      isDirty={html !== props.html}
      initialFocus={editor}
      finalFocus={props.finalFocus}
    >
      <div {...drop.handlers}>
        <CodeEditor
          id={`${noteId}-editor`}
          inputRef={editor}
          language="html"
          value={html}
          onValueChange={setHtml}
          aria-label={words.htmlEditor}
          aria-describedby={noteId}
          aria-invalid={isTooLarge || undefined}
          className={cn(
            'h-[min(26rem,50dvh)]',
            drop.isOver && 'border-cobalt outline-2 outline-cobalt/30',
          )}
        />
        <EditorNote id={noteId} sizeBytes={sizeBytes} />
      </div>
      <DialogActions>
        <Button variant="outline" onClick={props.onClose}>
          {commonMessages.cancel}
        </Button>
        <Button disabled={isTooLarge} onClick={save}>
          {words.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function EditorNote({ id, sizeBytes }: { id: string; sizeBytes: number }) {
  const isTooLarge = sizeBytes > captureLimits.htmlBytes;
  return (
    <p id={id} className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-label text-muted">
      <span>{words.leaveEditor}</span>
      <span className={cn('figures', isTooLarge && 'text-red')}>
        {words.sizeOf(formatSize(sizeBytes), formatSize(captureLimits.htmlBytes))}
        {isTooLarge && ` ${words.htmlTooLarge}`}
      </span>
    </p>
  );
}

function useFileDrop(onText: (text: string) => void) {
  const [isOver, setOver] = useState(false);
  const read = async (file: File) => {
    try {
      onText(await file.text());
    } catch {
      toasts.error({ title: 'Error', description: words.fileUnreadable });
    }
  };
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file === undefined) return;
        event.preventDefault();
        void read(file);
      },
    },
  };
}
