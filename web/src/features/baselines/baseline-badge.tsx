import type { BaselineCheck } from '@shotwright/contract';
import { Link } from 'react-router';
import { percentText } from '../../lib/format/percent.ts';
import { baselineMessages as messages } from '../../lib/messages/captures/baselines.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { comparisonPath } from './baselines.rules.ts';

const tones: Readonly<Record<BaselineCheck['status'], Tone>> = {
  baseline: 'grey',
  matched: 'green',
  changed: 'amber',
  failed: 'grey',
  new: 'grey',
};

/** Badge with the result of a check. */
export function BaselineBadge({ check, className }: { check: BaselineCheck; className?: string }) {
  return (
    <Badge tone={tones[check.status]} {...(className !== undefined && { className })}>
      {textOf(check)}
    </Badge>
  );
}

function textOf({ status, diffRatio }: BaselineCheck): string {
  return status === 'changed'
    ? messages.changed(percentText(diffRatio ?? 0))
    : messages.badges[status];
}

/**
 * Badge of a row: a link to the comparison if the capture has changed; hover or focus shows why it could
 * not be compared. `source`: URL of the capture.
 */
export function BaselineRowBadge({ check, source }: { check: BaselineCheck; source: string }) {
  const { status, message } = check;
  const to = comparisonPath(check);
  if (status === 'changed' && to !== undefined) {
    return (
      <Link
        to={to}
        aria-label={messages.compareOf(textOf(check), source)}
        className="target-line -my-0.5 rounded-full decoration-amber/50 underline-offset-2 hover:decoration-current"
      >
        <BaselineBadge check={check} className="underline decoration-inherit" />
      </Link>
    );
  }
  if (status !== 'failed' || message === null) return <BaselineBadge check={check} />;
  return (
    <Tooltip text={message}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip must also open without a mouse */}
      <span tabIndex={0} className="inline-flex rounded-full">
        <BaselineBadge check={check} />
        <span className="sr-only">: {message}</span>
      </span>
    </Tooltip>
  );
}
