import { captureOptionsOf, urlCaptureSchema } from '@shotwright/contract';
import { expect, test } from 'vitest';
import { captureSpecOf } from '../run/capture-spec.rules.ts';
import { readCaptureRequest } from './capture-request.rules.ts';

const rules = { checkUrl: () => ({ isAllowed: true }) as const, deviceNames: [] };
const specOf = (fields: object) => {
  const parsed = urlCaptureSchema.parse({ url: 'https://example.com', ...fields });
  const { url, html, options } = readCaptureRequest(captureOptionsOf(parsed), rules);
  return captureSpecOf({ url, html, options, secrets: {} }, () => undefined);
};

test('[CO-D1] [CO-D2] [CO-D3] [CO-D4] [CO-D5] [CO-D6] [CO-D7] conditions reach the engine with their timeout', () => {
  expect(
    specOf({
      wait_for_selector: '#a',
      wait_for_hidden: '.b',
      wait_for_text: 'c',
      wait_for_function: 'd()',
      wait_for_network_idle: '500',
      wait_timeout: 2.5,
      best_effort: 'true',
    }).waiting,
  ).toEqual({
    selector: '#a',
    hiddenSelector: '.b',
    text: 'c',
    expression: 'd()',
    networkIdleMs: 500,
    timeoutMs: 2_500,
    isBestEffort: true,
  });
  expect(specOf({ wait_for_text: 'c' }).waiting).toMatchObject({ timeoutMs: 10_000 });
  expect(specOf({})).not.toHaveProperty('waiting');
});

test('[CO-D4] [CO-D6] [CO-D7] conditions that cannot be met, and settings without one, name both options', () => {
  expect(() => specOf({ wait_for_function: '1', disable_javascript: true })).toThrow(
    'disable_javascript',
  );
  for (const fields of [{ wait_timeout: 5 }, { best_effort: true }]) {
    expect(() => specOf(fields)).toThrow('wait_for_selector');
  }
});

test('[CO-D8] [CO-D9] [CO-D10] [CO-D11] assertions reach the engine', () => {
  expect(
    specOf({
      fail_on_status: '4xx, 500,503-599',
      fail_if_selector_missing: '#a',
      fail_if_selector_present: '#b',
      fail_unless_text: 'c',
      fail_if_text: 'd',
      fail_on_console_error: true,
    }).assertions,
  ).toEqual({
    failedStatuses: [
      [400, 499],
      [500, 500],
      [503, 599],
    ],
    requiredSelector: '#a',
    forbiddenSelector: '#b',
    requiredText: 'c',
    forbiddenText: 'd',
    isFailedByConsoleError: true,
  });
  expect(specOf({})).not.toHaveProperty('assertions');
});

test.each(['6xx', '404;500', '599-500', '4000', Array(21).fill('404').join()])(
  '[CO-D8] the statuses %s are rejected by name',
  (fail_on_status) => {
    expect(() => specOf({ fail_on_status })).toThrow('fail_on_status: must be 1 to 20 statuses');
  },
);

test('[CO-D12] [CO-D13] [CO-D14] [CO-D15] [CO-D16] the rest of the waiting reaches the engine', () => {
  expect(
    specOf({
      wait_until: 'network_idle',
      wait_for_signal: true,
      timeout: '30',
      scroll_to: ' 1200 px',
      fail_on_request_failure: 'script,image',
    }),
  ).toMatchObject({
    waitUntil: 'network_idle',
    waiting: { isSignalAwaited: true },
    timeoutMs: 30_000,
    scrollTo: 1_200,
    assertions: { loadedResources: ['script', 'image'] },
  });
  expect(specOf({ scroll_to: '#a' })).toMatchObject({ scrollTo: '#a' });
  for (const name of ['waitUntil', 'timeoutMs', 'scrollTo']) {
    expect(specOf({ wait_until: 'auto' })).not.toHaveProperty(name);
  }
});

test.each([
  [{ wait_until: 'idle' }, 'must be auto, load, domcontentloaded, network_idle or commit'],
  [{ timeout: 4 }, 'must be a whole number from 5 to 90'],
  [{ retries: 3 }, 'must be a whole number from 0 to 2'],
  [{ fail_on_request_failure: 'font' }, 'must be a list of document, script, stylesheet, image'],
])('[CO-D12] [CO-D13] [CO-D14] [CO-D16] [CO-D17] %j is rejected: %s', (fields, message) => {
  const { error } = urlCaptureSchema.safeParse({ url: 'x', ...fields });
  expect(error?.issues).toMatchObject([{ path: Object.keys(fields), message }]);
});

test('[CO-D12] [CO-D14] [CO-D15] contradictions name both options', () => {
  for (const [fields, other] of [
    [{ wait_until: 'load', deterministic: true }, 'deterministic'],
    [{ wait_for_signal: true, disable_javascript: true }, 'disable_javascript'],
    [{ scroll_to: '5', full_page: true }, 'full_page'],
  ] as const) {
    expect(() => specOf(fields)).toThrow(other);
  }
});
