import { describe, expect, test } from 'vitest';
import { useEngine, type SpecPart } from './engine-fixture.ts';
import { rgb } from './pixels.ts';

const fixture = useEngine();
const green = rgb('#00aa44');
type Waiting = NonNullable<SpecPart['waiting']>;
const waitingFor = (waiting: Partial<Waiting>): SpecPart => ({
  waiting: { timeoutMs: 8_000, isBestEffort: false, ...waiting },
});
const deterministic = { determinism: { startMs: 1_735_689_600_000, seed: 1 } };

// The conditions of the last column are never met.
describe.each([
  ['CO-D1', 'wait_for_selector', { selector: '#ready' }, { selector: '#never' }],
  ['CO-D2', 'wait_for_hidden', { hiddenSelector: '.spinner' }, { hiddenSelector: 'body' }],
  ['CO-D3', 'wait_for_text', { text: 'is  ready' }, { text: 'is never' }],
  ['CO-D4', 'wait_for_function', { expression: 'window.isReady' }, { expression: 'missing.value' }],
  ['CO-D4', 'wait_for_function', { expression: 'async () => isReady' }, { expression: '0' }],
  ['CO-D12', 'wait_for_signal', { isSignalAwaited: true }, { isSignalAwaited: true }],
] as const)('[%s] %s %j', (...[, option, met, unmet]) => {
  test.each([{}, deterministic] satisfies SpecPart[])(
    'decides what is captured: %j',
    async (part) => {
      const path = option === 'wait_for_signal' ? '/signal-later' : '/ready-later';
      const { at, result } = await fixture.render(path, { ...part, ...waitingFor(met) });
      expect(at(50, 50)).toEqual(green);
      expect(result.report.waited).toEqual([{ for: option, ms: expect.any(Number), met: true }]);
    },
  );

  test('fails the capture with its name if it is not met, or warns at best effort', async () => {
    const waiting = { ...unmet, timeoutMs: 500 };
    const result = await fixture.capture('/ready-later', waitingFor(waiting));
    expect(result).toMatchObject({
      ok: false,
      reason: 'wait_condition_not_met',
      detail: expect.stringMatching(new RegExp(`^${option}: .+ within 0\\.5 s\\.$`)),
      pageImage: expect.anything(),
    });
    const captured = await fixture.render(
      '/ready-later',
      waitingFor({ ...waiting, isBestEffort: true }),
    );
    expect(captured.result.report.warnings).toEqual([{ option, message: expect.any(String) }]);
    expect(captured.result.report.waited).toMatchObject([{ for: option, met: false }]);
  });
});

test('without a condition the page is captured before', async () => {
  expect((await fixture.render('/ready-later')).at(50, 50)).not.toEqual(green);
});

test.each([
  [{ selector: 'a{}b' }, 'invalid_selector', 'wait_for_selector'],
  [{ hiddenSelector: 'xpath=//[' }, 'invalid_selector', 'wait_for_hidden'],
  [{ expression: 'a b' }, 'invalid_expression', 'wait_for_function'],
] as const)(
  '[CO-D1] [CO-D2] [CO-D4] the invalid condition %j is named',
  async (waiting, reason, option) => {
    const result = await fixture.capture('/ready-later', waitingFor(waiting));
    expect(result).toMatchObject({
      ok: false,
      reason,
      detail: expect.stringContaining(`${option}: `),
    });
  },
);

test('[CO-D5] network idle lasts as long as asked for; a page that never is idle adds a warning', async () => {
  const idle = await fixture.render('/green', waitingFor({ networkIdleMs: 400 }));
  expect(idle.result.report.warnings).toEqual([]);
  const busy = await fixture.render('/busy', waitingFor({ networkIdleMs: 400, timeoutMs: 300 }));
  expect(busy.result.report.warnings).toMatchObject([{ option: 'wait_for_network_idle' }]);
});

const reasonOf = async (path: string, assertions: SpecPart['assertions']) => {
  const result = await fixture.capture(path, { ...(assertions && { assertions }) });
  return result.ok ? 'ok' : `${result.reason} ${result.isRetryable} ${result.detail}`;
};

describe('assertions', () => {
  test('[CO-D8] statuses fail the capture, server errors to be retried', async () => {
    const failedStatuses = [
      [404, 404],
      [500, 599],
    ] as const;
    expect(await reasonOf('/none', { failedStatuses })).toMatch(
      /^host_returned_error false fail_on_status: .+ 404\.$/,
    );
    expect(await reasonOf('/broken-503', { failedStatuses })).toMatch(/^host_returned_error true /);
    expect(await reasonOf('/green', { failedStatuses })).toBe('ok');
    expect(await reasonOf('/none', { failedStatuses: [[500, 599]] })).toBe('ok');
  });

  test('[CO-D9] a missing or present selector fails the capture', async () => {
    const missing = await reasonOf('/parts', { requiredSelector: '#none' });
    expect(missing).toMatch(/^selector_assertion_failed false fail_if_selector_missing: .+"#none"/);
    const present = await reasonOf('/parts', { forbiddenSelector: 'xpath=//div' });
    expect(present).toMatch(/^selector_assertion_failed false fail_if_selector_present: /);
    const held = { requiredSelector: '#first', forbiddenSelector: '#none' };
    expect(await reasonOf('/parts', held)).toBe('ok');
    expect(await reasonOf('/parts', { requiredSelector: 'a{}b' })).toMatch(/^invalid_selector/);
  });

  test('[CO-D10] a shown or missing text fails the capture', async () => {
    expect(await reasonOf('/elements', { requiredText: 'haystack' })).toMatch(
      /^text_assertion_failed false fail_unless_text: .+"haystack"/,
    );
    expect(await reasonOf('/elements', { forbiddenText: 'needle' })).toMatch(
      /^text_assertion_failed false fail_if_text: /,
    );
    const held = { requiredText: 'needle', forbiddenText: 'haystack' };
    expect(await reasonOf('/elements', held)).toBe('ok');
  });

  test.each([
    ['document', '/none', 'status 404'],
    ['script', '/broken', 'net::ERR_EMPTY_RESPONSE'],
    ['stylesheet', '/none.css', 'status 404'],
    ['image', '/none.png', 'status 404'],
  ] as const)(
    '[CO-D13] a %s that cannot be loaded fails the capture',
    async (kind, path, cause) => {
      const url = `${fixture.site.origin}${path}`;
      expect(await reasonOf('/failing-parts', { loadedResources: [kind] })).toBe(
        `request_failed_assertion false fail_on_request_failure: the ${kind} ${url} was not loaded (${cause}).`,
      );
      expect(await reasonOf('/ready-later', { loadedResources: [kind] })).toBe('ok');
    },
  );

  test('[CO-D11] a console error fails the capture', async () => {
    const assertions = { isFailedByConsoleError: true };
    expect(await reasonOf('/console-error', assertions)).toMatch(
      /^console_error_assertion false fail_on_console_error: .*out of order/,
    );
    expect(await reasonOf('/elements', assertions)).toBe('ok');
  });
});
