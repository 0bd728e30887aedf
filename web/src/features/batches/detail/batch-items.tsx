import type { Batch, ScreenshotStatus } from '@shotwright/contract';
import { screenshotStatuses } from '@shotwright/contract/paths';
import { useSearchParams } from 'react-router';
import { useListKeys } from '../../../lib/keyboard/list-keys.ts';
import { batchMessages as messages } from '../../../lib/messages/captures/batches.ts';
import { screenshotStatusMessages } from '../../../lib/messages/overview.ts';
import { positiveNumber, withValues, type SearchChange } from '../../../lib/search-params.ts';
import { SectionHeading } from '../../../ui/card.tsx';
import { LoadError } from '../../../ui/empty-state.tsx';
import { NoMatch } from '../../../ui/list-states.tsx';
import { ListPages } from '../../../ui/pagination.tsx';
import { Select } from '../../../ui/select.tsx';
import { pageSize, useBatchItems } from '../batches.api.ts';
import { ItemsTable } from './items-table.tsx';

const headingId = 'batch-items';

/** Captures of a batch, by status, in pages. The status and the page are in the URL. */
export function BatchItems({ batch }: { batch: Batch }) {
  const [search, setSearch] = useSearchParams();
  const change = (values: SearchChange) =>
    setSearch((now) => withValues(now, values), { replace: true, preventScrollReset: true });
  const status = readStatus(search.get('status'));
  const page = positiveNumber(search.get('page')) ?? 1;
  const items = useBatchItems(batch, { status, page });
  useListKeys({});
  return (
    <section aria-labelledby={headingId} className="grid min-w-0 gap-3">
      <SectionHeading id={headingId} title={messages.items}>
        <Select
          aria-label={messages.filter}
          options={[
            { value: 'all', label: messages.allStatuses },
            ...screenshotStatuses.map((value) => ({
              value,
              label: screenshotStatusMessages[value],
            })),
          ]}
          value={status ?? 'all'}
          onValueChange={(value) => change({ status: value === 'all' ? null : value, page: null })}
          className="h-9 w-44"
        />
      </SectionHeading>
      <Items
        items={items}
        onShowAll={() => change({ status: null, page: null })}
        page={page}
        onPage={(next) => change({ page: String(next) })}
      />
    </section>
  );
}

function Items(props: {
  items: ReturnType<typeof useBatchItems>;
  onShowAll: () => void;
  page: number;
  onPage: (page: number) => void;
}) {
  const { data, isError, error, refetch, isPlaceholderData } = props.items;
  if (isError && data === undefined)
    return <LoadError title={messages.itemsFailed} error={error} onRetry={() => void refetch()} />;
  if (data?.meta.total === 0)
    return (
      <NoMatch
        title={messages.noItemsTitle}
        text={messages.noItemsText}
        clear={messages.showAll}
        onClear={props.onShowAll}
      />
    );
  return (
    <>
      <ItemsTable items={data?.items} isStale={isPlaceholderData} />
      <ListPages
        noun={messages.itemsNoun}
        page={props.page}
        pageSize={pageSize}
        total={data?.meta.total}
        onPage={props.onPage}
      />
    </>
  );
}

function readStatus(text: string | null): ScreenshotStatus | null {
  return screenshotStatuses.find((one) => one === text) ?? null;
}
