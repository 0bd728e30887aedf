import { expect, test } from 'vitest';
import { createRepeatedResponses } from './repeated-responses.ts';

const mebibyte = 1024 * 1024;
const requestOf = (url: string) => ({ method: 'GET', url, headers: {}, rawHeaders: [] });

/** Responses, with a function that returns the status of a request; undefined if none is kept. */
function open() {
  const clock = { ms: 1_000_000, now: () => new Date(clock.ms) };
  const responses = createRepeatedResponses(clock);
  const add = (url: string, size = 10, untilMs = clock.ms + 1_000) =>
    responses.add(requestOf(url), {
      headers: {},
      etag: '"one"',
      body: Buffer.alloc(size),
      untilMs,
      route: '/',
    });
  const statusOf = (url: string) => {
    const response = { writeHead: () => undefined, end: () => undefined };
    return responses.respond(requestOf(url), { response, requestId: '1' })?.status;
  };
  return { clock, add, statusOf };
}

test('[DL-12] a response is repeated until its end, and not at it', () => {
  const { clock, add, statusOf } = open();
  add('a');
  clock.ms += 999;
  expect(statusOf('a')).toBe(200);
  expect(statusOf('b')).toBeUndefined();
  clock.ms += 1;
  expect(statusOf('a')).toBeUndefined();
});

test('the oldest responses are removed first, by their number and by their size', () => {
  const { add, statusOf } = open();
  for (let at = 0; at < 501; at += 1) add(String(at));
  expect([statusOf('0'), statusOf('1')]).toEqual([undefined, 200]);
  for (let at = 0; at < 17; at += 1) add(`large ${at}`, 4 * mebibyte);
  expect([statusOf('large 0'), statusOf('large 16')]).toEqual([undefined, 200]);
  add('too large', 4 * mebibyte + 1);
  expect(statusOf('too large')).toBeUndefined();
});
