import {
  flaggedVerdictKinds,
  verdictErrorCodes,
  verdictKinds,
  type FlaggedVerdictKind,
} from '@shotwright/contract';
import { verdictKinds as engineKinds, type Verdict } from '@shotwright/capture';
import { describe, expect, test } from 'vitest';
import { verdictOutcomeOf } from './verdict-outcome.rules.ts';

const outcome = (
  verdict: Partial<Verdict> & Pick<Verdict, 'kind'>,
  options: Readonly<Record<string, unknown>> = {},
  targetStatus: number | null = 200,
) =>
  verdictOutcomeOf(options, {
    verdict: { reasons: [], confidence: 'high', ...verdict },
    targetStatus,
  });

test('the contract and the engine have the same kinds', () => {
  expect(verdictKinds).toEqual(engineKinds);
  expect(['ok', ...flaggedVerdictKinds]).toEqual(verdictKinds);
});

test('[VD-5] without a verdict, and with a good one, a capture is charged', () => {
  expect(verdictOutcomeOf({}, { verdict: null, targetStatus: null })).toEqual({ kind: 'charge' });
  expect(outcome({ kind: 'ok' }, { fail_on_verdict: [...flaggedVerdictKinds] })).toEqual({
    kind: 'charge',
  });
});

test.each<[FlaggedVerdictKind, Verdict['reasons'], boolean]>([
  ['blank', ['uniform_image'], true],
  ['bot_challenge', ['challenge_cloudflare'], true],
  ['host_error', ['error_status', 'uniform_image'], true],
  ['host_error', ['error_status'], false],
  ['login_wall', ['unauthorized', 'uniform_image'], true],
  ['login_wall', ['unauthorized'], false],
  ['cookie_wall', ['consent_overlay'], false],
  ['incomplete', ['spinner'], false],
  ['truncated', ['page_too_tall'], false],
])('[VD-5] %s because of %j of high confidence: refunded %s', (kind, reasons, isRefunded) => {
  const expected = isRefunded ? { kind: 'refund', note: `verdict:${kind}` } : { kind: 'charge' };
  expect(outcome({ kind, reasons })).toEqual(expected);
  expect(outcome({ kind, reasons, confidence: 'low' })).toEqual({ kind: 'charge' });
  expect(outcome({ kind, reasons }, { accept_verdicts: [kind] })).toEqual({ kind: 'charge' });
});

describe.each(flaggedVerdictKinds)('[VD-7] a capture that fails on %s', (kind) => {
  test.each(['high', 'low'] as const)('does so at %s confidence, with its code', (confidence) => {
    const failed = outcome({ kind, confidence }, { fail_on_verdict: [kind] });
    expect(failed).toMatchObject({
      kind: 'fail',
      note: `verdict:${kind}`,
      failure: { code: verdictErrorCodes[kind] },
    });
  });

  test('is not concerned by other kinds', () => {
    const others = flaggedVerdictKinds.filter((other) => other !== kind);
    expect(outcome({ kind, confidence: 'low' }, { fail_on_verdict: others })).toEqual({
      kind: 'charge',
    });
  });
});

test.each([
  [200, 'The page says that it does not exist or that an error occurred', false],
  [404, 'The host returned the error status 404', false],
  [500, 'The host returned the error status 500', true],
])('[VD-7] a host error with status %i: %s, retryable %s', (status, finding, isRetryable) => {
  expect(
    outcome({ kind: 'host_error' }, { fail_on_verdict: ['host_error'] }, status),
  ).toMatchObject({
    failure: {
      message: `${finding}, and fail_on_verdict names host_error. Nothing was charged.`,
      isRetryable,
    },
  });
});
