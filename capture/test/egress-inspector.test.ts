import { expect, test } from 'vitest';
import { createUsageMeter } from '../src/egress/proxy/usage-meter.ts';
import { inspectTunnel } from '../src/egress/proxy/tunnel-inspector.ts';

function countOf(...chunks: string[]): number {
  const limits = { maxReceivedBytes: 1e6, maxRequests: 100, maxHosts: 10 };
  const usage = createUsageMeter(limits, { categoryOf: () => undefined }, () => undefined);
  const inspector = inspectTunnel({ host: 'a.example', authority: 'a.example:80' }, usage);
  for (const chunk of chunks) inspector.inspectRequest(Buffer.from(chunk, 'latin1'));
  return usage.report().requestCount;
}

test('later requests of a connection are recognised by their method, at any length', () => {
  const first = 'GET / HTTP/1.1\r\n\r\n';
  for (const opening of ['GET /', 'PUT /a', 'OPTIONS *', 'PROPPATCH /', 'ABCDEFGHIJKLMNOP /']) {
    expect([opening, countOf(first, `${opening} HTTP/1.1\r\n`)]).toEqual([opening, 1]);
  }
});

test('bodies, truncated request lines and encrypted data are not counted as requests', () => {
  const first = 'POST / HTTP/1.1\r\n\r\n';
  const others = ['get /', 'GO /', 'ABCDEFGHIJKLMNOPQ /', 'GET', 'GET ', 'GET  /', 'GET http:', ''];
  for (const other of others) expect([other, countOf(first, other)]).toEqual([other, 0]);
  expect(countOf('\x16\x03\x01', 'GET / HTTP/1.1')).toBe(0);
});
