import type { Schedule } from '@shotwright/contract';
import { useSearchParams } from 'react-router';
import { useListKeys } from '../../../lib/keyboard/list-keys.ts';
import { scheduleMessages as messages } from '../../../lib/messages/captures/schedules.ts';
import { positiveNumber, withValues } from '../../../lib/search-params.ts';
import { Card, SectionHeading } from '../../../ui/card.tsx';
import { EmptyState, LoadError } from '../../../ui/empty-state.tsx';
import { ListPages } from '../../../ui/pagination.tsx';
import { pageSize, useScheduleRuns } from '../schedules.api.ts';
import { RunsTable } from './runs-table.tsx';

const headingId = 'schedule-runs';

/** Runs of a schedule, newest first, in pages. The page is in the URL. */
export function ScheduleRuns({ schedule }: { schedule: Schedule }) {
  const [search, setSearch] = useSearchParams();
  const page = positiveNumber(search.get('page')) ?? 1;
  const runs = useScheduleRuns(schedule.scheduleId, page);
  useListKeys({});
  return (
    <section aria-labelledby={headingId} className="grid min-w-0 gap-3">
      <SectionHeading
        id={headingId}
        title={messages.runs}
        detail={<span className="text-label text-muted">{messages.runsNote}</span>}
      />
      <Runs
        runs={runs}
        timezone={schedule.timezone}
        page={page}
        onPage={(next) =>
          setSearch((now) => withValues(now, { page: String(next) }), {
            replace: true,
            preventScrollReset: true,
          })
        }
      />
    </section>
  );
}

function Runs(props: {
  runs: ReturnType<typeof useScheduleRuns>;
  timezone: string;
  page: number;
  onPage: (page: number) => void;
}) {
  const { data, isError, error, refetch, isPlaceholderData } = props.runs;
  if (isError && data === undefined)
    return <LoadError title={messages.runsFailed} error={error} onRetry={() => void refetch()} />;
  if (data?.meta.total === 0)
    return (
      <Card>
        <EmptyState title={messages.noRunsTitle} text={messages.noRunsText} />
      </Card>
    );
  return (
    <>
      <RunsTable runs={data?.runs} timezone={props.timezone} isStale={isPlaceholderData} />
      <ListPages
        noun={messages.runs}
        page={props.page}
        pageSize={pageSize}
        total={data?.meta.total}
        onPage={props.onPage}
      />
    </>
  );
}
