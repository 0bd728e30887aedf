import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { quantile } from '../measure/statistics.ts';
import type { BenchOptions } from '../options.ts';
import type { Customer } from '../server/server-process.ts';
import { prepareServer } from '../server/server-process.ts';

const mebibyte = 1024 * 1024;
const warmUpRounds = 2;
const pingIntervalMs = 1;
const pauseMs = 100;
const maxStallMs = 50;
const requestTimeoutMs = 60_000;

interface BadCase {
  readonly name: string;
  readonly path: string;
  readonly contentType?: string;
  readonly body: string;
}

interface Outcome {
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
  /** Longest request of another client during this one. */
  readonly stallMs: number;
}

/**
 * Sends requests that are large, deeply nested or made of very many parts while another client
 * continuously requests the liveness page; prints the cost of each and returns the exit code.
 */
export async function sendBadInput(options: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const server = await prepareServer();
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const customer = await server.createCustomer('bad-input', 1_000_000);
  let isGood = true;
  const cases = [{ name: '(nothing)', path: '', body: '' }, ...badCases()];
  for (const bad of cases) {
    const outcomes: Outcome[] = [];
    for (let round = 0; round < warmUpRounds + options.rounds; round++) {
      await sleep(pauseMs);
      const outcome = await measure(server.origin, { bad, customer });
      if (round >= warmUpRounds) outcomes.push(outcome);
    }
    // Other load on the machine only adds time, so the fastest round shows the cost of the request.
    const stallMs = Math.min(...outcomes.map((one) => one.stallMs));
    const isRefused = outcomes.every(({ status }) => status < 500);
    isGood &&= isRefused && stallMs <= maxStallMs;
    process.stdout.write(`${caseLine(bad, outcomes, stallMs)}\n`);
  }
  process.stdout.write(`${isGood ? 'all' : 'NOT all'} below 500 and ${maxStallMs} ms\n`);
  return isGood ? 0 : 1;
}

const json = (value: unknown) => JSON.stringify(value);

function entries(count: number, name: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, 'v']));
}

function formPart(name: string): string {
  return `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nv\r\n`;
}

function badCases(): BadCase[] {
  const capture = { path: '/api/v1/screenshots' };
  const url = 'https://example.com';
  const headers = entries(100_000, 'X-');
  const parts = Object.keys(entries(20_000, 'p')).map(formPart).join('');
  return [
    { ...capture, name: '100 000 unknown fields', body: json(entries(100_000, 'k')) },
    { ...capture, name: '200 000 unknown fields', body: json(entries(200_000, 'k')) },
    { ...capture, name: '900 unknown fields', body: json(entries(900, 'k')) },
    { ...capture, name: '100 000 headers, object', body: json({ url, custom_header: headers }) },
    {
      ...capture,
      name: '100 000 headers, text',
      body: json({ url, custom_header: json(headers) }),
    },
    {
      ...capture,
      name: '3 MiB of [ as header text',
      body: json({ url, custom_header: '['.repeat(3 * mebibyte) }),
    },
    { ...capture, name: '3 MiB of [', body: '['.repeat(3 * mebibyte) },
    { ...capture, name: '3 MiB of {"a":', body: '{"a":'.repeat((3 * mebibyte) / 5) },
    { ...capture, name: '10 MiB of [', body: '['.repeat(10 * mebibyte) },
    { ...capture, name: '10 MiB of {"a":', body: '{"a":'.repeat(2 * mebibyte) },
    { ...capture, name: '3 MiB of []', body: `[${'[],'.repeat(mebibyte)}1]` },
    { ...capture, name: '3 MiB of digits', body: '1'.repeat(3 * mebibyte) },
    { ...capture, name: 'a name of 3 MiB', body: json({ url, ['n'.repeat(3 * mebibyte)]: 1 }) },
    {
      ...capture,
      name: '3 MiB of selectors',
      body: json({ url, hide_selectors: Object.keys(entries(400_000, '#')).join('\n') }),
    },
    {
      ...capture,
      name: '3 MiB of choices',
      body: json({ url, block_resources: 'a,'.repeat(mebibyte) }),
    },
    { ...capture, name: '3 MiB of script', body: json({ url, inject_js: 'a\n'.repeat(mebibyte) }) },
    {
      path: `${capture.path}?${Object.keys(entries(2_000, 'q')).join('&')}`,
      name: 'a query of 2 000 names',
      body: json({ url }),
    },
    {
      ...capture,
      name: 'a form of 20 000 fields',
      contentType: 'multipart/form-data; boundary=x',
      body: parts,
    },
    {
      path: '/api/v1/auth/login',
      name: 'sign-in, 35 000 fields',
      body: json(entries(35_000, 'k')),
    },
  ];
}

async function measure(
  origin: string,
  { bad, customer }: { readonly bad: BadCase; readonly customer: Customer },
): Promise<Outcome> {
  const done = new AbortController();
  const pinging = pingUntil(origin, done.signal);
  const startedAt = performance.now();
  const { status, bytes } =
    bad.path === '' ? await sleep(200, { status: 0, bytes: 0 }) : await post(origin, bad, customer);
  const ms = performance.now() - startedAt;
  done.abort();
  return { status, bytes, ms, stallMs: await pinging };
}

/**
 * Requests the liveness page repeatedly, one request at a time. Resolves with the longest response
 * time. Unit: ms.
 */
async function pingUntil(origin: string, signal: AbortSignal): Promise<number> {
  let longestMs = 0;
  while (!signal.aborted) {
    const startedAt = performance.now();
    const response = await fetch(`${origin}/health/live`);
    await response.arrayBuffer();
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    await sleep(pingIntervalMs);
  }
  return longestMs;
}

/** Resolves with status 0 if the server closes the connection of a body it does not read. */
function post(
  origin: string,
  { path, body, contentType = 'application/json' }: BadCase,
  { key }: Customer,
): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve) => {
    const headers = {
      'x-api-key': key,
      'content-type': contentType,
      'content-length': Buffer.byteLength(body),
    };
    const sent = request(origin + path, { method: 'POST', headers, timeout: requestTimeoutMs });
    sent.once('response', (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once('close', () => resolve({ status: response.statusCode ?? 0, bytes }));
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve({ status: 0, bytes: 0 }));
    sent.end(body);
  });
}

function caseLine({ name }: BadCase, outcomes: readonly Outcome[], stallMs: number): string {
  const ms = quantile(
    outcomes.map((one) => one.ms),
    0.5,
  );
  const [first] = outcomes;
  return (
    `${name.padEnd(28)} ${String(first?.status ?? 0).padStart(3)}  ${String(first?.bytes ?? 0).padStart(9)} bytes  ` +
    `${ms.toFixed(0).padStart(5)} ms  others waited ${stallMs.toFixed(0)} ms`
  );
}
