import { usageMessages as messages } from '../../../lib/messages/usage.ts';
import { Card } from '../../../ui/card.tsx';
import { LoadError } from '../../../ui/empty-state.tsx';
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx';
import { Ledger } from './ledger.tsx';
import { UsageBreakdown } from './usage-breakdown.tsx';
import { UsageChart } from './usage-chart.tsx';
import { useUsage } from './usage.api.ts';

/** Tab with the usage of the cycle's credits and the full ledger. */
export function UsageTab() {
  const { data, isError, error, refetch, isPending } = useUsage();
  const isWaiting = useSkeleton(isPending);
  return (
    <div className="grid gap-10">
      {data !== undefined ? (
        <>
          <UsageChart usage={data} />
          <UsageBreakdown usage={data} />
        </>
      ) : isError ? (
        <LoadError
          title={messages.loadFailed}
          help={messages.loadFailedHelp}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Card className={isWaiting ? 'h-72 p-5' : 'invisible h-72'}>
          <Skeleton className="h-full w-full" />
        </Card>
      )}
      <Ledger />
    </div>
  );
}
