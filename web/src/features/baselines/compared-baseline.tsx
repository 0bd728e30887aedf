import { ApproveButton } from './approve-button.tsx';
import { BaselineBadge } from './baseline-badge.tsx';
import { canBeBaseline, useBaselineChecks, type CheckedCapture } from './checks.api.ts';

/** Badge of a compared capture that is a baseline. */
export function ComparedBadge({ capture }: { capture: CheckedCapture }) {
  const { checks } = useBaselineChecks([capture]);
  const check = checks.get(capture.id);
  return check?.status === 'baseline' && <BaselineBadge check={check} className="-my-0.5" />;
}

/**
 * Button that approves the later of two compared captures. Renders nothing for a baseline, and for a
 * capture that cannot be one. `before`: ID of the earlier capture.
 */
export function ComparedApproval({
  capture,
  before,
}: {
  capture: CheckedCapture | undefined;
  before: string;
}) {
  const { checks, isKnown } = useBaselineChecks(capture && [capture]);
  if (!capture || !canBeBaseline(capture) || !isKnown) return null;
  const check = checks.get(capture.id);
  if (check?.status === 'baseline') return null;
  const isReview = check?.baselineScreenshotId === before;
  return (
    <ApproveButton
      id={capture.id}
      variant={isReview ? 'default' : 'outline'}
      nextFocus={() => document.querySelector<HTMLElement>('h1')}
    />
  );
}
