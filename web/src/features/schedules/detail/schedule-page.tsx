import type { Schedule } from '@shotwright/contract';
import { Aperture } from 'lucide-react';
import { useNavigate } from 'react-router';
import { ignoreErrors } from '../../../lib/ignore-errors.ts';
import { scheduleMessages as messages } from '../../../lib/messages/captures/schedules.ts';
import { LoadingButton } from '../../../ui/button.tsx';
import { BackLink, RecordPage } from '../../../ui/record-page.tsx';
import { useRunSchedule, useSchedule } from '../schedules.api.ts';
import { useScheduleDialogs } from '../use-schedule-dialogs.tsx';
import { ScheduleFacts } from './schedule-facts.tsx';
import { ScheduleRuns } from './schedule-runs.tsx';

const listPath = '/dashboard/schedules';

/** Page of one schedule: its values, its actions and its runs. */
export function SchedulePage({ id }: { id: string }) {
  const query = useSchedule(id);
  const navigate = useNavigate();
  const { edit, remove, dialogs } = useScheduleDialogs(() => ignoreErrors(navigate(listPath)));
  return (
    <>
      <RecordPage
        title={query.data?.name ?? messages.title}
        lead={<BackLink to={listPath} label={messages.back} />}
        action={query.data && <RunButton schedule={query.data} />}
        query={query}
        listPath={listPath}
        texts={messages}
      >
        {(schedule) => (
          <>
            <ScheduleFacts schedule={schedule} onEdit={edit} onDelete={remove} />
            <ScheduleRuns schedule={schedule} />
          </>
        )}
      </RecordPage>
      {dialogs}
    </>
  );
}

function RunButton({ schedule: { scheduleId } }: { schedule: Schedule }) {
  const run = useRunSchedule();
  return (
    <LoadingButton
      isLoading={run.isPending}
      loadingText={messages.running}
      onClick={() => run.mutate(scheduleId)}
    >
      <Aperture aria-hidden="true" />
      {messages.run}
    </LoadingButton>
  );
}
