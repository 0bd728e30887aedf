import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from '../../../test/app.ts';
import { readJson } from '../../../test/screenshots-app.ts';

const stack: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of stack.splice(0).toReversed()) await close();
});

async function start(options: TestAppOptions): Promise<TestApp> {
  const app = await startTestApp(options);
  stack.push(() => app.close());
  return app;
}

/** Returns the balance of an account and checks it against its ledger. */
async function sums({ db }: TestApp, organizationId: string) {
  const { rows } = await sql<Record<string, number>>`
    select available, held,
      (select sum(available_delta) from credit_ledger where organization_id = a.organization_id) as "ledgerAvailable",
      (select sum(held_delta) from credit_ledger where organization_id = a.organization_id) as "ledgerHeld"
    from credit_accounts a where organization_id = ${organizationId}`.execute(db);
  const { available, held, ledgerAvailable, ledgerHeld } = rows[0] ?? {};
  expect([ledgerAvailable, ledgerHeld]).toEqual([available, held]);
  return { available, held };
}

test('switching billing off and on again leaves the ledger exact and the balance unchanged', async () => {
  const on = await start({ env: { BILLING: 'on' } });
  const person = await on.session();
  const { organizationId, headers } = person;
  const key = await on.apiKey({ of: person, monthlyLimit: 10 });
  const byKey = (app: TestApp, path: string, body: object = {}) =>
    app.request(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key.key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const capture = async (app: TestApp): Promise<string> => {
    const { data } = await readJson(
      await byKey(app, '/html-to-image', { html: '<p>A page', full_page: true }),
    );
    return data.requestId;
  };
  const usageOf = async (app: TestApp) => {
    const { data } = await readJson(await app.request('/api/v1/api-keys', { headers }));
    return data.apiKeys[0].monthlyUsage;
  };
  const [paid, alsoPaid] = [await capture(on), await capture(on)];
  expect(await sums(on, organizationId)).toEqual({ available: 96, held: 4 });

  const off = await start({ env: { DATABASE_URL: on.databaseUrl, BILLING: 'off' } });
  const [free, alsoFree] = [await capture(off), await capture(off)];
  // A hold made with billing is completed without it, and the reverse.
  await byKey(off, `/screenshots/${paid}/cancel`);
  expect(await sums(on, organizationId)).toEqual({ available: 98, held: 2 });
  await byKey(on, `/screenshots/${free}/cancel`);
  expect(await sums(on, organizationId)).toEqual({ available: 98, held: 2 });
  expect(await usageOf(off)).toBe(3);

  const worker = await start({
    hasWorker: true,
    env: { DATABASE_URL: on.databaseUrl, BILLING: 'on' },
  });
  for (const [id, creditsCharged] of [
    [alsoPaid, 2],
    [alsoFree, 0],
  ] as const) {
    await expect
      .poll(
        async () =>
          (await readJson(await worker.request(`/api/v1/screenshots/${id}`, { headers }))).data,
        { timeout: 30_000 },
      )
      .toMatchObject({ status: 'COMPLETE', creditsCharged });
  }
  expect(await sums(on, organizationId)).toEqual({ available: 98, held: 0 });
  const ledger = await readJson(await on.request('/api/v1/credits/ledger', { headers }));
  expect(
    ledger.data.entries.find((entry: { screenshotId: string }) => entry.screenshotId === alsoFree),
  ).toMatchObject({ kind: 'capture', credits: 0, note: 'Made while billing was off' });
});

test('without billing an organisation can use every capture slot, whatever its plan', async () => {
  const slots = 6;
  const waiting: ServerResponse[] = [];
  const site = createServer((_, res) => {
    waiting.push(res);
    // The free plan would run four captures at a time, and none of them would ever get a response.
    if (waiting.length === slots) for (const each of waiting) each.end('<p>');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  stack.push(async () => site.close());
  const { port } = site.address() as AddressInfo;
  const app = await start({
    hasWorker: true,
    env: {
      BILLING: 'off',
      CAPTURE_CONCURRENCY: String(slots),
      ALLOW_PRIVATE_TARGETS: `127.0.0.1:${port}`,
    },
  });
  const key = await app.apiKey();
  const responses = await Promise.all(
    Array.from({ length: slots }, (_, index) =>
      key.call('POST', '/screenshots', { url: `http://127.0.0.1:${port}/${index}`, wait: 25 }),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
});
