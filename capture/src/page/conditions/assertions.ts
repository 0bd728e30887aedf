import { probeText } from '../../in-page/conditions.ts';
import { CaptureError } from '../../lib/capture-error.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';
import { presenceOf } from './presence.ts';

/** Checks the caller's assertions about a finished page. Throws the first one that does not hold. */
export async function assertPage(page: CapturePage): Promise<void> {
  const { assertions } = page.spec;
  if (assertions === undefined) return;
  assertStatus(page);
  assertRequests(page);
  await assertSelectors(page);
  await assertTexts(page);
  const [error] = page.consoleErrors.list;
  if (assertions.isFailedByConsoleError === true && error !== undefined)
    throw new CaptureError(
      'console_error_assertion',
      `fail_on_console_error: the page reported an error: ${error.slice(0, 200)}`,
    );
}

function assertStatus({ spec, navigations: { current } }: CapturePage): void {
  const status = current?.status ?? null;
  const { failedStatuses = [] } = spec.assertions ?? {};
  if (status === null || !failedStatuses.some(([from, to]) => from <= status && status <= to))
    return;
  const detail = `fail_on_status: the server returned the status ${status}.`;
  throw new CaptureError('host_returned_error', detail, { isRetryable: status >= 500 });
}

function assertRequests({ requestFailures }: CapturePage): void {
  const failed = requestFailures?.first;
  if (failed === undefined) return;
  const { kind, url, cause } = failed;
  const detail = `fail_on_request_failure: the ${kind} ${url.slice(0, 300)} was not loaded (${cause}).`;
  throw new CaptureError('request_failed_assertion', detail);
}

async function assertSelectors(page: CapturePage): Promise<void> {
  const { requiredSelector, forbiddenSelector } = page.spec.assertions ?? {};
  for (const [option, selector, isRequired] of [
    ['fail_if_selector_missing', requiredSelector, true],
    ['fail_if_selector_present', forbiddenSelector, false],
  ] as const) {
    if (selector === undefined) continue;
    const presence = await presenceOf(page, option, selector);
    if ((presence !== 'missing') === isRequired) continue;
    const what = isRequired ? 'no element matches' : 'an element matches';
    const detail = `${option}: ${what} "${selector.slice(0, 200)}".`;
    throw new CaptureError('selector_assertion_failed', detail);
  }
}

async function assertTexts(page: CapturePage): Promise<void> {
  const { requiredText, forbiddenText } = page.spec.assertions ?? {};
  for (const [option, text, isRequired] of [
    ['fail_unless_text', requiredText, true],
    ['fail_if_text', forbiddenText, false],
  ] as const) {
    if (text === undefined) continue;
    const isShown = (await evaluate(page, probeText, text)) === 'shown';
    if (isShown === isRequired) continue;
    const detail = `${option}: the page ${isRequired ? 'does not show' : 'shows'} "${text}".`;
    throw new CaptureError('text_assertion_failed', detail);
  }
}
