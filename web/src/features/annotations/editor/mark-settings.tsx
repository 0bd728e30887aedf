import { annotationLimits } from '@shotwright/contract/paths';
import { Trash2, X } from 'lucide-react';
import { annotationMessages as messages } from '../../../lib/messages/captures/annotations.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, SectionHeading } from '../../../ui/card.tsx';
import { Field, Textarea } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { NumberInput } from '../../../ui/range-field.tsx';
import { fieldsOf, reachOf, withField, type EditorMark } from '../marks.rules.ts';
import type { Editor } from './use-editor.ts';

/** Settings of the selected mark: its text and its numbers. */
export function MarkSettings({ editor, mark }: { editor: Editor; mark: EditorMark }) {
  const { marks, area } = editor;
  const name = editor.name(mark);
  const help = helpOf(mark);
  return (
    <Card className="min-w-0 p-4 pt-3">
      <section aria-labelledby="mark-settings" className="grid content-start gap-3">
        <SectionHeading title={name} id="mark-settings" />
        {help !== undefined && <p className="text-table text-muted">{help}</p>}
        {mark.type === 'text' && <TextOfMark editor={editor} mark={mark} />}
        <div className="grid grid-cols-2 gap-x-3 gap-y-2">
          {fieldsOf(mark, area).map((field) => (
            <span key={field.name} className="grid gap-1 text-label text-muted">
              <span aria-hidden="true">{messages.fields[field.name]}</span>
              <NumberInput
                key={mark.id}
                label={`${messages.fields[field.name]}, ${name}`}
                min={field.min}
                max={field.max}
                step={1}
                unit="px"
                value={field.value}
                onValueChange={(value) =>
                  marks.change(withField(mark, field.name, value), `field ${field.name}`)
                }
              />
            </span>
          ))}
        </div>
        <Button
          size="sm"
          variant="outline"
          className="w-fit hover:text-red"
          onClick={() => editor.remove(mark)}
        >
          <Trash2 aria-hidden="true" />
          {messages.delete}
        </Button>
      </section>
    </Card>
  );
}

function helpOf({ type }: EditorMark): string | undefined {
  if (type === 'blur') return messages.blurHelp;
  return type === 'crop' ? messages.cropHelp : undefined;
}

function TextOfMark({ editor, mark }: { editor: Editor; mark: EditorMark & { type: 'text' } }) {
  const isBlank = mark.text.trim() === '';
  return (
    <Field label={messages.text} help={messages.textHelp} error={isBlank && messages.textMissing}>
      {(control) => (
        <Textarea
          {...control}
          data-text-of={mark.id}
          rows={2}
          maxLength={annotationLimits.textLength}
          value={mark.text}
          onChange={(event) => editor.marks.change({ ...mark, text: event.target.value }, 'text')}
          className="min-h-16"
        />
      )}
    </Field>
  );
}

/** List of all marks: each can be selected, which scrolls to it, and deleted. */
export function MarkList({
  editor,
  onShow,
}: {
  editor: Editor;
  onShow: (mark: EditorMark) => void;
}) {
  const { marks, selected } = editor.marks;
  return (
    <Card className="min-w-0 p-4 pt-3">
      <section aria-labelledby="mark-list" className="grid content-start gap-3">
        <SectionHeading
          title={messages.marks}
          id="mark-list"
          detail={
            marks.length > 0 && (
              <span className="figures text-table text-muted">{marks.length}</span>
            )
          }
        />
        {marks.length === 0 ? (
          <p className="text-table text-muted">{messages.noMarks}</p>
        ) : (
          <ul
            aria-labelledby="mark-list"
            className="max-h-72 divide-y divide-line overflow-y-auto border-y border-line text-table"
          >
            {marks.map((mark) => (
              <MarkRow
                key={mark.id}
                editor={editor}
                mark={mark}
                isSelected={mark.id === selected?.id}
                onShow={onShow}
              />
            ))}
          </ul>
        )}
      </section>
    </Card>
  );
}

function MarkRow(props: {
  editor: Editor;
  mark: EditorMark;
  isSelected: boolean;
  onShow: (mark: EditorMark) => void;
}) {
  const { editor, mark } = props;
  const name = editor.name(mark);
  const { x, y } = reachOf(mark);
  return (
    <li className="flex min-h-9 items-center justify-between gap-3">
      <button
        type="button"
        aria-pressed={props.isSelected}
        onClick={() => props.onShow(mark)}
        className="target-line figures min-w-0 flex-1 text-left underline decoration-control underline-offset-4 hover:text-cobalt aria-pressed:font-medium aria-pressed:text-cobalt"
      >
        <span className="block truncate">
          <span className="sr-only">{messages.show}</span> {name}{' '}
          {mark.type === 'text' ? mark.text : messages.at(x, y)}
        </span>
      </button>
      <IconButton label={messages.deleteMark(name)} onClick={() => editor.remove(mark)}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  );
}
