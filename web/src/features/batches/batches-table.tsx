import type { Batch } from '@shotwright/contract';
import { Link } from 'react-router';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import { formatCount } from '../../lib/format/format.ts';
import { rowAttributes, rowOpenAttributes } from '../../lib/keyboard/list-keys.ts';
import { batchMessages as messages } from '../../lib/messages/captures/batches.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Cell, Row } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { BatchBadge, nameOf } from './batch-status.tsx';

/** Table of the batches, with skeleton rows while they load. */
export function BatchesTable(props: { batches: readonly Batch[] | undefined; isStale: boolean }) {
  const isBillingOn = useIsBillingOn();
  const { credits: _, ...withoutCredits } = messages.columns;
  return (
    <DataTable
      label={messages.list}
      columns={isBillingOn ? messages.columns : withoutCredits}
      numeric={['credits']}
      rows={props.batches}
      isStale={props.isStale}
      skeleton={{ count: 4, bars: { name: 'w-40', captures: 'w-32' } }}
    >
      {(batch) => <BatchRow key={batch.batchId} batch={batch} isBillingOn={isBillingOn} />}
    </DataTable>
  );
}

function BatchRow({ batch, isBillingOn }: { batch: Batch; isBillingOn: boolean }) {
  const { columns } = messages;
  return (
    <Row {...rowAttributes} className="relative">
      <Cell label={columns.name} className="font-medium break-words">
        <span className="inline-flex flex-wrap items-center gap-2 @max-xl:justify-end">
          <Link
            {...rowOpenAttributes}
            to={`/dashboard/batches/${batch.batchId}`}
            className="after:absolute after:inset-0"
          >
            {nameOf(batch)}
          </Link>
          {!batch.livemode && <Badge tone="blue">{commonMessages.test}</Badge>}
        </span>
      </Cell>
      <Cell label={columns.status}>
        <BatchBadge {...batch} />
      </Cell>
      <Cell label={columns.captures} className="figures">
        {messages.counts(batch.counts)}
      </Cell>
      {isBillingOn && (
        <Cell label={columns.credits} isNumber>
          {formatCount(batch.creditsCharged)}
        </Cell>
      )}
      <Cell label={columns.created} className="relative whitespace-nowrap @xl:w-px">
        <Time value={batch.createdAt} />
      </Cell>
    </Row>
  );
}
