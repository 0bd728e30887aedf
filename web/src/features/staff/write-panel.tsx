import type { StaffTicket } from '@shotwright/contract';
import { ticketLimits, ticketStatuses } from '@shotwright/contract/paths';
import { useRef, useState, type FormEvent } from 'react';
import { staffTicketMessages as messages } from '../../lib/messages/staff.ts';
import { LoadingButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { ReplyEditor } from './reply-editor.tsx';
import { useAddNote, useReply } from './staff.api.ts';
import { statusOptions } from './ticket-controls.tsx';

/** Editor for a reply to the customer or an internal note. */
export function WritePanel({ ticket }: { ticket: StaffTicket }) {
  const [tab, setTab] = useState('reply');
  const [markdown, setMarkdown] = useState('');
  const [note, setNote] = useState('');
  const isDirty = markdown.trim() !== '' || note.trim() !== '';
  return (
    <Card className="px-4 pt-1 pb-4 sm:px-5">
      <UnsavedGuard isDirty={isDirty} />
      <Tabs
        label={messages.reply}
        value={tab}
        onValueChange={setTab}
        items={[
          {
            value: 'reply',
            label: messages.reply,
            content: <ReplyForm ticketId={ticket.id} markdown={markdown} onChange={setMarkdown} />,
          },
          {
            value: 'note',
            label: messages.note,
            content: <NoteForm ticketId={ticket.id} text={note} onChange={setNote} />,
          },
        ]}
      />
    </Card>
  );
}

const unchanged = 'keep';

function ReplyForm(props: {
  ticketId: number;
  markdown: string;
  onChange: (markdown: string) => void;
}) {
  const { markdown, onChange } = props;
  const [next, setNext] = useState(unchanged);
  const reply = useReply(props.ticketId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (markdown.trim() === '' || reply.isPending) return;
    const status = ticketStatuses.find((one) => one === next);
    reply.mutate(
      { markdown, ...(status !== undefined && { status }) },
      {
        onSuccess: () => {
          onChange('');
          setNext(unchanged);
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="-mt-2 grid grid-cols-1 gap-3">
      <ReplyEditor markdown={markdown} onChange={onChange} isBusy={reply.isPending} />
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <span className="flex items-center gap-2 text-table text-muted">
          {messages.thenStatus}
          <Select
            aria-label={messages.thenStatus}
            options={[{ value: unchanged, label: messages.keepStatus }, ...statusOptions]}
            value={next}
            isDisabled={reply.isPending}
            onValueChange={setNext}
            className="h-9 w-36"
          />
        </span>
        <LoadingButton
          type="submit"
          disabled={markdown.trim() === ''}
          isLoading={reply.isPending}
          loadingText={messages.sending}
        >
          {messages.send}
        </LoadingButton>
      </div>
    </form>
  );
}

function NoteForm(props: { ticketId: number; text: string; onChange: (text: string) => void }) {
  const { text, onChange } = props;
  const add = useAddNote(props.ticketId);
  const area = useRef<HTMLTextAreaElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || add.isPending) return;
    add.mutate(text, {
      onSuccess: () => {
        onChange('');
        area.current?.focus();
      },
    });
  };
  return (
    <form noValidate onSubmit={submit} className="-mt-2 grid gap-3">
      <Field label={messages.noteText} help={messages.noteHidden}>
        {(control) => (
          <Textarea
            {...control}
            ref={area}
            rows={5}
            maxLength={ticketLimits.messageLength}
            readOnly={add.isPending}
            value={text}
            onChange={(event) => onChange(event.target.value)}
            className="border-amber/40 bg-amber-wash/50"
          />
        )}
      </Field>
      <LoadingButton
        type="submit"
        variant="outline"
        className="justify-self-end"
        disabled={text.trim() === ''}
        isLoading={add.isPending}
        loadingText={messages.adding}
      >
        {messages.addNote}
      </LoadingButton>
    </form>
  );
}
