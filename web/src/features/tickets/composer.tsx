import type { Ticket } from '@shotwright/contract';
import { ticketLimits } from '@shotwright/contract/paths';
import type { FormEvent } from 'react';
import { formatTicketDate } from '../../lib/format/format.ts';
import { ticketDetailMessages as messages } from '../../lib/messages/tickets.ts';
import { LoadingButton } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { useReplyToTicket, useReopenTicket } from './tickets.api.ts';

/**
 * Reply form; for a closed ticket, the reopen button while reopening is possible.
 */
export function Composer(props: {
  ticket: Ticket;
  answer: string;
  onReplyChange: (answer: string) => void;
}) {
  return props.ticket.status === 'CLOSED' ? (
    <Closed ticket={props.ticket} />
  ) : (
    <ReplyForm {...props} />
  );
}

function ReplyForm(props: {
  ticket: Ticket;
  answer: string;
  onReplyChange: (answer: string) => void;
}) {
  const { id, member } = props.ticket;
  const send = useReplyToTicket(id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (props.answer.trim() === '' || send.isPending) return;
    send.mutate(props.answer, { onSuccess: () => props.onReplyChange('') });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Field
        label={messages.replyLabel}
        help={member === null ? messages.replyHelp : messages.replyHelpOf(member)}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={ticketLimits.messageLength}
            readOnly={send.isPending}
            value={props.answer}
            onChange={(event) => props.onReplyChange(event.target.value)}
          />
        )}
      </Field>
      <LoadingButton
        type="submit"
        className="justify-self-end"
        disabled={props.answer.trim() === ''}
        isLoading={send.isPending}
        loadingText={messages.sending}
      >
        {messages.send}
      </LoadingButton>
    </form>
  );
}

function Closed({ ticket }: { ticket: Ticket }) {
  const reopen = useReopenTicket(ticket.id);
  const { reopenUntil } = ticket;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-sunk px-4 py-3">
      <p className="text-table">
        <span className="font-medium">{messages.closed}</span>{' '}
        <span className="text-muted">
          {reopenUntil === null
            ? messages.reopenNever
            : messages.reopenUntil(formatTicketDate(reopenUntil))}
        </span>
      </p>
      {reopenUntil !== null && (
        <LoadingButton
          variant="outline"
          size="sm"
          isLoading={reopen.isPending}
          loadingText={messages.reopening}
          onClick={() => reopen.mutate()}
        >
          {messages.reopen}
        </LoadingButton>
      )}
    </div>
  );
}
