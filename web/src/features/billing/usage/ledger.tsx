import type { LedgerEntry } from '@shotwright/contract';
import { Download } from 'lucide-react';
import { cn } from '../../../lib/cn.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { usageMessages as messages } from '../../../lib/messages/usage.ts';
import { LoadingButton } from '../../../ui/button.tsx';
import { Card, SectionHeading } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { EmptyState, LoadError } from '../../../ui/empty-state.tsx';
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useLedger, useLedgerCsv } from './usage.api.ts';

/** Credit ledger, newest first, with paging and CSV download. */
export function Ledger() {
  const ledger = useLedger();
  const csv = useLedgerCsv();
  const entries = ledger.data;
  return (
    <section aria-labelledby="ledger" className="grid gap-3">
      <SectionHeading id="ledger" title={messages.ledger}>
        <LoadingButton
          variant="outline"
          size="sm"
          isLoading={csv.isPending}
          loadingText={messages.csvPreparing}
          onClick={csv.start}
        >
          <Download aria-hidden="true" />
          {messages.csv}
        </LoadingButton>
      </SectionHeading>
      {entries === undefined && ledger.isError ? (
        <LoadError
          title={messages.ledgerFailed}
          help={messages.loadFailedHelp}
          error={ledger.error}
          onRetry={() => void ledger.refetch()}
        />
      ) : entries?.length === 0 ? (
        <Card>
          <EmptyState title={messages.ledgerEmpty} text={messages.ledgerEmptyText} />
        </Card>
      ) : (
        <Entries entries={entries} />
      )}
      {ledger.hasNextPage && (
        <LoadingButton
          variant="outline"
          className="justify-self-center"
          isLoading={ledger.isFetchingNextPage}
          onClick={() => void ledger.fetchNextPage()}
        >
          {messages.more}
        </LoadingButton>
      )}
    </section>
  );
}

function Entries({ entries }: { entries: readonly LedgerEntry[] | undefined }) {
  return (
    <Table label={messages.ledger}>
      <TableHead>
        <HeadCell>{messages.date}</HeadCell>
        <HeadCell>{messages.entry}</HeadCell>
        <HeadCell isNumber>{messages.change}</HeadCell>
        <HeadCell isNumber>{messages.balance}</HeadCell>
      </TableHead>
      <TableBody>
        {entries === undefined ? (
          <Waiting />
        ) : (
          entries.map((entry) => <EntryRow key={entry.id} entry={entry} />)
        )}
      </TableBody>
    </Table>
  );
}

function EntryRow({ entry }: { entry: LedgerEntry }) {
  return (
    <Row>
      <Cell label={messages.date} className="whitespace-nowrap text-muted">
        <Time value={entry.createdAt} />
      </Cell>
      <Cell label={messages.entry} className="w-full">
        <span className="min-w-0 @max-xl:text-right">
          {messages.kinds[entry.kind] ?? entry.kind}
          {entry.note !== null && <span className="text-muted"> · {entry.note}</span>}
          {entry.screenshotId !== null && (
            <CopyButton
              text={entry.screenshotId}
              label={messages.copyRequestId(entry.screenshotId)}
              className="ml-1 align-middle"
            />
          )}
        </span>
      </Cell>
      <Cell label={messages.change} isNumber>
        <span className={cn('font-medium', entry.credits > 0 && 'text-green')}>
          {signed(entry.credits)}
        </span>
      </Cell>
      <Cell label={messages.balance} isNumber className="text-muted">
        {formatCount(entry.balance)}
      </Cell>
    </Row>
  );
}

function Waiting() {
  const isShown = useSkeleton(true);
  return Array.from({ length: 5 }, (_, index) => (
    <Row key={index} className={cn('hover:bg-transparent', !isShown && 'invisible')}>
      <Cell label={messages.date}>
        <Skeleton className="w-20" />
      </Cell>
      <Cell label={messages.entry} className="w-full">
        <Skeleton className="w-40" />
      </Cell>
      <Cell label={messages.change} isNumber>
        <Skeleton className="w-10" />
      </Cell>
      <Cell label={messages.balance} isNumber>
        <Skeleton className="w-10" />
      </Cell>
    </Row>
  ));
}

/** Formats credits with a sign: `+100`, `−3` (a true minus, as wide as the plus). */
function signed(credits: number): string {
  if (credits === 0) return '0';
  return `${credits > 0 ? '+' : '−'}${formatCount(Math.abs(credits))}`;
}
