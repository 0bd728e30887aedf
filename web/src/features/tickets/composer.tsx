import { ticketLimits, type Ticket } from '@shotwright/contract';
import type { FormEvent } from 'react';
import { formatTicketDate } from '../../lib/format.ts';
import { ticketDetailMessages as words } from '../../lib/messages/tickets.ts';
import { LoadingButton } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { useAnswerTicket, useReopenTicket } from './tickets.api.ts';

/**
 * Reply form for the author; for a closed ticket, the reopen button while reopening is possible.
 */
export function Composer(props: {
  ticket: Ticket;
  answer: string;
  onAnswerChange: (answer: string) => void;
}) {
  return props.ticket.status === 'CLOSED' ? (
    <Closed ticket={props.ticket} />
  ) : (
    <AnswerForm {...props} />
  );
}

function AnswerForm(props: {
  ticket: Ticket;
  answer: string;
  onAnswerChange: (answer: string) => void;
}) {
  const send = useAnswerTicket(props.ticket.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (props.answer.trim() === '' || send.isPending) return;
    send.mutate(props.answer, { onSuccess: () => props.onAnswerChange('') });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Field label={words.answer} help={words.answerHelp}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={ticketLimits.messageLength}
            readOnly={send.isPending}
            value={props.answer}
            onChange={(event) => props.onAnswerChange(event.target.value)}
          />
        )}
      </Field>
      <LoadingButton
        type="submit"
        className="justify-self-end"
        disabled={props.answer.trim() === ''}
        isLoading={send.isPending}
        loadingText={words.sending}
      >
        {words.send}
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
        <span className="font-medium">{words.closed}</span>{' '}
        <span className="text-muted">
          {reopenUntil === null
            ? words.reopenNever
            : words.reopenUntil(formatTicketDate(reopenUntil))}
        </span>
      </p>
      {reopenUntil !== null && (
        <LoadingButton
          variant="outline"
          size="sm"
          isLoading={reopen.isPending}
          loadingText={words.reopening}
          onClick={() => reopen.mutate()}
        >
          {words.reopen}
        </LoadingButton>
      )}
    </div>
  );
}
