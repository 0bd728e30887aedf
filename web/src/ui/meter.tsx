import { useId, type ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

const tones = { green: 'bg-green', amber: 'bg-amber', red: 'bg-red', ink: 'bg-ink' } as const;

/** How much of a limit is used: a bar with its name and figures above it and words below. */
export function Meter(props: {
  label: string;
  /** Between 0 and 1; null: there is no limit, and no bar. */
  share: number | null;
  tone: keyof typeof tones;
  /** The figure that counts, at the right. */
  figure: ReactNode;
  /** What the bar means, in words. */
  value: string;
  children?: ReactNode;
}) {
  const labelId = useId();
  // What is used at all is seen.
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
              className={cn('block h-full rounded-full', tones[props.tone])}
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
