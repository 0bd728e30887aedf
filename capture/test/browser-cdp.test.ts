import { PassThrough, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { decodeCbor, decodeFields, encodeCbor } from '../src/cdp/cbor.ts';
import { createCdpConnection } from '../src/cdp/connection.ts';
import { createMessageDecoder } from '../src/cdp/messages.ts';

/** Returns a writable stream that records the messages of each write. */
function createInput() {
  const batches: unknown[][] = [];
  const input = new Writable({
    writev: (chunks, done) => {
      batches.push(chunks.map(({ chunk }) => decodeCbor(chunk)));
      done();
    },
  });
  return Object.assign(input, { batches });
}

function openConnection() {
  const input = createInput();
  const output = new PassThrough();
  let breaks = 0;
  const connection = createCdpConnection({ input, output, onBroken: () => (breaks += 1) });
  const respond = (message: object) => output.write(encodeCbor(message));
  return { connection, input, output, respond, breaks: () => breaks };
}

function splitInto(whole: Buffer, chunkBytes: number): unknown[] {
  const messages: unknown[] = [];
  const split = createMessageDecoder((message) => messages.push(decodeCbor(message)));
  for (let at = 0; at < whole.length; at += chunkBytes) {
    split(whole.subarray(at, at + chunkBytes));
  }
  return messages;
}

test('messages are decoded at their boundaries, whatever the chunk boundaries', () => {
  const messages = [{ a: 'é' }, {}, { long: 'x'.repeat(1_000) }, [1, 2]];
  const whole = Buffer.concat([...messages.map(encodeCbor), encodeCbor({}).subarray(0, 5)]);
  for (const size of [1, 2, 3, 7, 64, whole.length]) {
    expect(splitInto(whole, size)).toEqual(messages);
  }
});

test('an image of 10 MB is decoded complete from pipe-sized chunks', () => {
  const data = Buffer.alloc(10_000_000, 7);
  const whole = encodeCbor([data]);
  const [read] = splitInto(whole, 65_536);
  const [bytes] = Array.isArray(read) ? read : [];
  expect(data.equals(bytes)).toBe(true);
});

test('an oversized or malformed message is rejected before it fills the memory', () => {
  const split = createMessageDecoder(() => undefined, 1_000);
  const long = encodeCbor({ text: 'x'.repeat(1_000) });
  expect(() => split(long.subarray(0, 20))).toThrow('size limit');
  expect(() => createMessageDecoder(() => undefined)(Buffer.from('{"id":1}'))).toThrow('CBOR');
});

test('every protocol value survives encoding and decoding', () => {
  const numbers = [0, 23, 24, 255, 256, 65_535, 65_536, 2 ** 31 - 1, -1, -24, -25, -(2 ** 31)];
  const value = {
    numbers: [...numbers, 2 ** 31, 2 ** 40, -(2 ** 31) - 1, 1.5, -0.25, 1e300],
    texts: ['', 'short', 'héé ☃ 𝄞', 'x'.repeat(70_000), '\ud834 alone', '\0'],
    others: [true, false, null, {}, [], { deep: { deeper: [{ deepest: 'yes' }] } }],
    bytes: Buffer.from([0, 255, 128]),
  };
  expect(decodeCbor(encodeCbor(value))).toEqual(value);
  expect(decodeCbor(encodeCbor({ kept: 1, left: undefined }))).toEqual({ kept: 1 });
});

test('a field named __proto__ is an ordinary field', () => {
  const hostile: unknown = JSON.parse('{"__proto__":{"isAdmin":true}}');
  const read = decodeCbor(encodeCbor(hostile));
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(Object.keys(Object(read))).toEqual(['__proto__']);
});

test('a truncated message is an error, not an endless read', () => {
  const whole = encodeCbor({ id: 1, result: { list: [1, 'two', 3.5], data: Buffer.alloc(9) } });
  for (let length = 7; length < whole.length; length += 1) {
    expect(() => decodeCbor(whole.subarray(0, length))).toThrow('ends too soon');
    expect(() => decodeFields(whole.subarray(0, length))).toThrow('ends too soon');
  }
});

test('responses resolve their own call, events reach only the listeners of their session', async () => {
  const { connection, respond } = openConnection();
  const events: string[] = [];
  const stop = connection.session('A').on({
    'Page.loadEventFired': () => events.push('A Page.loadEventFired'),
  });
  connection.root.on({ 'Page.loadEventFired': () => events.push('root') });
  const first = connection.session('A').send('Page.getNavigationHistory');
  const second = connection.root.send('Browser.getVersion');
  respond({ id: 2, result: { product: 'two' } });
  respond({ id: 1, error: { message: 'Not today' } });
  respond({ method: 'Page.loadEventFired', params: {}, sessionId: 'A' });
  respond({ method: 'Page.loadEventFired', params: {}, sessionId: 'B' });
  await expect(first).rejects.toThrow('Page.getNavigationHistory: Not today');
  await expect(second).resolves.toEqual({ product: 'two' });
  stop();
  respond({ method: 'Page.loadEventFired', params: {}, sessionId: 'A' });
  expect(events).toEqual(['A Page.loadEventFired']);
});

test('commands sent in one task are written at once and in order', async () => {
  const { connection, input } = openConnection();
  connection.session('A').send('Page.enable').catch(Boolean);
  connection.root.send('Browser.getVersion').catch(Boolean);
  await setImmediate();
  connection.root.send('Browser.close').catch(Boolean);
  await setImmediate();
  expect(input.batches).toEqual([
    [
      { id: 1, method: 'Page.enable', params: {}, sessionId: 'A' },
      { id: 2, method: 'Browser.getVersion', params: {} },
    ],
    [{ id: 3, method: 'Browser.close', params: {} }],
  ]);
  connection.fail('the test is over.');
});

test('a call without a response rejects at its deadline and is removed', async () => {
  const { connection, respond } = openConnection();
  const call = connection.root.send('Browser.getVersion', undefined, { timeoutMs: 20 });
  await expect(call).rejects.toThrow('Browser.getVersion: no response within 20 ms.');
  expect(connection.pendingCount).toBe(0);
  respond({ id: 1, result: {} });
});

test('detaching a session rejects its pending calls and no others', async () => {
  const { connection } = openConnection();
  const dropped = connection.session('A').send('Page.enable');
  const pending = connection.session('B').send('Page.enable');
  connection.dropSession('A');
  await expect(dropped).rejects.toThrow('the session has ended');
  expect(connection.pendingCount).toBe(1);
  connection.fail('the browser has exited.');
  await expect(pending).rejects.toThrow('Page.enable: the browser has exited.');
  await expect(connection.root.send('Browser.getVersion')).rejects.toThrow(
    'the browser has exited',
  );
  expect(connection.pendingCount).toBe(0);
});

test('a broken pipe is reported to the supervisor', async () => {
  const { output, input, breaks } = openConnection();
  output.destroy();
  input.destroy(new Error('write EPIPE'));
  await new Promise((resolve) => input.once('close', resolve));
  expect(breaks()).toBeGreaterThan(0);
});
