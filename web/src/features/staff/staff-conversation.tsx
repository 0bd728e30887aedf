import type { StaffTicket } from '@shotwright/contract';
import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { formatTicketDate } from '../../lib/format/format.ts';
import { staffTicketMessages as messages } from '../../lib/messages/staff.ts';
import { AttachmentGrid } from '../tickets/attachment-grid.tsx';
import { ContextList } from '../tickets/context-consent.tsx';
import { RichText } from '../tickets/rich-text.tsx';

/**
 * All messages of a ticket in chronological order: the question, both sides, and internal notes.
 */
export function StaffConversation({ ticket }: { ticket: StaffTicket }) {
  const entries = [
    ...ticket.messages.map((message) => ({
      key: `message-${String(message.id)}`,
      at: message.createdAt,
      element: (
        <Entry
          author={message.authorName}
          role={message.from === 'team' ? messages.team : messages.customer}
          at={message.createdAt}
          look={message.from}
        >
          <RichText html={message.html} />
        </Entry>
      ),
    })),
    ...ticket.notes.map((note) => ({
      key: `note-${String(note.id)}`,
      at: note.createdAt,
      element: (
        <Entry author={note.authorName} role={messages.note} at={note.createdAt} look="note">
          <p className="whitespace-pre-wrap">{note.text}</p>
        </Entry>
      ),
    })),
  ].toSorted((one, other) => one.at.localeCompare(other.at));
  return (
    <section aria-labelledby="conversation" className="grid grid-cols-1 gap-3">
      <h2 id="conversation" className="text-lead font-semibold">
        {messages.conversation}
      </h2>
      <ol aria-live="polite" className="grid grid-cols-1 gap-3">
        <li>
          <Question ticket={ticket} />
        </li>
        {entries.map(({ key, element }) => (
          <li key={key}>{element}</li>
        ))}
      </ol>
    </section>
  );
}

function Question({ ticket }: { ticket: StaffTicket }) {
  const { description, attachments, context, customer } = ticket;
  const hasDescription = description !== null && description !== '';
  return (
    <Entry author={customer.name} role={messages.customer} at={ticket.createdAt} look="author">
      <div className="grid grid-cols-1 gap-4">
        <p className={cn('whitespace-pre-wrap', !hasDescription && 'text-muted')}>
          {hasDescription ? description : messages.noDescription}
        </p>
        {attachments.length > 0 && <AttachmentGrid attachments={attachments} />}
        {context !== null && (
          <div className="border-t border-line pt-3">
            <h3 className="text-label font-medium text-muted">{messages.context}</h3>
            <ContextList context={context} />
          </div>
        )}
      </div>
    </Entry>
  );
}

const looks = {
  author: 'border-line bg-card',
  team: 'border-line bg-cobalt-wash/60',
  note: 'border-amber/30 bg-amber-wash border-dashed',
} as const;

function Entry(props: {
  author: string;
  role: string;
  at: string;
  look: keyof typeof looks;
  children: ReactNode;
}) {
  return (
    <article className={cn('rounded-card border px-4 py-3', looks[props.look])}>
      <p className="mb-1.5 flex flex-wrap items-baseline gap-x-2 text-table">
        <span className="font-semibold">{props.author}</span>
        <span className={props.look === 'note' ? 'font-medium text-amber' : 'text-muted'}>
          {props.look === 'note' && (
            <EyeOff aria-hidden="true" className="mr-1 inline size-3.5 align-[-2px]" />
          )}
          {props.role}
          {props.look === 'note' && `. ${messages.noteHidden}`}
        </span>
        <time dateTime={props.at} className="figures ml-auto text-label text-muted">
          {formatTicketDate(props.at)}
        </time>
      </p>
      {props.children}
    </article>
  );
}
