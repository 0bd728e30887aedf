import type { Usage } from '@shotwright/contract';
import { RotateCw } from 'lucide-react';
import { formatCount, formatCredits, formatDate, formatSize } from '../../../lib/format/format.ts';
import { commonMessages } from '../../../lib/messages/common.ts';
import { usageMessages as messages } from '../../../lib/messages/usage.ts';
import { Button } from '../../../ui/button.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx';
import { useUsage } from './usage.api.ts';
import { creditsInAll, meterThresholds, runsOutAt, shareOf } from './usage.rules.ts';

/**
 * Meters for credits and storage against the plan, with the forecast for the end of the cycle.
 * Source: acceptance BP-14.
 */
export function UsageMeters() {
  const { data, isError, refetch, isPending } = useUsage();
  const isWaiting = useSkeleton(isPending);
  if (data !== undefined) {
    return (
      <div className="grid content-start gap-6">
        <CreditsMeter usage={data} />
        <StorageMeter usage={data} />
      </div>
    );
  }
  if (isError) {
    return (
      <div className="grid content-center justify-items-start gap-2">
        <p className="text-table text-muted">{messages.loadFailed}</p>
        <Button variant="outline" size="sm" onClick={() => void refetch()}>
          <RotateCw aria-hidden="true" />
          {commonMessages.retry}
        </Button>
      </div>
    );
  }
  return (
    <div className={isWaiting ? 'grid content-start gap-6' : 'invisible grid gap-6'}>
      {[0, 1].map((line) => (
        <div key={line} className="grid gap-2">
          <div className="flex h-6 items-center justify-between">
            <Skeleton className="w-16" />
            <Skeleton className="w-24" />
          </div>
          <Skeleton className="h-2 w-full rounded-full" />
          <Skeleton className="w-48" />
        </div>
      ))}
    </div>
  );
}

function CreditsMeter({ usage }: { usage: Usage }) {
  const total = creditsInAll(usage);
  const share = shareOf(usage.creditsUsed, total);
  return (
    <Meter
      label={messages.credits}
      share={share}
      tone={share >= meterThresholds.urgent ? 'red' : share >= 0.75 ? 'amber' : 'green'}
      figure={messages.left(formatCredits(usage.creditsAvailable))}
      value={messages.used(formatCount(usage.creditsUsed), formatCount(total))}
    >
      {' · '}
      {messages.resets(formatDate(usage.cycleEndsAt))}
      <CreditNotes usage={usage} />
    </Meter>
  );
}

function CreditNotes({ usage }: { usage: Usage }) {
  const runsOut = runsOutAt(usage);
  return (
    <>
      {usage.creditsAvailable <= 0 ? (
        <span className="mt-1 block font-medium text-red">{messages.noneLeft}</span>
      ) : (
        usage.creditsForecast !== null && (
          <span className={runsOut === null ? 'mt-1 block' : 'mt-1 block font-medium text-amber'}>
            {runsOut === null
              ? messages.forecast(formatCount(usage.creditsForecast), formatDate(usage.cycleEndsAt))
              : messages.runsOut(formatDate(runsOut))}
          </span>
        )
      )}
      {usage.creditsLasting > 0 && (
        <span className="mt-1 block">{messages.lasting(formatCount(usage.creditsLasting))}</span>
      )}
    </>
  );
}

function StorageMeter({ usage }: { usage: Usage }) {
  const { storageUsed, storageLimit } = usage;
  if (storageLimit === null) {
    return (
      <Meter
        label={messages.storage}
        share={null}
        tone="ink"
        figure={formatSize(storageUsed)}
        value={messages.usedUnlimited(formatSize(storageUsed))}
      />
    );
  }
  const share = shareOf(storageUsed, storageLimit);
  return (
    <Meter
      label={messages.storage}
      share={share}
      tone={
        share >= meterThresholds.urgent ? 'red' : share >= meterThresholds.near ? 'amber' : 'green'
      }
      figure={messages.left(formatSize(Math.max(0, storageLimit - storageUsed)))}
      value={messages.used(formatSize(storageUsed), formatSize(storageLimit))}
    >
      {share >= meterThresholds.near && (
        <span className={`mt-1 block font-medium ${share >= 1 ? 'text-red' : 'text-amber'}`}>
          {share >= 1 ? messages.storageFull : messages.storageNear}
        </span>
      )}
    </Meter>
  );
}
