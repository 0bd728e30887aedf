import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { ImagePair } from './compare-images.ts';
import { createRunComparison } from './run-comparison.ts';

let pair: ImagePair;
beforeAll(async () => {
  const size = { width: 2_000, height: 2_000, channels: 3 as const };
  const image = (background: string) =>
    sharp({ create: { ...size, background } })
      .png()
      .toBuffer();
  pair = {
    before: await image('#fff'),
    after: await image('#000'),
    threshold: 0.1,
    includesAntialiasing: false,
    ignoredRegions: [],
    needsImage: true,
    maxSidePx: undefined,
  };
});

const limits = { timeLimitMs: 20_000, waitMs: 20_000 };
const { signal } = new AbortController();
const load = async () => pair;
const forOne = { organizationId: 'one', load, signal };

test('[CM-8] a comparison runs in a process of its own and returns the difference with its image', async () => {
  const { diffPixels, image } = await createRunComparison(limits)(forOne);
  expect(diffPixels).toBe(4_000_000);
  expect(
    Buffer.from(image?.bytes ?? [])
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
});

test('[CM-8] a comparison that exceeds its time limit is ended, and the next one runs', async () => {
  const run = createRunComparison({ ...limits, timeLimitMs: 30 });
  for (let repeat = 0; repeat < 2; repeat += 1) {
    await expect(run(forOne)).rejects.toMatchObject({ code: 'comparison_timeout' });
  }
});

test('[CM-8] a comparison whose client disconnects is ended, and the next one runs', async () => {
  const run = createRunComparison(limits);
  const client = new AbortController();
  const loaded = Promise.withResolvers<void>();
  const first = run({
    ...forOne,
    signal: client.signal,
    load: async () => {
      loaded.resolve();
      return pair;
    },
  });
  await loaded.promise;
  // The process starts before the next events are handled.
  await new Promise(setImmediate);
  client.abort(new Error('disconnected'));
  await expect(first).rejects.toThrow('disconnected');
  expect(await run(forOne)).toMatchObject({ diffPixels: 4_000_000 });
});

test('[CM-8] what cannot be decoded is an error, and the next one runs', async () => {
  const run = createRunComparison(limits);
  const broken = { ...pair, after: Buffer.from('no image') };
  await expect(run({ ...forOne, load: async () => broken })).rejects.toThrow('unsupported image');
  await expect(run(forOne)).resolves.toBeDefined();
});

test('[CM-8] comparisons run one at a time; one that waits too long is an error to repeat', async () => {
  const run = createRunComparison({ ...limits, waitMs: 50 });
  const { promise, resolve } = Promise.withResolvers<ImagePair>();
  const first = run({ ...forOne, load: () => promise });
  for (const organizationId of ['one', 'two']) {
    const waiting = run({ ...forOne, organizationId });
    await expect(waiting).rejects.toMatchObject({ code: 'queue_full', retryAfterSeconds: 5 });
  }
  resolve(pair);
  await expect(first).resolves.toBeDefined();
  await expect(run(forOne)).resolves.toBeDefined();
});

test('[CM-8] many comparisons of one organisation delay another by one', async () => {
  const run = createRunComparison(limits);
  const order: string[] = [];
  const start = (organizationId: string) =>
    run({
      organizationId,
      signal,
      load: async () => {
        order.push(organizationId);
        return { ...pair, needsImage: false };
      },
    });
  await Promise.all(['one', 'one', 'one', 'two'].map(start));
  expect(order).toEqual(['one', 'two', 'one', 'one']);
});
