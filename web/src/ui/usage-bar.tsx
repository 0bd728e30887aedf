import { cn } from '../lib/cn.ts';

/** Usage shares that trigger the warning and the urgent style. Source: acceptance AK-12. */
const thresholds = { warning: 0.75, urgent: 0.95 } as const;

/** Returns the colour of a used share of a limit. */
export function usageTone(share: number): 'green' | 'amber' | 'red' {
  if (share >= thresholds.urgent) return 'red';
  return share >= thresholds.warning ? 'amber' : 'green';
}

const barColors = { green: 'bg-green', amber: 'bg-amber', red: 'bg-red' } as const;

/** Thin bar of a used share, 0 to 1 or above, for a row whose text names the figures. */
export function UsageBar({ share }: { share: number }) {
  return (
    <span aria-hidden="true" className="block h-1 w-28 overflow-hidden rounded-full bg-line">
      <span
        className={cn('block h-full', barColors[usageTone(share)])}
        style={{ width: `${String(Math.min(100, share * 100))}%` }}
      />
    </span>
  );
}
