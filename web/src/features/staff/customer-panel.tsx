import type { StaffTicket } from '@shotwright/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCredits, formatDate, truncateMiddle } from '../../lib/format/format.ts';
import { staffCustomerMessages as messages } from '../../lib/messages/staff.ts';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import { ScreenshotBadge } from '../../ui/screenshot-badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Time } from '../../ui/time.tsx';
import { TicketBadge } from '../tickets/ticket-badge.tsx';

type Customer = StaffTicket['customer'];

/**
 * Facts about the ticket's author: plan, credits, recent captures, other tickets; no secrets.
 * Source: acceptance SF-2.
 */
export function CustomerPanel({ customer }: { customer: Customer }) {
  const isBillingOn = useIsBillingOn();
  return (
    <aside aria-labelledby="customer" className="grid min-w-0 grid-cols-1 gap-4">
      <Card className="grid gap-3 p-4">
        <div className="grid">
          <h2 id="customer" className="text-lead font-semibold">
            {customer.name}
          </h2>
          <span className="flex items-center gap-1 text-table break-all text-muted">
            {customer.email}
          </span>
        </div>
        <dl className="grid gap-1.5 text-table">
          {isBillingOn && (
            <>
              <Fact name={messages.plan}>{customer.planName}</Fact>
              <Fact name={messages.credits}>
                {messages.creditsLeft(
                  formatCredits(customer.creditsAvailable),
                  formatCredits(customer.creditsGranted),
                )}
              </Fact>
            </>
          )}
          <Fact name={messages.since}>{formatDate(customer.memberSince)}</Fact>
        </dl>
      </Card>
      <Captures captures={customer.captures} />
      <OtherTickets tickets={customer.otherTickets} />
    </aside>
  );
}

function Fact(props: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{props.name}</dt>
      <dd className="figures text-right font-medium">{props.children}</dd>
    </div>
  );
}

function Captures({ captures }: Pick<Customer, 'captures'>) {
  const failed = captures.filter(({ status }) => status === 'FAILED').length;
  return (
    <Card className="min-w-0">
      <div className="flex items-baseline justify-between gap-3 px-4 pt-3 pb-2">
        <h3 className="font-semibold">{messages.captures}</h3>
        {captures.length > 0 && (
          <span className="figures text-label text-muted">
            {messages.failed(failed, captures.length)}
          </span>
        )}
      </div>
      {captures.length === 0 ? (
        <p className="px-4 pb-4 text-table text-muted">{messages.noCaptures}</p>
      ) : (
        <ul
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
          tabIndex={0}
          aria-label={messages.captures}
          className="relative max-h-112 divide-y divide-line overflow-y-auto border-t border-line"
        >
          {captures.map((capture) => (
            <li key={capture.id} className="grid grid-cols-1 gap-1 px-4 py-2.5 text-label">
              <span className="flex items-center justify-between gap-2">
                <ScreenshotBadge status={capture.status} />
                <span className="text-muted">
                  <Time value={capture.createdAt} display="age" />
                </span>
              </span>
              <span className="flex items-center gap-1">
                <code className="min-w-0 flex-1 truncate font-mono">
                  {capture.url === null ? messages.html : truncateMiddle(capture.url, 32)}
                </code>
                <CopyButton text={capture.id} label={`${messages.copyId} ${capture.id}`} />
              </span>
              {capture.error !== null && (
                <span className="text-red">
                  {capture.code !== null && <code className="font-mono">{capture.code} </code>}
                  {capture.error}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function OtherTickets({ tickets }: { tickets: Customer['otherTickets'] }) {
  return (
    <Card className="grid grid-cols-1 gap-2 p-4">
      <h3 className="font-semibold">{messages.otherTickets}</h3>
      {tickets.length === 0 && <p className="text-table text-muted">{messages.noOtherTickets}</p>}
      <ul className="grid grid-cols-1 gap-2 text-table empty:hidden">
        {tickets.map((ticket) => (
          <li key={ticket.id} className="flex items-center justify-between gap-3">
            <Link
              to={`/staff/tickets/${String(ticket.id)}`}
              className="min-w-0 truncate rounded-[2px] underline decoration-control underline-offset-4 hover:decoration-current pointer-coarse:py-3"
            >
              <span className="figures text-muted">#{ticket.id}</span> {ticket.title}
            </Link>
            <TicketBadge status={ticket.status} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
