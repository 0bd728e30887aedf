import { createClient, verifyWebhook } from '@shotwright/sdk';
import { expect, inject, test, vi } from 'vitest';
import { serve, unusedUrl } from '../../sdk/test/http.ts';
import { runCommand } from './run.ts';

const { url, keys } = inject('product');
const env = { SHOTWRIGHT_URL: url, SHOTWRIGHT_API_KEY: keys.cli };
const client = createClient({ url, apiKey: keys.cli });

/** Starts the listener; it is interrupted once it has printed a line for each of the captures. */
async function listenTo(
  target: string,
  capture: (untilPrinted: (id: string) => Promise<unknown>) => Promise<readonly string[]>,
  json = false,
) {
  const started = Promise.withResolvers<void>();
  let shown = '';
  const untilPrinted = (id: string) => vi.waitUntil(() => shown.includes(id), 60_000);
  const captured = started.promise.then(() => capture(untilPrinted));
  // A failed capture ends the listener as well.
  const printed = captured.then((ids) => Promise.all(ids.map(untilPrinted)));
  const flags = ['--forward-to', target, ...(json ? ['--json'] : [])];
  const ended = await runCommand(['webhooks', 'listen', ...flags], {
    env,
    interruptAfter: printed.catch(() => undefined),
    onOutput: (text) => {
      shown = text;
      if (text.split('\n').length > 1) started.resolve();
    },
  });
  return { ...ended, lines: ended.stdout.toString().trim().split('\n'), ids: await captured };
}

const captureBothEnds = async (untilPrinted: (id: string) => Promise<unknown>) => {
  const made = await client.capture({ html: '<p>é' });
  // The page with the next event contains this one again.
  await untilPrinted(made.id);
  const failing = { html: '<p>', element_selector: '#absent' };
  const failed: unknown = await client.capture(failing).catch((error: unknown) => error);
  return [
    made.id,
    String(failed instanceof Object && 'screenshotId' in failed && failed.screenshotId),
  ];
};

const captureOnce = async () => [(await client.capture({ html: '<p>' })).id];

test('[DX-12] each event of the account is forwarded once, signed, and printed until Ctrl-C', async () => {
  const received: { readonly body: string; readonly headers: Record<string, string> }[] = [];
  const receiver = await serve((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')));
    req.on('end', () => {
      body = Buffer.from(body, 'latin1').toString();
      received.push({ body, headers: req.headers as Record<string, string> });
      res.writeHead(body.includes('screenshot.failed') ? 500 : 204).end();
    });
  });
  const { code, stderr, lines, ids } = await listenTo(`${receiver}/hook`, captureBothEnds);
  expect([code, stderr]).toEqual([0, '']);
  expect(lines[0]).toBe(`Forwarding events to ${receiver}/hook. Press Ctrl-C to stop.`);
  const [made = '', failed = ''] = ids;
  const own = lines.filter((line) => ids.some((id) => line.includes(id)));
  expect(own).toEqual([
    expect.stringMatching(`^screenshot.completed {2}${made} {2}204 {2}\\d+ ms$`),
    expect.stringMatching(`^screenshot.failed {2}${failed} {2}500 {2}\\d+ ms$`),
  ]);
  const secret = (lines[1] ?? '').replace('Signing secret: ', '');
  const events = received.filter(({ headers }) => ids.includes(headers['webhook-id'] ?? ''));
  expect(
    await Promise.all(events.map((event) => verifyWebhook({ ...event, secret }))),
  ).toMatchObject([
    { type: 'screenshot.completed', data: { id: made, creditsCharged: 1 } },
    { type: 'screenshot.failed', data: { id: failed, code: 'selector_not_found' } },
  ]);
});

test('[DX-12] a program that does not run is named with each event, also as JSON', async () => {
  const target = await unusedUrl();
  const { lines, ids } = await listenTo(target, captureOnce, true);
  const [started, ...events] = lines.map((line) => JSON.parse(line));
  expect(started).toEqual({ forwardTo: `${target}/`, secret: expect.stringMatching(/^whsec_/) });
  expect(events.filter(({ id }) => ids.includes(id))).toEqual([
    {
      id: ids[0],
      type: 'screenshot.completed',
      status: null,
      ms: expect.any(Number),
      error: expect.stringContaining('ECONNREFUSED'),
    },
  ]);
});

test('[DX-12] a wrong URL or a wrong key ends the listener with its exit code', async () => {
  const wrongUrl = await runCommand(['webhooks', 'listen', '--forward-to', 'localhost'], { env });
  expect([wrongUrl.code, wrongUrl.stderr]).toEqual([
    2,
    expect.stringContaining('--forward-to: must be a URL such as'),
  ]);
  const wrongKey = await runCommand(['webhooks', 'listen', '--forward-to', 'http://localhost/'], {
    env: { ...env, SHOTWRIGHT_API_KEY: 'sk_live_wrong' },
  });
  expect([wrongKey.code, wrongKey.stdout.toString()]).toEqual([3, '']);
});
