import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { colouredSite, openScreenshotsApp } from '../../test/screenshots-app.ts';
import { startWebhookReceiver } from '../../test/webhook-receiver.ts';
import { forwardEvents } from './forward-events.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
beforeAll(async () => {
  app = await openScreenshotsApp(colouredSite);
});
afterAll(() => app?.close());

test('events are forwarded to a local URL, signed, once each, and of one organisation only', async () => {
  const receiver = await startWebhookReceiver();
  const [customer, other] = [await app.customer(), await app.customer()];
  const lines: string[] = [];
  const stop = new AbortController();
  const listening = forwardEvents({
    serverUrl: app.url,
    apiKey: customer.apiKey,
    forwardUrl: receiver.url,
    print: (line) => lines.push(line),
    signal: stop.signal,
    pollMs: 50,
  });
  await vi.waitUntil(() => lines.length === 2, 15_000);
  const options = { html: '<p>hi</p>', width: 200, height: 200, wait: 20 };
  await other.byKey('/html-to-image', options);
  for (let n = 0; n < 2; n += 1) await customer.byKey('/html-to-image', options);
  await receiver.until(2);
  await new Promise((resolve) => setTimeout(resolve, 300));
  stop.abort();
  await listening;
  receiver.close();
  const secret = lines[1]?.replace('Signing secret: ', '') ?? '';
  const events = receiver.received.map(({ body, headers }) =>
    new Verifier(secret).verify(body, headers),
  );
  expect(events).toMatchObject([
    { type: 'screenshot.completed', data: { status: 'COMPLETE', creditsCharged: 1 } },
    { type: 'screenshot.completed' },
  ]);
  expect(lines.slice(2)).toEqual([
    expect.stringMatching(/^[0-9a-f-]{36} → 204 in \d+ ms$/),
    expect.stringMatching(/ → 204 in /),
  ]);
});

test('a rejected API key is reported at once', async () => {
  const listening = forwardEvents({
    serverUrl: app.url,
    apiKey: 'sk_live_wrong',
    forwardUrl: 'http://127.0.0.1:1/',
    print: () => undefined,
    signal: new AbortController().signal,
  });
  await expect(listening).rejects.toThrow(/responded with 401/);
});
