import { captureLimits } from '@shotwright/contract/paths';
import { useDeferredValue, useId, useMemo, useRef, useState, type RefObject } from 'react';
import { cn } from '../../../lib/cn.ts';
import { formatSize } from '../../../lib/format/format.ts';
import { commonMessages } from '../../../lib/messages/common.ts';
import {
  htmlEditorMessages as messages,
  playgroundMessages,
} from '../../../lib/messages/playground.ts';
import { toasts } from '../../../lib/toasts.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useFileDrop } from '../../../lib/use-file-drop.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { CodeEditor } from './code-editor.tsx';
import { HtmlPreview, type ViewportSize } from './html-preview.tsx';
import { ignoreErrors } from '../../../lib/ignore-errors.ts';

const pane = 'h-[min(36rem,max(12rem,50dvh))]';

/**
 * Dialog that edits HTML next to a live preview. `Save` rejects blank text; `Cancel` discards the
 * changes.
 */
export function HtmlEditorDialog(props: {
  html: string;
  /** Viewport of the capture; the preview uses the same size. */
  size: ViewportSize;
  onSave: (html: string) => void;
  onClose: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const [html, setHtml] = useState(props.html);
  const editor = useRef<HTMLTextAreaElement>(null);
  // Deferred because measuring two megabytes takes a while and must not delay typing.
  const counted = useDeferredValue(html);
  const sizeBytes = useMemo(() => new Blob([counted]).size, [counted]);
  const load = async (file: File) => {
    const text = await readHtmlFile(file);
    if (text !== undefined) setHtml(text);
  };
  const isOver = useFileDrop(([file]) => file && void load(file));
  const save = () => {
    if (html.trim() === '') {
      toasts.error({ title: messages.missing, description: messages.missingText });
      editor.current?.focus();
      return;
    }
    props.onSave(html);
    props.onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={messages.title}
      description={<Lead onFile={load} />}
      size="full"
      isDirty={html !== props.html}
      initialFocus={editor}
      finalFocus={props.finalFocus}
    >
      <Panes {...{ html, sizeBytes, editor, isOver }} size={props.size} onChange={setHtml} />
      <DialogActions>
        <Button variant="outline" onClick={props.onClose}>
          {commonMessages.cancel}
        </Button>
        <Button disabled={sizeBytes > captureLimits.htmlBytes} onClick={save}>
          {messages.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Instructions, with a button for users who cannot drop a file. */
function Lead({ onFile }: { onFile: (file: File) => Promise<void> }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {messages.lead}{' '}
      <button
        type="button"
        className="target-line font-medium text-cobalt underline underline-offset-4"
        onClick={() => input.current?.click()}
      >
        {messages.openFile}
      </button>
      <input
        ref={input}
        type="file"
        accept=".html,.htm,text/html"
        aria-label={messages.file}
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Allows the same file to be selected again.
          currentTarget.value = '';
          if (file) ignoreErrors(onFile(file));
        }}
      />
    </>
  );
}

interface PanesProps {
  html: string;
  sizeBytes: number;
  size: ViewportSize;
  /** True while a file is dragged over the page. */
  isOver: boolean;
  editor: RefObject<HTMLTextAreaElement | null>;
  onChange: (html: string) => void;
}

/** Code and preview side by side; one at a time if the space is too narrow for both. */
function Panes(props: PanesProps) {
  const { html, size, sizeBytes, isOver } = props;
  const isWide = useMedia('(min-width: 64rem)');
  const [view, setView] = useState<'code' | 'preview'>('code');
  return (
    <div className="grid gap-3">
      {!isWide && (
        <SegmentedControl
          label={messages.view}
          isLabelHidden
          value={view}
          onValueChange={setView}
          options={[
            { value: 'code', label: messages.code },
            { value: 'preview', label: messages.preview },
          ]}
        />
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        {/* Hidden, not unmounted, so that the editor's undo history remains. */}
        <div className={cn('min-w-0', !isWide && view === 'preview' && 'hidden')}>
          <CodePane {...props} />
        </div>
        {(isWide || view === 'preview') && (
          <HtmlPreview
            {...{ html, size }}
            isTooLarge={sizeBytes > captureLimits.htmlBytes}
            // A file dropped on the iframe would open in it.
            className={cn(pane, isOver && 'pointer-events-none')}
          />
        )}
      </div>
    </div>
  );
}

function CodePane({ html, sizeBytes, isOver, editor, onChange }: PanesProps) {
  const isTooLarge = sizeBytes > captureLimits.htmlBytes;
  const noteId = useId();
  return (
    <>
      <CodeEditor
        id={`${noteId}-editor`}
        inputRef={editor}
        language="html"
        value={html}
        onValueChange={onChange}
        aria-label={messages.title}
        aria-describedby={noteId}
        aria-invalid={isTooLarge || undefined}
        className={cn(pane, isOver && 'border-cobalt outline-2 outline-cobalt/30')}
      />
      <p
        id={noteId}
        className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-label text-muted"
      >
        <span>{playgroundMessages.leaveEditor}</span>
        <span className={cn('figures', isTooLarge && 'text-red')}>
          {messages.sizeOf(formatSize(sizeBytes), formatSize(captureLimits.htmlBytes))}
          {isTooLarge && ` ${messages.tooLarge}`}
        </span>
      </p>
    </>
  );
}

/**
 * Returns the text of the selected file; returns undefined and shows a toast if the file cannot be
 * used as HTML.
 */
async function readHtmlFile(file: File): Promise<string | undefined> {
  if (!/\.(html?|xhtml|txt)$/i.test(file.name) && !file.type.startsWith('text/'))
    return fail(messages.fileNotHtml);
  if (file.size > captureLimits.htmlBytes) return fail(messages.fileTooLarge);
  try {
    return await file.text();
  } catch {
    return fail(messages.fileUnreadable);
  }
}

function fail(description: string): undefined {
  toasts.error({ title: 'Error', description });
}
