import { ApproveButton } from './approve-button.tsx';
import { BaselineBadge } from './baseline-badge.tsx';
import { canBeBaseline, useBaselineChecks, type CheckedCapture } from './checks.api.ts';

/**
 * Approval of the later of two compared captures, or its badge if it is the baseline. Renders nothing for
 * a capture that cannot be a baseline. `before`: ID of the earlier capture.
 */
export function ComparedBaseline({
  capture,
  before,
}: {
  capture: CheckedCapture | undefined;
  before: string;
}) {
  const { checks, isKnown } = useBaselineChecks(capture && [capture]);
  if (!capture || !canBeBaseline(capture) || !isKnown) return null;
  const check = checks.get(capture.id);
  if (check?.status === 'baseline') return <BaselineBadge check={check} source="" />;
  const isReview = check?.baselineScreenshotId === before;
  return <ApproveButton id={capture.id} variant={isReview ? 'default' : 'outline'} />;
}
