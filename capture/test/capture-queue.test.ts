import { expect, test } from 'vitest';
import {
  createCaptureQueue,
  type CaptureQueue,
  type SlotRequest,
  type CaptureSlot,
} from '../src/queue/capture-queue.ts';
import { createAdaptiveLimit } from '../src/queue/concurrency-limit.ts';

const request = (part: Partial<SlotRequest> = {}): SlotRequest => ({
  owner: 'a',
  priority: 0,
  slotClass: 'viewport',
  ...part,
});

/** Fills one slot, queues the named requests, and returns the order in which they get a slot. */
async function orderOf(queue: CaptureQueue, requests: Record<string, SlotRequest>) {
  const first = await queue.enter(request({ owner: 'first' }));
  const order: string[] = [];
  const all = Object.entries(requests).map(async ([name, one]) => {
    const slot = await queue.enter(one);
    order.push(name);
    slot?.release();
  });
  first?.release();
  await Promise.all(all);
  return order;
}

test('owners are served round robin, whatever their backlog', async () => {
  const order = await orderOf(createCaptureQueue(1), {
    a1: request(),
    a2: request(),
    a3: request(),
    b1: request({ owner: 'b' }),
    c1: request({ owner: 'c' }),
  });
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('a higher priority is served first', async () => {
  const order = await orderOf(createCaptureQueue(1), { a: request(), b: request({ priority: 1 }) });
  expect(order).toEqual(['b', 'a']);
});

test('high-priority requests never overtake the turns of other owners twice in a row', async () => {
  const urgent = (owner: string) => request({ owner, priority: 1 });
  const order = await orderOf(createCaptureQueue(1), {
    a1: urgent('a'),
    b1: urgent('b'),
    a2: urgent('a'),
    b2: urgent('b'),
    c1: request({ owner: 'c' }),
    d1: request({ owner: 'd' }),
  });
  expect(order).toEqual(['a1', 'b1', 'a2', 'c1', 'b2', 'd1']);
});

test('the next owner in turn starts its high-priority request first', async () => {
  const order = await orderOf(createCaptureQueue(1), {
    a: request({ priority: 1 }),
    b1: request({ owner: 'b' }),
    b2: request({ owner: 'b', priority: 1 }),
  });
  expect(order).toEqual(['a', 'b2', 'b1']);
});

test('full pages use at most half of the slots, and huge images run one at a time', async () => {
  const queue = createCaptureQueue(4);
  const slots: CaptureSlot[] = [];
  const enter = (slotClass: SlotRequest['slotClass']): void => {
    queue.enter(request({ slotClass })).then((slot) => slot && slots.push(slot), expect.fail);
  };
  for (let count = 0; count < 3; count += 1) enter('fullPage');
  for (let count = 0; count < 3; count += 1) enter('huge');
  await Promise.resolve();
  expect([queue.running, queue.waiting]).toEqual([3, 3]);
  enter('viewport');
  expect(queue.running).toBe(4);
});

test('a raised limit admits requests that wait', async () => {
  const limit = createAdaptiveLimit({ min: 1, max: 2 });
  const queue = createCaptureQueue(limit);
  await queue.enter(request());
  const second = queue.enter(request());
  expect([queue.running, queue.waiting]).toEqual([1, 1]);
  limit.adapt(
    { running: 1, awaiting: 0 },
    { cpuShare: 0, availableBytes: Infinity, loopDelayMs: 0 },
  );
  await second;
  expect([queue.running, queue.waiting]).toEqual([2, 0]);
});

test('an aborted request leaves the queue, and a slot is released only once', async () => {
  const queue = createCaptureQueue(1);
  const slot = await queue.enter(request());
  const cancelling = new AbortController();
  const waiting = queue.enter(request({ signal: cancelling.signal }));
  cancelling.abort();
  expect(await waiting).toBeUndefined();
  expect(queue.waiting).toBe(0);
  slot?.release();
  slot?.release();
  await queue.enter(request());
  expect(queue.running).toBe(1);
});
