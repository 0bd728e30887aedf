import { useId, type ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

const barColors = { green: 'bg-green', amber: 'bg-amber', red: 'bg-red', ink: 'bg-ink' } as const;

/** Meter of a limit: name and figures above the bar, text below. */
export function Meter(props: {
  label: string;
  /** Fraction from 0 to 1; null if there is no limit, which also hides the bar. */
  share: number | null;
  tone: keyof typeof barColors;
  /** Main figure, on the right. */
  figure: ReactNode;
  /** Text alternative of the bar. */
  value: string;
  children?: ReactNode;
}) {
  const labelId = useId();
  // Rounded up, so that any usage is visible.
  const percent = Math.ceil((props.share ?? 0) * 100);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span id={labelId} className="text-table text-muted">
          {props.label}
        </span>
        <span className="figures text-lead font-semibold">{props.figure}</span>
      </div>
      {props.share !== null && (
        <>
          <meter
            aria-labelledby={labelId}
            aria-valuetext={props.value}
            min={0}
            max={100}
            value={percent}
            className="sr-only"
          />
          <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line">
            <span
              className={cn('block h-full rounded-full', barColors[props.tone])}
              style={{ width: percent === 0 ? '0' : `${String(percent)}%` }}
            />
          </div>
        </>
      )}
      <p className="figures text-label text-muted">
        {props.value}
        {props.children}
      </p>
    </div>
  );
}
