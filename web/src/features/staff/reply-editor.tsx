import { ticketLimits } from '@shotwright/contract';
import { Bold, Code, Heading2, Link2, List, MessageSquareText } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { staffTicketMessages as words } from '../../lib/messages/staff.ts';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { applyMark, insertBlock, marks, type Mark, type MarkedText } from './markdown.rules.ts';
import { ReplyPreview } from './reply-preview.tsx';
import { SavedRepliesDialog } from './saved-replies-dialog.tsx';

const icons = { bold: Bold, heading: Heading2, list: List, link: Link2, code: Code } as const;
const keys: Readonly<Record<string, Mark>> = { b: 'bold', k: 'link', e: 'code' };

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
  const change = (make: (given: MarkedText) => MarkedText) => {
    const { selectionStart: start, selectionEnd: end } = area.current ?? endOf(markdown);
    const next = make({ text: markdown, start, end });
    // The selection can only be set after the new text has been rendered.
    flushSync(() => onChange(next.text.slice(0, ticketLimits.messageLength)));
    area.current?.focus();
    area.current?.setSelectionRange(next.start, next.end);
  };
  const mark = (name: Mark) => change((given) => applyMark(name, given));
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
          {words.reply}
        </label>
        {!isPreview && <Toolbar isBusy={props.isBusy} onMark={mark} />}
        <ModeButtons
          isPreview={isPreview}
          onPreview={setPreview}
          onSaved={() => setChoosing(true)}
        />
      </div>
      {isPreview ? (
        <ReplyPreview markdown={markdown} />
      ) : (
        <Area {...props} id={id} areaRef={area} onMark={mark} />
      )}
      <p id={`${id}-help`} className="text-label text-muted">
        {words.replyHelp}
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
  onMark,
}: EditorProps & {
  id: string;
  areaRef: RefObject<HTMLTextAreaElement | null>;
  onMark: (mark: Mark) => void;
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
        const mark = markOf(event);
        if (mark === undefined) return;
        event.preventDefault();
        onMark(mark);
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
        {words.saved}
      </Button>
      <Button variant="outline" size="sm" onClick={() => props.onPreview(!props.isPreview)}>
        {props.isPreview ? words.write : words.preview}
      </Button>
    </>
  );
}

function Toolbar(props: { isBusy: boolean; onMark: (mark: Mark) => void }) {
  return (
    <div role="toolbar" aria-label={words.tools} className="flex gap-0.5">
      {marks.map((mark) => {
        const Icon = icons[mark];
        return (
          <IconButton
            key={mark}
            label={words.marks[mark]}
            disabled={props.isBusy}
            onClick={() => props.onMark(mark)}
          >
            <Icon aria-hidden="true" />
          </IconButton>
        );
      })}
    </div>
  );
}

/** Returns the format for Cmd/Ctrl with B, K or E. */
function markOf(event: KeyboardEvent): Mark | undefined {
  return event.ctrlKey || event.metaKey ? keys[event.key.toLowerCase()] : undefined;
}

function endOf({ length }: string) {
  return { selectionStart: length, selectionEnd: length };
}
