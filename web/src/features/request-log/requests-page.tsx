import { useState } from 'react';
import { formatSecond } from '../../lib/format/format.ts';
import { useListKeys } from '../../lib/keyboard/list-keys.ts';
import { requestLogMessages as messages } from '../../lib/messages/api-keys.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { Button, ButtonLink, LoadingButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, LoadError } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { useApiKeys } from '../api-keys/api-keys.api.ts';
import { useProjects } from '../projects/projects.api.ts';
import { RequestSheet } from './request-sheet.tsx';
import { useDropOlder, useRequests } from './request-log.api.ts';
import { useRequestView, type RequestView } from './request-view.ts';
import { RequestsTable } from './requests-table.tsx';
import { LiveControl, RequestsToolbar } from './requests-toolbar.tsx';

/** Request log page: the live list of calls with API keys, its filters and the details of a call. */
export function RequestsPage() {
  const view = useRequestView();
  const keys = useApiKeys().data;
  const projects = useProjects().data;
  const [isPaused, setPaused] = useState(false);
  const dropOlder = useDropOlder(view.filter);
  const requests = useRequests(view.filter, !isPaused);
  const returnFocus = useReturnFocus();
  useListKeys({});
  const hasOlder = (requests.data?.pages.length ?? 0) > 1;
  const keyName = (id: number) =>
    keys === undefined ? '' : (keys.find((one) => one.id === id)?.name ?? messages.deletedKey);
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      action={
        <LiveControl
          isLive={!isPaused && !hasOlder}
          onLive={(isLive) => {
            setPaused(!isLive);
            if (isLive) dropOlder();
          }}
        />
      }
    >
      <div className="grid min-w-0 gap-4">
        <RequestsToolbar view={view} keys={keys} projects={projects} />
        <RequestsBody
          view={view}
          requests={requests}
          keyName={keyName}
          onOpen={(id) => {
            returnFocus.remember();
            view.open(id);
          }}
        />
      </div>
      <RequestSheet
        id={view.openId}
        keys={keys}
        projects={projects}
        onClose={() => view.open(null)}
        finalFocus={returnFocus.finalFocus}
      />
    </Page>
  );
}

interface BodyProps {
  readonly view: RequestView;
  readonly requests: ReturnType<typeof useRequests>;
  readonly keyName: (id: number) => string;
  readonly onOpen: (id: string) => void;
}

function RequestsBody(props: BodyProps) {
  const { view, requests } = props;
  const { data, isError, error, refetch } = requests;
  const rows = data?.pages.flatMap((page) => page.requests);
  if (isError && data === undefined)
    return (
      <LoadError
        title={messages.loadFailed}
        help={messages.loadFailedHelp}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (rows?.length === 0) return <NoRequests view={view} more={<More requests={requests} />} />;
  return (
    <>
      <RequestsTable
        requests={rows}
        keyName={props.keyName}
        isStale={requests.isPlaceholderData}
        onOpen={props.onOpen}
      />
      <More requests={requests} />
    </>
  );
}

/** Button for older calls, and how far a search has come. */
function More({ requests }: Pick<BodyProps, 'requests'>) {
  const searchedUntil = requests.data?.pages.at(-1)?.searchedUntil ?? null;
  if (!requests.hasNextPage) return null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-table text-muted">
      {searchedUntil !== null && <p>{messages.searchedUntil(formatSecond(searchedUntil))}</p>}
      <LoadingButton
        variant="outline"
        isLoading={requests.isFetchingNextPage}
        loadingText={messages.loading}
        onClick={() => void requests.fetchNextPage()}
      >
        {searchedUntil === null ? messages.older : messages.searchFurther}
      </LoadingButton>
    </div>
  );
}

function NoRequests({ view, more }: { view: RequestView; more: React.ReactNode }) {
  const { isFiltered } = view;
  return (
    <Card>
      <EmptyState
        title={isFiltered ? messages.noMatchTitle : messages.emptyTitle}
        text={isFiltered ? messages.noMatchText : messages.emptyText}
      >
        {isFiltered ? (
          <Button variant="outline" onClick={view.clear}>
            {messages.clearFilters}
          </Button>
        ) : (
          <ButtonLink to="/dashboard/api-keys" variant="outline">
            {messages.toKeys}
          </ButtonLink>
        )}
        {more}
      </EmptyState>
    </Card>
  );
}
