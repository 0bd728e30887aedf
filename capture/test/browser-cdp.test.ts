import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createCdpConnection } from '../src/browser/cdp-connection.ts';
import { createMessageSplitter } from '../src/browser/cdp-messages.ts';

function openConnection() {
  const input = new PassThrough();
  const output = new PassThrough();
  let breaks = 0;
  const connection = createCdpConnection({ input, output, onBroken: () => (breaks += 1) });
  const answer = (message: object) => output.write(`${JSON.stringify(message)}\0`);
  return { connection, input, output, answer, breaks: () => breaks };
}

test('messages are cut at NUL bytes wherever the chunks end', () => {
  const whole = Buffer.from('{"a":"é"}\0{}\0{"long":"' + 'x'.repeat(1_000) + '"}\0rest');
  for (const size of [1, 2, 3, 7, 64, whole.length]) {
    const messages: string[] = [];
    const split = createMessageSplitter((message) => messages.push(message.toString()));
    for (let at = 0; at < whole.length; at += size) split(whole.subarray(at, at + size));
    expect(messages.join('\0')).toBe(whole.toString().slice(0, -5));
  }
});

test('a message of 10 MB in pipe-sized chunks takes well under a tenth of a second', () => {
  const whole = Buffer.from(
    `${JSON.stringify({ id: 1, result: { data: 'A'.repeat(10_000_000) } })}\0`,
  );
  let length = 0;
  const split = createMessageSplitter((message) => (length = message.length));
  const startedAt = performance.now();
  for (let at = 0; at < whole.length; at += 65_536) split(whole.subarray(at, at + 65_536));
  expect(performance.now() - startedAt).toBeLessThan(100);
  expect(length).toBe(whole.length - 1);
});

test('a message without end is refused before it fills the memory', () => {
  const split = createMessageSplitter(() => undefined, 1_000);
  split(Buffer.alloc(900, 'x'));
  expect(() => split(Buffer.alloc(200, 'x'))).toThrow('size limit');
});

test('answers reach their own call, events only the listeners of their session', async () => {
  const { connection, answer, input } = openConnection();
  const heard: string[] = [];
  const stop = connection.session('A').on((method) => heard.push(`A ${method}`));
  connection.root.on((method) => heard.push(`root ${method}`));
  const first = connection.session('A').send('Page.getNavigationHistory');
  const second = connection.root.send('Browser.getVersion');
  answer({ id: 2, result: { product: 'two' } });
  answer({ id: 1, error: { message: 'Not today' } });
  answer({ method: 'Page.loadEventFired', params: {}, sessionId: 'A' });
  answer({ method: 'Page.loadEventFired', params: {}, sessionId: 'B' });
  await expect(first).rejects.toThrow('Page.getNavigationHistory: Not today');
  await expect(second).resolves.toEqual({ product: 'two' });
  stop();
  answer({ method: 'Page.loadEventFired', params: {}, sessionId: 'A' });
  expect(heard).toEqual(['A Page.loadEventFired']);
  expect(String(input.read())).toContain('"sessionId":"A"');
});

test('a call without an answer rejects at its deadline and is forgotten', async () => {
  const { connection, answer } = openConnection();
  const call = connection.root.send('Browser.getVersion', undefined, { timeoutMs: 20 });
  await expect(call).rejects.toThrow('Browser.getVersion: no answer within 20 ms.');
  expect(connection.pendingCount).toBe(0);
  answer({ id: 1, result: {} });
});

test('dropping a session rejects its pending calls and no others', async () => {
  const { connection } = openConnection();
  const dropped = connection.session('A').send('Page.enable');
  const kept = connection.session('B').send('Page.enable');
  connection.dropSession('A');
  await expect(dropped).rejects.toThrow('the session has ended');
  expect(connection.pendingCount).toBe(1);
  connection.fail('the browser has gone.');
  await expect(kept).rejects.toThrow('Page.enable: the browser has gone.');
  await expect(connection.root.send('Browser.getVersion')).rejects.toThrow('the browser has gone');
  expect(connection.pendingCount).toBe(0);
});

test('a pipe that breaks is told to the supervisor', async () => {
  const { output, input, breaks } = openConnection();
  output.destroy();
  input.destroy(new Error('write EPIPE'));
  await new Promise((resolve) => input.once('close', resolve));
  expect(breaks()).toBeGreaterThan(0);
});
