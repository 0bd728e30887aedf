import { failureReasons } from '@shotwright/capture';
import type { ErrorCodeName } from '@shotwright/contract';
import { expect, test } from 'vitest';
import { deadlineFailure, failureError, internalFailure } from './failure.rules.ts';

test.for([...failureReasons, internalFailure.code, deadlineFailure.code])(
  'a capture that failed with %s is reported with that code',
  (code: ErrorCodeName) => {
    const error = failureError({ id: 'the id', failureCode: code, failureMessage: 'Because.' });
    expect(error).toMatchObject({ code, message: 'Because.', details: { screenshotId: 'the id' } });
  },
);

test('a stored failure code that the contract does not know is reported as an internal error', () => {
  const error = failureError({ id: 'the id', failureCode: 'retired', failureMessage: null });
  expect(error.code).toBe('internal_error');
});
