import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import type { Target } from '../target.ts';
import { viewport } from '../target.ts';
import { measureTarget } from './measurement.ts';
import { watchTree } from './process-tree.ts';

const site = { origin: '', cpuSeconds: async () => 0, close: () => undefined };
const image = { ms: 10, bytes: 100, ...viewport };
const request = {
  tree: watchTree([process.pid]),
  site,
  job: { page: 'tiny', source: { html: '' }, isFullPage: false },
  concurrency: 2,
  seconds: 0.2,
} as const;

test('captures count from the time at which every client has taken one', async () => {
  const others = Promise.withResolvers<void>();
  let hasStarted = false;
  let early = 0;
  const target: Target = {
    name: 'fake',
    rootPids: [process.pid],
    capture: async (_job, worker) => {
      const isEarly = !hasStarted;
      if (isEarly && worker === 0) {
        await others.promise;
        hasStarted = true;
      } else await sleep(10);
      if (isEarly && ++early === 5) others.resolve();
      return { ...image, ms: isEarly ? 1_000 : 10 };
    },
    close: async () => undefined,
  };
  const { taken, shots, shotsPerSecond, p95Ms } = await measureTarget({ ...request, target });
  expect(early).toBeGreaterThan(5);
  expect(p95Ms).toBe(10);
  expect(shots).toBeGreaterThan(0);
  expect(shots).toBeLessThan(taken - early);
  expect(shotsPerSecond).toBeLessThanOrEqual(shots / request.seconds);
});

test('a target without images ends with its errors and no captures', async () => {
  const target: Target = {
    name: 'fake',
    rootPids: [process.pid],
    capture: async () => Promise.reject(new Error('it is down')),
    close: async () => undefined,
  };
  const { shots, errors } = await measureTarget({ ...request, target });
  expect(shots).toBe(0);
  expect(new Set(errors)).toEqual(new Set(['Error: it is down']));
});
