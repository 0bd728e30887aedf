import type { Schedule } from '@shotwright/contract';
import { Aperture, ArrowLeft } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { ignoreErrors } from '../../../lib/ignore-errors.ts';
import { scheduleMessages as messages } from '../../../lib/messages/captures/schedules.ts';
import { ButtonLink, LoadingButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState, LoadError } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { isMissing, useRunSchedule, useSchedule } from '../schedules.api.ts';
import { useScheduleDialogs } from '../use-schedule-dialogs.tsx';
import { ScheduleFacts } from './schedule-facts.tsx';
import { ScheduleRuns } from './schedule-runs.tsx';

const listPath = '/dashboard/schedules';

/** Page of one schedule: its values, its actions and its runs. */
export function SchedulePage({ id }: { id: string }) {
  const { data, isError, error, refetch } = useSchedule(id);
  const navigate = useNavigate();
  const { edit, remove, dialogs } = useScheduleDialogs(() => ignoreErrors(navigate(listPath)));
  const isFailed = isError && data === undefined;
  return (
    <Page
      title={data?.name ?? messages.title}
      lead={<BackLink />}
      action={data && <RunButton schedule={data} />}
    >
      {isFailed &&
        (isMissing(error) ? (
          <NotFound />
        ) : (
          <LoadError
            title={messages.oneFailed}
            help={messages.loadFailedHelp}
            error={error}
            onRetry={() => void refetch()}
          />
        ))}
      {data === undefined ? (
        !isFailed && <Skeleton className="h-36 w-full" />
      ) : (
        <div className="grid min-w-0 gap-6">
          <ScheduleFacts schedule={data} onEdit={edit} onDelete={remove} />
          <ScheduleRuns schedule={data} />
        </div>
      )}
      {dialogs}
    </Page>
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

function BackLink() {
  return (
    <Link
      to={listPath}
      className="target-line inline-flex items-center gap-1 text-table font-medium text-cobalt underline underline-offset-4"
    >
      <ArrowLeft aria-hidden="true" className="size-3.5" />
      {messages.back}
    </Link>
  );
}

function NotFound() {
  return (
    <Card>
      <EmptyState title={messages.notFoundTitle} text={messages.notFoundText}>
        <ButtonLink to={listPath} variant="outline">
          {messages.back}
        </ButtonLink>
      </EmptyState>
    </Card>
  );
}
