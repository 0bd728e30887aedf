import { setTimeout as sleep } from 'node:timers/promises';
import type { CaptureCallOptions, CaptureResult, CaptureSpec } from '@shotwright/capture';
import { flakyFailure, testOutcomeOf, type TestOutcome } from './test-outcome.rules.ts';

interface TestEngineDependencies {
  /** Returns the files of a specification without a browser and without the network. */
  readonly captureTestImage: (spec: CaptureSpec) => Promise<CaptureResult>;
  /** True if the organisation's last ended test capture of this URL failed. */
  readonly hasFailedLast: (capture: {
    readonly organizationId: string;
    readonly url: string;
  }) => Promise<boolean>;
}

/** Captures in test mode: makes no request, and forces the results of the test host. */
export interface TestEngine {
  capture(spec: CaptureSpec, options: CaptureCallOptions): Promise<CaptureResult>;
}

/** Creates a {@link TestEngine}. */
export function createTestEngine({
  captureTestImage,
  hasFailedLast,
}: TestEngineDependencies): TestEngine {
  /** Captures whose flaky page has failed; a retry of the same capture works. */
  const hasFailed = new WeakSet<CaptureSpec>();
  const failsNow = async (spec: CaptureSpec, organizationId: string): Promise<boolean> => {
    if (spec.source.kind !== 'url' || hasFailed.has(spec)) return false;
    hasFailed.add(spec);
    return !(await hasFailedLast({ organizationId, url: spec.source.url }));
  };
  return {
    capture: async (spec, { owner, signal, onPhase }) => {
      const outcome = testOutcomeOf(spec.source.kind === 'url' ? spec.source.url : null);
      onPhase?.('loading');
      if (outcome.kind === 'image' && outcome.delayMs > 0) {
        // Ends early if the capture was cancelled; its caller then discards the result.
        await sleep(outcome.delayMs, undefined, signal && { signal }).catch(() => undefined);
      }
      onPhase?.('capturing');
      const result = await captureTestImage(spec);
      if (!result.ok) return result;
      if (outcome.kind === 'image') return withStatus(result, spec, outcome);
      if (outcome.kind === 'fail') return failed(result, outcome);
      return (await failsNow(spec, owner)) ? failed(result, flakyFailure) : result;
    },
  };
}

type Captured = Extract<CaptureResult, { ok: true }>;

function failed(
  { report }: Captured,
  { reason, detail, isRetryable }: Extract<TestOutcome, { kind: 'fail' }>,
): CaptureResult {
  return {
    ok: false,
    reason,
    detail,
    isRetryable,
    report: { ...report, targetStatus: null, verdict: null },
  };
}

/** Returns the result of a page with a status: with an error status, its verdict and assertions. */
function withStatus(
  result: Captured,
  { assertions }: CaptureSpec,
  { hostStatus: status }: Extract<TestOutcome, { kind: 'image' }>,
): CaptureResult {
  if (status < 400) return result;
  const report: Captured['report'] = {
    ...result.report,
    targetStatus: status,
    verdict: { kind: 'host_error', reasons: ['error_status'], confidence: 'high' },
  };
  const { failedStatuses = [] } = assertions ?? {};
  if (!failedStatuses.some(([from, to]) => from <= status && status <= to)) {
    return { ...result, report };
  }
  return {
    ok: false,
    reason: 'host_returned_error',
    detail: `fail_on_status: the server returned the status ${status}.`,
    isRetryable: status >= 500,
    report: { ...report, verdict: null },
  };
}
