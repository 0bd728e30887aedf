import { useSearchParams } from 'react-router';
import { useListKeys } from '../../lib/keyboard/list-keys.ts';
import { baselineMessages as messages } from '../../lib/messages/captures/baselines.ts';
import { fileMessages } from '../../lib/messages/files.ts';
import { positiveNumber, withValues, type SearchChange } from '../../lib/search-params.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, LoadError } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { pagesOf, Pagination } from '../../ui/pagination.tsx';
import { Select } from '../../ui/select.tsx';
import { pageSize, useBaselines } from './baselines.api.ts';
import { BaselinesTable } from './baselines-table.tsx';

const modes = Object.entries(fileMessages.modes).map(([value, label]) => ({ value, label }));

/** Baselines page: all baselines of a mode, last approved first. The mode and the page are in the URL. */
export function BaselinesPage() {
  const [search, setSearch] = useSearchParams();
  const change = (values: SearchChange) =>
    setSearch((now) => withValues(now, values), { preventScrollReset: true });
  const isTest = search.get('mode') === 'test';
  useListKeys({});
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      action={
        <Select
          aria-label={fileMessages.modeFilter}
          options={modes}
          value={isTest ? 'test' : 'live'}
          onValueChange={(mode) => change({ mode: mode === 'test' ? mode : null, page: null })}
          className="h-9 w-38"
        />
      }
    >
      <BaselineList
        isTest={isTest}
        page={positiveNumber(search.get('page')) ?? 1}
        onPage={(page) => change({ page: page === 1 ? null : String(page) })}
      />
    </Page>
  );
}

function BaselineList(props: { isTest: boolean; page: number; onPage: (page: number) => void }) {
  const { isTest, page, onPage } = props;
  const { data, isError, error, refetch, isPlaceholderData } = useBaselines({ page, isTest });
  if (isError && data === undefined) {
    return (
      <LoadError
        title={messages.loadFailed}
        help={messages.loadFailedHelp}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data?.meta.total === 0) return <NoBaselines isTest={isTest} />;
  const pageCount = pagesOf(data?.meta.total ?? 0, pageSize);
  return (
    <div className="grid min-w-0 gap-4">
      <BaselinesTable baselines={data?.baselines} isStale={isPlaceholderData} />
      {/* Also on a page after the last one, whose baselines have been removed. */}
      {data !== undefined && (pageCount > 1 || page > 1) && (
        <Pagination noun={messages.title} page={page} pageCount={pageCount} onPage={onPage} />
      )}
    </div>
  );
}

function NoBaselines({ isTest }: { isTest: boolean }) {
  return (
    <Card>
      <EmptyState
        title={isTest ? messages.emptyTitleTest : messages.emptyTitle}
        text={messages.emptyText}
      >
        <ButtonLink to={isTest ? '/dashboard/files?mode=test' : '/dashboard/files'}>
          {messages.toFiles}
        </ButtonLink>
      </EmptyState>
    </Card>
  );
}
