import type { ApiKey } from '@shotwright/contract';
import { cn } from '../../lib/cn.ts';
import { formatCount, formatDate } from '../../lib/format/format.ts';
import { apiKeyMessages as messages } from '../../lib/messages/api-keys.ts';
import { UsageBar, usageTone } from '../../ui/usage-bar.tsx';
import { usageShare } from './api-keys.rules.ts';

/** Usage of a key in this cycle: count, a bar against its limit, and the reset date. */
export function KeyUsage({ apiKey }: { apiKey: ApiKey }) {
  const share = usageShare(apiKey);
  const note = share === undefined ? undefined : noteOf(share);
  return (
    <span className="grid gap-1 @max-xl:justify-items-end">
      <span className="figures">{formatCount(apiKey.monthlyUsage)}</span>
      {share !== undefined && <UsageBar share={share} />}
      {share !== undefined && note !== undefined && (
        <span
          className={cn(
            'max-w-40 text-label @max-xl:text-right',
            usageTone(share) === 'red' ? 'text-red' : 'text-amber',
          )}
        >
          {note}
        </span>
      )}
      <span className="text-label whitespace-nowrap text-muted">
        {messages.resets(formatDate(apiKey.usageResetsAt))}
      </span>
    </span>
  );
}

function noteOf(share: number): string | undefined {
  if (share >= 1) return messages.limitReached;
  return usageTone(share) === 'green' ? undefined : messages.share(Math.floor(share * 100));
}
