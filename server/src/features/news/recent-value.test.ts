import { expect, test } from 'vitest';
import { createRecentValue } from './recent-value.ts';

/** A source whose loads end when the test says so, and a clock that the test sets. */
function createSource() {
  const loads: PromiseWithResolvers<string>[] = [];
  const errors: unknown[] = [];
  let nowMs = 0;
  const recent = createRecentValue({
    load: () => {
      const started = Promise.withResolvers<string>();
      loads.push(started);
      return started.promise;
    },
    initial: 'initial',
    maxAgeMs: 5_000,
    timeoutMs: 20,
    clock: { now: () => new Date(nowMs) },
    onError: (err) => errors.push(err),
  });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { recent, loads, errors, pass };
}

test('[SF-6] many readers share one load, and the next one comes only when the value is too old', async () => {
  const { recent, loads, pass } = createSource();
  const readers = Promise.all([recent.read(), recent.read(), recent.read()]);
  loads[0]?.resolve('first');
  expect(await readers).toEqual(['first', 'first', 'first']);
  pass(4_999);
  expect(await recent.read()).toBe('first');
  expect(loads).toHaveLength(1);
  pass(1);
  const later = recent.read();
  loads[1]?.resolve('second');
  expect(await later).toBe('second');
  expect(loads).toHaveLength(2);
});

test('[SF-6] a failed or slow load leaves the last value, and a failed one is not repeated at once', async () => {
  const { recent, loads, errors, pass } = createSource();
  const first = recent.read();
  loads[0]?.resolve('first');
  await first;
  pass(5_000);
  const failing = recent.read();
  loads[1]?.reject(new Error('away'));
  expect(await failing).toBe('first');
  expect(errors).toHaveLength(1);
  expect(await recent.read()).toBe('first');
  expect(loads).toHaveLength(2);
  pass(5_000);
  // This load never ends.
  expect(await recent.read()).toBe('first');
  expect(loads).toHaveLength(3);
});

test('[SF-6] a load that began before a change does not replace the value after it', async () => {
  const { recent, loads } = createSource();
  const before = recent.read();
  recent.forget();
  const after = recent.read();
  loads[1]?.resolve('after the change');
  expect(await after).toBe('after the change');
  loads[0]?.resolve('before the change');
  await before;
  expect(await recent.read()).toBe('after the change');
});

test('[SF-6] the latest value is returned without waiting, and an old one is loaded meanwhile', async () => {
  const { recent, loads } = createSource();
  expect(recent.latest()).toBe('initial');
  loads[0]?.resolve('first');
  await loads[0]?.promise;
  await recent.read();
  expect(recent.latest()).toBe('first');
  expect(loads).toHaveLength(1);
});
