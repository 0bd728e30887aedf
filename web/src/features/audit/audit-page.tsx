import { auditGroups, auditLimits } from '@shotwright/contract/paths';
import { Download } from 'lucide-react';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import { auditMessages as messages } from '../../lib/messages/security/audit.ts';
import { Button, LoadingButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, LoadError } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Select } from '../../ui/select.tsx';
import { useAuditCsv, useAuditEvents } from './audit.api.ts';
import { AuditTable } from './audit-table.tsx';
import { useAuditView, type AuditView } from './audit-view.ts';

/** Audit log page: the list of actions, its filters and the download. */
export function AuditPage() {
  const view = useAuditView();
  const csv = useAuditCsv(view.filter);
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      action={
        <LoadingButton
          variant="outline"
          isLoading={csv.isPending}
          loadingText={messages.csvPreparing}
          onClick={csv.start}
        >
          <Download aria-hidden="true" />
          {messages.csv}
        </LoadingButton>
      }
    >
      <div className="grid min-w-0 gap-4">
        <AuditToolbar view={view} />
        <AuditBody view={view} />
      </div>
    </Page>
  );
}

const periods = Object.entries(messages.periods).map(([value, label]) => ({ value, label }));

function AuditToolbar({ view }: { view: AuditView }) {
  const isBillingOn = useIsBillingOn();
  const { group, period } = view.filter;
  const groups = auditGroups.filter((one) => isBillingOn || one !== 'billing');
  const className = 'h-9 w-48 max-sm:w-auto max-sm:flex-1 max-sm:basis-[40%]';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchInput
        label={messages.search}
        value={view.typed}
        onChange={view.setActor}
        maxLength={auditLimits.actorLength}
        className="min-w-56 flex-1 max-sm:w-full max-sm:flex-none"
      />
      <Select
        aria-label={messages.groupFilter}
        options={[
          { value: 'all', label: messages.allGroups },
          ...groups.map((value) => ({ value, label: messages.groups[value] })),
        ]}
        value={group ?? 'all'}
        onValueChange={view.setGroup}
        className={className}
      />
      <Select
        aria-label={messages.timeFilter}
        options={periods}
        value={period}
        onValueChange={view.setPeriod}
        className={className}
      />
    </div>
  );
}

function AuditBody({ view }: { view: AuditView }) {
  const query = useAuditEvents(view.filter);
  const events = query.data?.pages.flatMap((page) => page.events);
  if (query.isError && events === undefined)
    return (
      <LoadError
        title={messages.loadFailed}
        help={messages.loadFailedHelp}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  if (events?.length === 0) return <NoEvents view={view} />;
  return (
    <>
      <AuditTable events={events} isStale={query.isPlaceholderData} />
      {query.hasNextPage && (
        <div className="flex justify-center">
          <LoadingButton
            variant="outline"
            isLoading={query.isFetchingNextPage}
            loadingText={messages.loading}
            onClick={() => void query.fetchNextPage()}
          >
            {messages.older}
          </LoadingButton>
        </div>
      )}
    </>
  );
}

function NoEvents({ view }: { view: AuditView }) {
  const { isFiltered } = view;
  return (
    <Card>
      <EmptyState
        title={isFiltered ? messages.noMatchTitle : messages.emptyTitle}
        text={isFiltered ? messages.noMatchText : messages.emptyText}
      >
        {isFiltered && (
          <Button variant="outline" onClick={view.clear}>
            {messages.clearFilters}
          </Button>
        )}
      </EmptyState>
    </Card>
  );
}
