import { Link } from 'react-router';
import { useOverview } from '../features/overview/overview.api.ts';
import { useAnimatedNumber } from '../lib/animated-number.ts';
import { useBanner } from '../lib/banners.ts';
import { cn } from '../lib/cn.ts';
import { formatCount, formatDate } from '../lib/format/format.ts';
import { shellMessages as messages } from '../lib/messages/shell.ts';
import { Tooltip } from '../ui/tooltip.tsx';

const actions = [
  { label: messages.upgrade, to: '/dashboard/billing' },
  { label: messages.redeemCoupon, to: '/dashboard/settings?tab=coupon' },
] as const;

/**
 * Credits used in this cycle: green, amber from 75 %, red from 95 %; with none left a banner offers
 * actions.
 */
export function CreditsMeter() {
  const { data } = useOverview();
  const isEmpty = data !== undefined && data.credits <= 0;
  const text = isEmpty ? messages.creditsEmpty(formatDate(data.creditsResetAt)) : '';
  useBanner(isEmpty ? { id: 'credits', priority: 10, text, actions } : null);
  if (data === undefined || data.creditsTotal <= 0) return null;
  return <Meter credits={data.credits} total={data.creditsTotal} resetAt={data.creditsResetAt} />;
}

function Meter(props: { credits: number; total: number; resetAt: string }) {
  const used = Math.min(props.total, Math.max(0, props.total - props.credits));
  const share = used / props.total;
  const shownUsed = useAnimatedNumber(used);
  const shownTotal = useAnimatedNumber(props.total);
  const tone = share >= 0.95 ? 'stroke-red' : share >= 0.75 ? 'stroke-amber' : 'stroke-green';
  return (
    <Tooltip text={messages.creditsReset(formatDate(props.resetAt))} side="bottom">
      <Link
        to="/dashboard/billing"
        className="flex h-8 items-center gap-2 rounded-control px-2 text-table text-muted hover:bg-grey-wash hover:text-ink pointer-coarse:h-11"
      >
        <svg viewBox="0 0 20 20" aria-hidden="true" className="size-4.5 -rotate-90">
          <circle cx="10" cy="10" r="8" fill="none" strokeWidth="3" className="stroke-line" />
          <circle
            cx="10"
            cy="10"
            r="8"
            fill="none"
            strokeWidth="3"
            pathLength={100}
            strokeDasharray={`${String(share * 100)} 100`}
            className={tone}
          />
        </svg>
        <span className="sr-only">{messages.creditsMeterLabel}: </span>
        <span className={cn('figures')}>
          {messages.creditsMeter(formatCount(shownUsed), formatCount(shownTotal))}
        </span>
      </Link>
    </Tooltip>
  );
}
