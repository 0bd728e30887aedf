import type { BaselineCheck } from '@shotwright/contract';
import { Link } from 'react-router';
import { percentText } from '../../lib/format/percent.ts';
import { baselineMessages as messages } from '../../lib/messages/captures/baselines.ts';
import { Badge } from '../../ui/badge.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { comparisonPath } from './baselines.rules.ts';

/**
 * Badge with the result of a check: a link to the comparison if the capture has changed. `source`: URL
 * of the capture.
 */
export function BaselineBadge({ check, source }: { check: BaselineCheck; source: string }) {
  const to = comparisonPath(check);
  if (check.status === 'changed') {
    const text = messages.changed(percentText(check.diffRatio ?? 0));
    if (to === undefined) return <Badge tone="amber">{text}</Badge>;
    return (
      <Link
        to={to}
        aria-label={messages.compareOf(text, source)}
        className="target-line rounded-full decoration-amber/50 underline-offset-2 hover:decoration-current"
      >
        <Badge tone="amber" className="underline decoration-inherit">
          {text}
        </Badge>
      </Link>
    );
  }
  if (check.status === 'failed') return <NotCompared message={check.message} />;
  const tone = check.status === 'matched' ? 'green' : 'grey';
  return <Badge tone={tone}>{messages.badges[check.status]}</Badge>;
}

/** Badge of a capture that could not be compared; hover or focus shows the reason. */
function NotCompared({ message }: { message: string | null }) {
  const badge = <Badge>{messages.badges.failed}</Badge>;
  if (message === null) return badge;
  return (
    <Tooltip text={message}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip must also open without a mouse */}
      <span tabIndex={0} className="inline-flex rounded-full">
        {badge}
        <span className="sr-only">: {message}</span>
      </span>
    </Tooltip>
  );
}
