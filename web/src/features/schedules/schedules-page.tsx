import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { useListKeys } from '../../lib/keyboard/list-keys.ts';
import { scheduleMessages as messages } from '../../lib/messages/captures/schedules.ts';
import { positiveNumber } from '../../lib/search-params.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, LoadError } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { useSchedules } from './schedules.api.ts';
import { SchedulesTable } from './schedules-table.tsx';
import { useScheduleDialogs } from './use-schedule-dialogs.tsx';

/** Schedules page: all schedules, newest first, and their actions. */
export function SchedulesPage() {
  const { data, isError, error, refetch } = useSchedules();
  const { create, edit, remove, dialogs } = useScheduleDialogs();
  useRequestedSchedule(create);
  useListKeys({ c: () => create() });
  const button = (
    <Button onClick={() => create()}>
      <Plus aria-hidden="true" />
      {messages.create}
    </Button>
  );
  const isFailed = isError && data === undefined;
  const isEmpty = data?.schedules.length === 0;
  // Not while loading: the button of an empty list is elsewhere, and the focus would be lost.
  const isButtonAbove = data !== undefined && !isEmpty;
  return (
    <Page title={messages.title} lead={messages.lead} action={isButtonAbove && button}>
      {isFailed && (
        <LoadError
          title={messages.loadFailed}
          help={messages.loadFailedHelp}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {isEmpty && (
        <Card>
          <EmptyState title={messages.emptyTitle} text={messages.emptyText}>
            {button}
            <ButtonLink to="/dashboard/saved-settings" variant="outline">
              {messages.goToSettings}
            </ButtonLink>
          </EmptyState>
        </Card>
      )}
      {!isFailed && !isEmpty && (
        <SchedulesTable schedules={data?.schedules} onEdit={edit} onDelete={remove} />
      )}
      {dialogs}
    </Page>
  );
}

/**
 * Starts a schedule of the setting that the URL names, and removes it from the URL so that it runs
 * once.
 */
function useRequestedSchedule(create: (settingId: number) => void): void {
  const [search, setSearch] = useSearchParams();
  const settingId = positiveNumber(search.get('setting'));
  const onRequested = useEffectEvent((id: number) => {
    create(id);
    setSearch({}, { replace: true });
  });
  useEffect(() => {
    if (settingId !== null) onRequested(settingId);
  }, [settingId]);
}
