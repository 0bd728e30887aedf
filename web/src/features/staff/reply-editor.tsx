import { ticketLimits } from '@shotwright/contract/paths';
import { Bold, Code, Heading2, Link2, List, MessageSquareText } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { staffTicketMessages as messages } from '../../lib/messages/staff.ts';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import {
  applyFormat,
  insertBlock,
  markdownFormats,
  type MarkdownFormat,
  type EditedText,
} from './markdown.rules.ts';
import { ReplyPreview } from './reply-preview.tsx';
import { SavedRepliesDialog } from './saved-replies-dialog.tsx';

const icons = { bold: Bold, heading: Heading2, list: List, link: Link2, code: Code } as const;
const keys: Readonly<Record<string, MarkdownFormat>> = { b: 'bold', k: 'link', e: 'code' };

interface EditorProps {
  markdown: string;
  onChange: (markdown: string) => void;
  isBusy: boolean;
}

/**
 * Markdown text area with a formatting toolbar, saved replies, and a preview rendered by the
 * server.
 */
export function ReplyEditor(props: EditorProps) {
  const { markdown, onChange } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [isPreview, setPreview] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const change = (make: (given: EditedText) => EditedText) => {
    const { selectionStart: start, selectionEnd: end } = area.current ?? endOf(markdown);
    const next = make({ text: markdown, start, end });
    // The selection can only be set after the new text has been rendered.
    flushSync(() => onChange(next.text.slice(0, ticketLimits.messageLength)));
    area.current?.focus();
    area.current?.setSelectionRange(next.start, next.end);
  };
  const format = (name: MarkdownFormat) => change((given) => applyFormat(name, given));
  const insert = (block: string) => {
    flushSync(() => {
      setChoosing(false);
      setPreview(false);
    });
    change((given) => insertBlock(given, block));
  };
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <label htmlFor={id} className="mr-auto text-table font-medium">
          {messages.reply}
        </label>
        {!isPreview && <Toolbar isBusy={props.isBusy} onFormat={format} />}
        <ModeButtons
          isPreview={isPreview}
          onPreview={setPreview}
          onSaved={() => setChoosing(true)}
        />
      </div>
      {isPreview ? (
        <ReplyPreview markdown={markdown} />
      ) : (
        <Area {...props} id={id} areaRef={area} onFormat={format} />
      )}
      <p id={`${id}-help`} className="text-label text-muted">
        {messages.replyHelp}
      </p>
      <SavedRepliesDialog
        open={isChoosing}
        onClose={() => setChoosing(false)}
        markdown={markdown}
        onInsert={insert}
      />
    </div>
  );
}

function Area({
  id,
  areaRef,
  markdown,
  isBusy,
  onChange,
  onFormat,
}: EditorProps & {
  id: string;
  areaRef: RefObject<HTMLTextAreaElement | null>;
  onFormat: (format: MarkdownFormat) => void;
}) {
  return (
    <Textarea
      id={id}
      ref={areaRef}
      aria-describedby={`${id}-help`}
      rows={9}
      maxLength={ticketLimits.messageLength}
      readOnly={isBusy}
      value={markdown}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        const format = formatOf(event);
        if (format === undefined) return;
        event.preventDefault();
        onFormat(format);
      }}
      className="font-mono text-table"
    />
  );
}

function ModeButtons(props: {
  isPreview: boolean;
  onPreview: (isPreview: boolean) => void;
  onSaved: () => void;
}) {
  return (
    <>
      <Button variant="ghost" size="sm" onClick={props.onSaved}>
        <MessageSquareText aria-hidden="true" />
        {messages.saved}
      </Button>
      <Button variant="outline" size="sm" onClick={() => props.onPreview(!props.isPreview)}>
        {props.isPreview ? messages.write : messages.preview}
      </Button>
    </>
  );
}

function Toolbar(props: { isBusy: boolean; onFormat: (format: MarkdownFormat) => void }) {
  return (
    <div role="toolbar" aria-label={messages.tools} className="flex gap-0.5">
      {markdownFormats.map((format) => {
        const Icon = icons[format];
        return (
          <IconButton
            key={format}
            label={messages.formats[format]}
            disabled={props.isBusy}
            onClick={() => props.onFormat(format)}
          >
            <Icon aria-hidden="true" />
          </IconButton>
        );
      })}
    </div>
  );
}

/** Returns the format for Cmd/Ctrl with B, K or E. */
function formatOf(event: KeyboardEvent): MarkdownFormat | undefined {
  return event.ctrlKey || event.metaKey ? keys[event.key.toLowerCase()] : undefined;
}

function endOf({ length }: string) {
  return { selectionStart: length, selectionEnd: length };
}
