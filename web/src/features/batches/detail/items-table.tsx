import type { BatchItem } from '@shotwright/contract';
import { isTerminal } from '@shotwright/contract/paths';
import { Link } from 'react-router';
import { formatCount } from '../../../lib/format/format.ts';
import { rowAttributes, rowOpenAttributes } from '../../../lib/keyboard/list-keys.ts';
import { batchMessages as messages } from '../../../lib/messages/captures/batches.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { ErrorDocsLink } from '../../../ui/error-docs-link.tsx';
import { MiddleEllipsis } from '../../../ui/middle-ellipsis.tsx';
import { ScreenshotBadge } from '../../../ui/screenshot-badge.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Cell, Row } from '../../../ui/table.tsx';
import { Thumbnail } from '../../files/thumbnail.tsx';

const { itemColumns: columns } = messages;

/** Table of the captures of a batch, with skeleton rows while they load. */
export function ItemsTable(props: { items: readonly BatchItem[] | undefined; isStale: boolean }) {
  return (
    <DataTable
      label={messages.items}
      columns={columns}
      numeric={['index']}
      rows={props.items}
      isStale={props.isStale}
      skeleton={{ count: 5, bars: { image: 'h-14 w-14', url: 'w-56', index: 'w-5' } }}
    >
      {(item) => <ItemRow key={item.requestId} item={item} />}
    </DataTable>
  );
}

function ItemRow({ item }: { item: BatchItem }) {
  const { index, url, externalId, status, requestId } = item;
  const source = url ?? messages.html;
  return (
    <Row {...rowAttributes}>
      <Cell label={columns.index} isNumber className="text-muted @xl:w-px">
        {formatCount(index + 1)}
      </Cell>
      <Cell label={columns.image} className="@xl:w-px">
        <span className="grid size-14 shrink-0 place-items-center border border-line bg-sunk contain-strict">
          {item.thumbnailUrl !== null && <Thumbnail url={item.thumbnailUrl} />}
          {!isTerminal(status) && <Spinner />}
        </span>
      </Cell>
      <Cell label={columns.url} className="@xl:w-1/2 @xl:max-w-0 @xl:min-w-44">
        <span className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-0.5 @max-xl:justify-items-end">
          <Link
            {...rowOpenAttributes}
            to={`/dashboard/files?file=${requestId}`}
            aria-label={messages.openItem(source)}
            className="target-line flex w-fit max-w-full min-w-0 border-b border-cobalt/35 hover:border-current"
          >
            <MiddleEllipsis text={source} className="font-mono text-label" />
          </Link>
          {externalId !== null && <span className="text-label text-muted">{externalId}</span>}
        </span>
      </Cell>
      <Cell label={columns.result}>
        <Result item={item} />
      </Cell>
    </Row>
  );
}

function Result({ item: { status, message, code } }: { item: BatchItem }) {
  return (
    <span className="grid justify-items-start gap-1 @max-xl:justify-items-end">
      <ScreenshotBadge status={status} />
      {status === 'FAILED' && (
        <span className="flex flex-wrap items-center gap-x-2 text-label text-red @max-xl:justify-end">
          {message}
          {code !== null && <ErrorDocsLink code={code} className="min-h-6 text-label" />}
        </span>
      )}
    </span>
  );
}
