import {
  isErrorCode,
  stepReportsSchema,
  verdictErrorCodes,
  type Verdict,
} from '@shotwright/contract';
import { AppError } from '../../../shared/app-error.ts';
import { failureMessageOf } from '../../../shared/capture-charge.ts';

/**
 * Converts a failed capture to the error of the call that waited for it, with the same code,
 * message and id as on the screenshot.
 */
export function failureError(failed: {
  readonly id: string;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly credits: number;
  readonly isRetryable: boolean;
  readonly verdict: Verdict | null;
  readonly report: Readonly<Record<string, unknown>> | null;
}): AppError {
  const code = failed.failureCode ?? '';
  return new AppError({
    code: isErrorCode(code) ? code : 'internal_error',
    message: failureMessageOf(failed) ?? 'The capture failed.',
    details: {
      screenshotId: failed.id,
      ...(failed.verdict && { verdict: failed.verdict }),
      ...(code === verdictErrorCodes.host_error && { hostStatus: failed.report?.['targetStatus'] }),
      ...(code === 'step_failed' && failedStepOf(failed.report)),
    },
    isRetryable: failed.isRetryable,
  });
}

/** Returns the position and the action of the last step of a report. */
function failedStepOf(
  report: Readonly<Record<string, unknown>> | null,
): { readonly step: number; readonly action: string } | undefined {
  const { data = [] } = stepReportsSchema.safeParse(report?.['steps']);
  const last = data.at(-1);
  return last && { step: data.length, action: last.action };
}

/** Failure of a capture that our side could not finish. */
export const internalFailure = {
  code: 'internal_error',
  message:
    'The capture failed because of an internal error. Nothing was charged. Please try again.',
  isRetryable: true,
} as const;

/** Failure of a capture that did not end in time, for any reason. */
export const deadlineFailure = {
  code: 'render_timeout',
  message: 'The screenshot was not finished within two minutes. Nothing was charged.',
  isRetryable: true,
} as const;

/** Failure of a capture that its owner cancelled. */
export const cancelledFailure = {
  code: 'cancelled',
  message: 'The capture was cancelled. Nothing was charged.',
  isRetryable: false,
} as const;
