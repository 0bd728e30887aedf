import type { Ticket, TicketMessage } from '@shotwright/contract';
import { formatTicketDate } from '../../lib/format/format.ts';
import { ticketDetailMessages as messages } from '../../lib/messages/tickets.ts';
import { Composer } from './composer.tsx';
import { RichText } from './rich-text.tsx';
import { splitConversation } from './tickets.rules.ts';

/**
 * Latest reply from staff, the author's messages since, the reply or reopen action, and earlier
 * messages. Source: specification §2, acceptance HP-17.
 */
export function ReplySection(props: {
  ticket: Ticket;
  answer: string;
  onReplyChange: (answer: string) => void;
}) {
  const { ticket } = props;
  const { earlier, reply, since } = splitConversation(ticket.messages);
  return (
    <>
      <section aria-live="polite" className="grid grid-cols-1 gap-2 border-t border-line pt-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="text-body font-semibold">{messages.reply}</h3>
          {reply && <MessageTime message={reply} />}
        </div>
        {ticket.reply === null || ticket.reply === '' ? (
          <p className="text-muted">{messages.noReply}</p>
        ) : (
          <div className="rounded-card border border-line bg-paper px-4 py-3.5">
            <RichText html={ticket.reply} />
          </div>
        )}
      </section>
      {since.length > 0 && (
        <section className="grid grid-cols-1 gap-2">
          <h3 className="text-label font-medium text-muted">
            {since.some(({ member }) => member !== null) || ticket.member !== null
              ? messages.repliesSince
              : messages.yourReplies}
          </h3>
          <MessageList list={since} />
        </section>
      )}
      <Composer {...props} />
      {earlier.length > 0 && (
        <details className="group">
          <summary className="w-fit cursor-pointer rounded-[2px] text-table font-medium text-muted hover:text-ink pointer-coarse:py-3">
            {messages.earlier(earlier.length)}
          </summary>
          <div className="mt-3">
            <MessageList list={earlier} />
          </div>
        </details>
      )}
    </>
  );
}

function MessageList({ list }: { list: readonly TicketMessage[] }) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {list.map((message) => (
        <li
          key={message.id}
          className={
            message.from === 'team'
              ? 'rounded-card border border-line bg-paper px-4 py-3'
              : 'rounded-card bg-sunk px-4 py-3'
          }
        >
          <p className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4 text-table font-medium">
            {message.from === 'team' ? messages.team : (message.member ?? messages.you)}
            <MessageTime message={message} />
          </p>
          <RichText html={message.html} />
        </li>
      ))}
    </ul>
  );
}

function MessageTime({ message }: { message: TicketMessage }) {
  return (
    <time dateTime={message.createdAt} className="figures text-label font-normal text-muted">
      {formatTicketDate(message.createdAt)}
    </time>
  );
}
