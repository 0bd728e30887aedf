import type { ApiKey } from '@shotwright/contract';
import { cn } from '../../lib/cn.ts';
import { formatCount, formatDate } from '../../lib/format.ts';
import { apiKeyMessages as words } from '../../lib/messages/api-keys.ts';
import { usageMarks, usageShare } from './api-keys.rules.ts';

/** Usage of a key in this cycle: count, a bar against its limit, and the reset date. */
export function KeyUsage({ apiKey }: { apiKey: ApiKey }) {
  const share = usageShare(apiKey);
  const note = share === undefined ? undefined : noteOf(share);
  return (
    <span className="grid gap-1 @max-xl:justify-items-end">
      <span className="figures">{formatCount(apiKey.monthlyUsage)}</span>
      {share !== undefined && (
        <span aria-hidden="true" className="block h-1 w-28 overflow-hidden rounded-full bg-line">
          <span
            className={cn('block h-full', barTone(share))}
            style={{ width: `${String(Math.min(100, share * 100))}%` }}
          />
        </span>
      )}
      {note !== undefined && (
        <span
          className={cn(
            'max-w-40 text-label @max-xl:text-right',
            (share ?? 0) >= usageMarks.urgent ? 'text-red' : 'text-amber',
          )}
        >
          {note}
        </span>
      )}
      <span className="text-label whitespace-nowrap text-muted">
        {words.resets(formatDate(apiKey.usageResetsAt))}
      </span>
    </span>
  );
}

function noteOf(share: number): string | undefined {
  if (share >= 1) return words.limitReached;
  return share >= usageMarks.warning ? words.share(Math.floor(share * 100)) : undefined;
}

function barTone(share: number): string {
  if (share >= usageMarks.urgent) return 'bg-red';
  return share >= usageMarks.warning ? 'bg-amber' : 'bg-green';
}
