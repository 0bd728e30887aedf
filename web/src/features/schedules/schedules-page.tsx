import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { useListKeys } from '../../lib/keyboard/list-keys.ts';
import { scheduleMessages as messages } from '../../lib/messages/captures/schedules.ts';
import { positiveNumber } from '../../lib/search-params.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useSchedules } from './schedules.api.ts';
import { SchedulesTable } from './schedules-table.tsx';
import { useRights } from '../accounts/session/rights.tsx';
import { useScheduleDialogs } from './use-schedule-dialogs.tsx';

/** Schedules page: all schedules, newest first, and their actions. */
export function SchedulesPage() {
  const query = useSchedules();
  const schedules = query.data?.schedules;
  const { create, edit, remove, dialogs } = useScheduleDialogs();
  useRequestedSchedule(create);
  const mayEdit = useRights()('edit');
  useListKeys(mayEdit ? { c: () => create() } : {});
  const button = mayEdit && (
    <Button onClick={() => create()}>
      <Plus aria-hidden="true" />
      {messages.create}
    </Button>
  );
  const isEmpty = schedules?.length === 0;
  // Not while loading: the button of an empty list is elsewhere, and the focus would be lost.
  const isButtonAbove = schedules !== undefined && !isEmpty;
  return (
    <ListPage
      texts={messages}
      action={isButtonAbove && button}
      query={query}
      isEmpty={isEmpty}
      emptyActions={
        <>
          {button}
          <ButtonLink to="/dashboard/saved-settings" variant="outline">
            {messages.goToSettings}
          </ButtonLink>
        </>
      }
      dialogs={dialogs}
    >
      <SchedulesTable schedules={schedules} onEdit={edit} onDelete={remove} />
    </ListPage>
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
