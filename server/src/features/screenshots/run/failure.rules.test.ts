import { failureReasons } from '@shotwright/capture';
import { errorCodes, type ErrorCodeName } from '@shotwright/contract';
import { expect, test } from 'vitest';
import type { ErrorKind } from '../../../lib/app-error.ts';
import { deadlineFailure, failureError, internalFailure } from './failure.rules.ts';

const statuses: Partial<Record<ErrorKind, number>> = {
  invalid: 400,
  forbidden: 403,
  conflict: 409,
  unprocessable: 422,
  internal: 500,
  unavailable: 503,
  timeout: 504,
};

test.for([...failureReasons, internalFailure.code, deadlineFailure.code])(
  'a capture that failed with %s is answered with the status of its code',
  (code: ErrorCodeName) => {
    const error = failureError({ id: 'the id', failureCode: code, failureMessage: 'Because.' });
    expect(statuses[error.kind]).toBe(errorCodes[code].status);
    expect(error).toMatchObject({ code, message: 'Because.', details: { screenshotId: 'the id' } });
  },
);
