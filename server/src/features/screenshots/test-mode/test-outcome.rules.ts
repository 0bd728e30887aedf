import type { FailureReason } from '@shotwright/capture';
import { testHost, testPaths, type TestPath } from '@shotwright/contract';
import { AppError } from '../../../shared/app-error.ts';

/** Result that a URL of the test host forces; `delayMs` passes before it. */
export type TestOutcome =
  | { readonly kind: 'image'; readonly hostStatus: number; readonly delayMs: number }
  | { readonly kind: 'fail_once' }
  | {
      readonly kind: 'fail';
      readonly reason: FailureReason;
      readonly detail: string;
      readonly isRetryable: boolean;
    };

const image = (hostStatus: number, delayMs = 0) =>
  ({ kind: 'image', hostStatus, delayMs }) as const;
const fail = (reason: FailureReason, detail: string, isRetryable = false) =>
  ({ kind: 'fail', reason, detail, isRetryable }) as const;

const outcomes = {
  ok: image(200),
  slow: image(200, 5_000),
  timeout: fail('navigation_timeout', 'The page did not load in time.', true),
  dns: fail('dns_error', 'The host name could not be resolved.'),
  404: image(404),
  500: image(500),
  selector: fail('selector_not_found', 'No element matches the selector.'),
  huge: fail('page_too_large', 'The page exceeded the download limit of a capture.'),
  // Rejected before the capture.
  credits: image(200),
  flaky: { kind: 'fail_once' },
} as const satisfies Record<TestPath, TestOutcome>;

/** Failure of a flaky page, of which a second attempt works. */
export const flakyFailure = fail('page_crashed', 'The page crashed the browser.', true);

/** Returns the result of a capture in test mode. Any other page than those of the test host is fine. */
export function testOutcomeOf(url: string | null): TestOutcome {
  if (url === null || new URL(url).hostname !== testHost) return outcomes.ok;
  const name = testPathOf(url);
  if (name !== undefined) return outcomes[name];
  const names = testPaths.map((path) => `/${path}`).join(', ');
  return fail('dns_error', `${testHost} has the pages ${names} only.`);
}

/** Throws `insufficient_credits` (402) for the page that stands for an account without credits. */
export function requireTestCredits(url: string | null): void {
  if (url === null || new URL(url).hostname !== testHost || testPathOf(url) !== 'credits') return;
  throw new AppError({
    code: 'insufficient_credits',
    message: `Test mode: https://${testHost}/credits is captured as if all credits of this cycle were used.`,
  });
}

function testPathOf(url: string): TestPath | undefined {
  const { pathname } = new URL(url);
  return testPaths.find((path) => pathname === `/${path}`);
}
