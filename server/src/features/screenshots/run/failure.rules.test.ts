import { failureReasons } from '@shotwright/capture';
import type { ErrorCodeName } from '@shotwright/contract';
import { expect, test } from 'vitest';
import {
  cancelledFailure,
  deadlineFailure,
  failureError,
  internalFailure,
} from './failure.rules.ts';

const failed = { id: 'the id', credits: 1, isRetryable: false, verdict: null, report: null };

test.for([...failureReasons, internalFailure.code, deadlineFailure.code])(
  'a capture that failed with %s is reported with that code',
  (code: ErrorCodeName) => {
    const error = failureError({ ...failed, failureCode: code, failureMessage: 'Because.' });
    expect(error).toMatchObject({ code, message: 'Because.' });
    expect(error.details).toEqual({ screenshotId: 'the id' });
  },
);

test('a stored failure code that the contract does not know is reported as an internal error', () => {
  const error = failureError({ ...failed, failureCode: 'retired', failureMessage: null });
  expect(error.code).toBe('internal_error');
});

test('the message of a failure speaks of charges only if the capture has a price', () => {
  const messageOf = (credits: number) => failureError({ ...failed, ...cancelled, credits }).message;
  const cancelled = {
    failureCode: cancelledFailure.code,
    failureMessage: cancelledFailure.message,
  };
  expect(messageOf(1)).toBe('The capture was cancelled. Nothing was charged.');
  expect(messageOf(0)).toBe('The capture was cancelled.');
});

test('[VD-7] a failure because of a verdict names it, the status of the host, and its own retry', () => {
  const verdict = { kind: 'host_error', reasons: ['error_status'], confidence: 'high' } as const;
  const error = failureError({
    ...failed,
    failureCode: 'host_returned_error',
    failureMessage: 'Because.',
    verdict: { ...verdict, reasons: [...verdict.reasons] },
    report: { targetStatus: 404 },
  });
  expect(error.details).toEqual({ screenshotId: 'the id', verdict, hostStatus: 404 });
  expect(error.isRetryable).toBe(false);
});
