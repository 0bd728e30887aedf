import type { TicketContext } from '@shotwright/contract';
import { ticketFormMessages as messages } from '../../lib/messages/tickets.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { contextParts } from './ticket-context.ts';

/**
 * Requests consent to attach context, and shows each fact before it is sent. Source: acceptance
 * HP-16.
 */
export function ContextConsent(props: {
  context: TicketContext;
  isAgreed: boolean;
  onChange: (isAgreed: boolean) => void;
}) {
  return (
    <div className="grid gap-1.5">
      <Checkbox
        label={messages.context}
        isLabelShown
        isChecked={props.isAgreed}
        onChange={props.onChange}
        className="justify-start"
      />
      <details open={props.isAgreed} className="group ml-6">
        <summary className="w-fit cursor-pointer rounded-[2px] text-label text-muted underline decoration-control underline-offset-4 hover:text-ink pointer-coarse:py-3.5">
          {messages.contextShow}
        </summary>
        <ContextList context={props.context} />
      </details>
    </div>
  );
}

/** List of the facts attached to a ticket, or about to be. */
export function ContextList({ context }: { context: TicketContext }) {
  return (
    <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-label">
      {contextParts(context).map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="font-mono break-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
