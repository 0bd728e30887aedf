import type { Invoice } from '@shotwright/contract';
import { cn } from '../../lib/cn.ts';
import { usageMessages as words } from '../../lib/messages/usage.ts';
import { useRuntimeConfig } from '../../lib/runtime-config.ts';
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

const tones: Readonly<Record<Invoice['status'], Tone>> = {
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
        title={words.invoicesFailed}
        help={words.loadFailedHelp}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data?.length === 0) {
    return (
      <Card>
        <EmptyState title={words.invoicesEmpty} text={words.invoicesEmptyText}>
          <ButtonLink to="/dashboard/billing" variant="outline">
            {words.seePlans}
          </ButtonLink>
          <DocsLink href={docsUrl}>{words.billingDocs}</DocsLink>
        </EmptyState>
      </Card>
    );
  }
  return (
    <Table label={words.invoices}>
      <TableHead>
        <HeadCell>{words.date}</HeadCell>
        <HeadCell>{words.number}</HeadCell>
        <HeadCell>{words.status}</HeadCell>
        <HeadCell isNumber>{words.amount}</HeadCell>
        <HeadCell isNumber>{words.actions}</HeadCell>
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
      <Cell label={words.date} className="whitespace-nowrap">
        <Time value={invoice.issuedAt} />
      </Cell>
      <Cell label={words.number} className="w-full">
        <span className="min-w-0 font-mono break-all">{name}</span>
      </Cell>
      <Cell label={words.status}>
        <Badge tone={tones[invoice.status] ?? 'grey'}>
          {words.invoiceStatuses[invoice.status] ?? invoice.status}
        </Badge>
      </Cell>
      <Cell label={words.amount} isNumber>
        <span className="font-medium">{formatAmount(invoice.totalCents, invoice.currency)}</span>
      </Cell>
      <Cell label={words.actions}>
        <span className="flex justify-end gap-4">
          {invoice.pageUrl !== null && (
            <ExternalLink
              href={invoice.pageUrl}
              className={link}
              aria-label={words.viewInvoice(name)}
            >
              {words.view}
            </ExternalLink>
          )}
          {invoice.pdfUrl !== null && (
            <ExternalLink
              href={invoice.pdfUrl}
              className={link}
              aria-label={words.pdfInvoice(name)}
            >
              {words.pdf}
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
      {[words.date, words.number, words.status, words.amount, words.actions].map((label) => (
        <Cell key={label} label={label}>
          <Skeleton className="w-16" />
        </Cell>
      ))}
    </Row>
  ));
}
