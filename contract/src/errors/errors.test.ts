import { describe, expect, expectTypeOf, test } from 'vitest';
import { errorCodeOf, errorCodes, isErrorCode, type ErrorCodeOf } from './errors.ts';
import type { ErrorCode } from './error-code.ts';

const all = Object.entries<ErrorCode>(errorCodes);

describe('error codes', () => {
  test('are snake_case names with one sentence each', () => {
    for (const [name, { meaning }] of all) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect([name, meaning]).toEqual([name, expect.stringMatching(/^\w[^\n]{10,150}\.$/)]);
    }
  });

  test('decide the status alone: the type names the codes of a status', () => {
    expectTypeOf<'screenshot_not_found'>().toExtend<ErrorCodeOf<404>>();
    expectTypeOf<'rate_limited'>().not.toExtend<ErrorCodeOf<404>>();
    expectTypeOf<ErrorCodeOf<405>>().toEqualTypeOf<'method_not_allowed'>();
    expect(errorCodeOf('rate_limited')).toMatchObject({ status: 429, isRetryable: true });
  });

  test('of the caller are permanent, except where waiting helps', () => {
    const transient = all.filter(([, { status, isRetryable }]) => status < 409 && isRetryable);
    expect(transient).toEqual([]);
  });

  test('that the table lacks are reported as internal errors', () => {
    expect(isErrorCode('toString')).toBe(false);
    expect(errorCodeOf('toString')).toMatchObject({ status: 500, isRetryable: true });
  });
});
