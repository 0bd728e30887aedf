import type { Invoice } from '@shotwright/contract';
import { cn } from '../../lib/cn.ts';
import { usageMessages as messages } from '../../lib/messages/usage.ts';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { buttonClasses, ButtonLink, ExternalLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, LoadError } from '../../ui/empty-state.tsx';
import { DocsLink } from '../../ui/list-states.tsx';
import { Skeleton, useSkeleton } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useInvoices } from './billing.api.ts';
import { formatAmount } from './billing.rules.ts';

const statusTones: Readonly<Record<Invoice['status'], Tone>> = {
  paid: 'green',
  open: 'amber',
  draft: 'grey',
  void: 'grey',
  uncollectible: 'red',
};

/** Tab with the invoices, each with links to its page and PDF. */
export function InvoicesTab() {
  const { data, isError, error, refetch } = useInvoices();
  const { docsUrl } = useRuntimeConfig();
  if (data === undefined && isError) {
    return (
      <LoadError
        title={messages.invoicesFailed}
        help={messages.loadFailedHelp}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data?.length === 0) {
    return (
      <Card>
        <EmptyState title={messages.invoicesEmpty} text={messages.invoicesEmptyText}>
          <ButtonLink to="/dashboard/billing" variant="outline">
            {messages.seePlans}
          </ButtonLink>
          <DocsLink href={docsUrl}>{messages.billingDocs}</DocsLink>
        </EmptyState>
      </Card>
    );
  }
  return (
    <Table label={messages.invoices}>
      <TableHead>
        <HeadCell>{messages.date}</HeadCell>
        <HeadCell>{messages.number}</HeadCell>
        <HeadCell>{messages.status}</HeadCell>
        <HeadCell isNumber>{messages.amount}</HeadCell>
        <HeadCell isNumber>{messages.actions}</HeadCell>
      </TableHead>
      <TableBody>
        {data === undefined ? (
          <Waiting />
        ) : (
          data.map((invoice) => <InvoiceRow key={invoice.id} invoice={invoice} />)
        )}
      </TableBody>
    </Table>
  );
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const name = invoice.number ?? invoice.id;
  const link = cn(buttonClasses({ variant: 'link', size: 'sm' }));
  return (
    <Row>
      <Cell label={messages.date} className="whitespace-nowrap">
        <Time value={invoice.issuedAt} />
      </Cell>
      <Cell label={messages.number} className="w-full">
        <span className="min-w-0 font-mono break-all">{name}</span>
      </Cell>
      <Cell label={messages.status}>
        <Badge tone={statusTones[invoice.status] ?? 'grey'}>
          {messages.invoiceStatuses[invoice.status] ?? invoice.status}
        </Badge>
      </Cell>
      <Cell label={messages.amount} isNumber>
        <span className="font-medium">{formatAmount(invoice.totalCents, invoice.currency)}</span>
      </Cell>
      <Cell label={messages.actions}>
        <span className="flex justify-end gap-4">
          {invoice.pageUrl !== null && (
            <ExternalLink
              href={invoice.pageUrl}
              className={link}
              aria-label={messages.viewInvoice(name)}
            >
              {messages.view}
            </ExternalLink>
          )}
          {invoice.pdfUrl !== null && (
            <ExternalLink
              href={invoice.pdfUrl}
              className={link}
              aria-label={messages.pdfInvoice(name)}
            >
              {messages.pdf}
            </ExternalLink>
          )}
        </span>
      </Cell>
    </Row>
  );
}

function Waiting() {
  const isShown = useSkeleton(true);
  return Array.from({ length: 3 }, (_, index) => (
    <Row key={index} className={cn('hover:bg-transparent', !isShown && 'invisible')}>
      {[messages.date, messages.number, messages.status, messages.amount, messages.actions].map(
        (label) => (
          <Cell key={label} label={label}>
            <Skeleton className="w-16" />
          </Cell>
        ),
      )}
    </Row>
  ));
}
