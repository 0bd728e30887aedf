import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertOrganization, insertProject } from '../../../../test/factories.ts';
import { openTestScreenshots, requestOf, imageResult } from '../../../../test/screenshots.ts';

type Fixture = Awaited<ReturnType<typeof openTestScreenshots>>;
let fixture: Fixture;
beforeAll(async () => {
  fixture = await openTestScreenshots({ waitingPerOrganization: 5 });
});
afterAll(() => fixture.close());

const count = async (table: 'screenshots' | 'credit_ledger', organizationId: string) => {
  const rows = await fixture.db
    .selectFrom(table)
    .select('id')
    .where('organization_id', '=', organizationId)
    .execute();
  return rows.length;
};

test('an accepted capture creates a row, a hold and a job; a rejected one creates nothing', async () => {
  const { id: organizationId } = await insertOrganization(fixture.db, { credits: 1 });
  const accepted = await fixture.requestScreenshot(requestOf(organizationId));
  expect(accepted).toMatchObject({ credits: 1, creditsRemaining: 0, isReplay: false, ended: null });
  expect(await fixture.jobs.queue.findEnded(fixture.db, [], [accepted.id])).toEqual([accepted.id]);
  await expect(fixture.requestScreenshot(requestOf(organizationId))).rejects.toMatchObject({
    code: 'insufficient_credits',
  });
  expect(await count('screenshots', organizationId)).toBe(1);
  expect(await fixture.credits.balanceOf(fixture.db, organizationId)).toEqual({
    available: 0,
    held: 1,
  });
});

test('of 50 parallel repeats one is captured and charged, and all return its response', async () => {
  const { id: organizationId } = await insertOrganization(fixture.db);
  const order = requestOf(organizationId, { idempotencyKey: 'repeat' });
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => fixture.requestScreenshot(order)),
  );
  expect(new Set(responses.map((response) => response.id)).size).toBe(1);
  expect(responses.filter((response) => !response.isReplay)).toHaveLength(1);
  expect(await count('screenshots', organizationId)).toBe(1);
  expect(await fixture.credits.balanceOf(fixture.db, organizationId)).toMatchObject({ held: 1 });
  await expect(
    fixture.requestScreenshot({ ...order, body: { url: 'https://example.org' } }),
  ).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});

test('a repeat of a waiting call is rejected, and returns the screenshot once it is complete', async () => {
  const { id: organizationId } = await insertOrganization(fixture.db);
  const order = requestOf(organizationId, { idempotencyKey: 'waiting', waitMs: 10_000 });
  const first = fixture.requestScreenshot(order);
  const id = await waitingId(organizationId);
  await expect(fixture.requestScreenshot(order)).rejects.toMatchObject({
    code: 'idempotency_in_progress',
  });
  await fixture.run({ id, data: { organizationId } });
  expect(await first).toMatchObject({ id, isReplay: false, ended: { status: 'COMPLETE' } });
  expect(await fixture.requestScreenshot(order)).toMatchObject({
    id,
    isReplay: true,
    ended: { status: 'COMPLETE' },
  });
});

async function waitingId(organizationId: string): Promise<string> {
  return expect
    .poll(() =>
      fixture.db
        .selectFrom('screenshots')
        .select('id')
        .where('organization_id', '=', organizationId)
        .executeTakeFirst(),
    )
    .toBeDefined()
    .then(() =>
      fixture.db
        .selectFrom('screenshots')
        .select('id')
        .where('organization_id', '=', organizationId)
        .executeTakeFirstOrThrow(),
    )
    .then((row) => row.id);
}

test('a waiting caller receives the result as soon as it exists, and none after the timeout', async () => {
  const { id: organizationId } = await insertOrganization(fixture.db);
  const late = await fixture.requestScreenshot(requestOf(organizationId, { waitMs: 50 }));
  expect(late.ended).toBeNull();
  fixture.engine.capture = async () => imageResult('in time');
  const workers = await fixture.jobs.work(fixture.handlers);
  try {
    const inTime = await fixture.requestScreenshot(requestOf(organizationId, { waitMs: 20_000 }));
    expect(inTime.ended).toMatchObject({ status: 'COMPLETE', credits: 1 });
    const { bytes } = await fixture.screenshots.readImage(inTime.ended!);
    expect(bytes.toString()).toBe('in time');
  } finally {
    await workers.stop({ graceMs: 1_000 });
  }
});

test('a disconnected caller stops waiting, and its capture continues', async () => {
  const { id: organizationId } = await insertOrganization(fixture.db);
  const client = new AbortController();
  const pending = fixture.requestScreenshot(
    requestOf(organizationId, { waitMs: 60_000, signal: client.signal }),
  );
  const id = await waitingId(organizationId);
  client.abort();
  expect(await pending).toMatchObject({ id, ended: null });
  await fixture.run({ id, data: { organizationId } });
  expect(
    await fixture.screenshots.getScreenshot({ organizationId, projectId: null, id }),
  ).toMatchObject({ status: 'COMPLETE' });
});

test('a waiting caller receives the result even if its event was lost', async () => {
  const { id: organizationId } = await insertOrganization(fixture.db);
  const pending = fixture.requestScreenshot(requestOf(organizationId, { waitMs: 1_000 }));
  const id = await waitingId(organizationId);
  await fixture.db
    .updateTable('screenshots')
    .set({ status: 'FAILED', failure_code: 'dns_error', finished_at: new Date() })
    .where('id', '=', id)
    .execute();
  expect(await pending).toMatchObject({ ended: { status: 'FAILED', failureCode: 'dns_error' } });
});

test('a capture is stored in the named project, else that of the API key, and never in a foreign one', async () => {
  const { id: organizationId } = await insertOrganization(fixture.db);
  const { id: foreign } = await insertOrganization(fixture.db);
  const mine = await insertProject(fixture.db, { organization_id: organizationId });
  const theirs = await insertProject(fixture.db, { organization_id: foreign });
  const request = (changes: Parameters<typeof requestOf>[1]) =>
    fixture.requestScreenshot(requestOf(organizationId, changes));
  expect(await request({ projectId: mine.id })).toMatchObject({ projectId: mine.id });
  expect(await request({ boundProjectId: mine.id })).toMatchObject({ projectId: mine.id });
  await expect(request({ projectId: theirs.id })).rejects.toMatchObject({
    code: 'project_not_found',
  });
  await expect(request({ projectId: 2_000_000 })).rejects.toMatchObject({
    code: 'project_not_found',
  });
  await expect(request({ projectId: theirs.id, boundProjectId: mine.id })).rejects.toMatchObject({
    code: 'api_key_project_forbidden',
  });
});

test('concurrent first captures of an organisation create one project, also with idempotency keys', async () => {
  const { id: organizationId } = await insertOrganization(fixture.db);
  const responses = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((idempotencyKey) =>
      fixture.requestScreenshot(requestOf(organizationId, { idempotencyKey })),
    ),
  );
  expect(new Set(responses.map((response) => response.projectId)).size).toBe(1);
});

test('an API key deleted after authentication is rejected as unknown', async () => {
  const { id: organizationId } = await insertOrganization(fixture.db);
  await expect(
    fixture.requestScreenshot(requestOf(organizationId, { apiKeyId: 2_000_000 })),
  ).rejects.toMatchObject({ code: 'api_key_invalid' });
  expect(await count('screenshots', organizationId)).toBe(0);
});

test('an organisation has a limit of waiting captures that does not affect others', async () => {
  const { id: busy } = await insertOrganization(fixture.db);
  const { id: other } = await insertOrganization(fixture.db);
  for (let index = 0; index < 5; index += 1) await fixture.requestScreenshot(requestOf(busy));
  await expect(fixture.requestScreenshot(requestOf(busy))).rejects.toMatchObject({
    code: 'concurrency_limit_reached',
    retryAfterSeconds: 10,
  });
  expect(await fixture.credits.balanceOf(fixture.db, busy)).toEqual({ available: 95, held: 5 });
  await expect(fixture.requestScreenshot(requestOf(other))).resolves.toBeDefined();
});

test('concurrent requests never exceed the limit of waiting captures of an organisation', async () => {
  const { id } = await insertOrganization(fixture.db);
  const completionWaiters = await Promise.allSettled(
    Array.from({ length: 20 }, () => fixture.requestScreenshot(requestOf(id))),
  );
  expect(completionWaiters.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(await count('screenshots', id)).toBe(5);
  expect(await fixture.credits.balanceOf(fixture.db, id)).toEqual({ available: 95, held: 5 });
});

test('a full queue accepts only a few captures per organisation, and an exceeded organisation limit is reported first', async () => {
  const full = await openTestScreenshots({
    waitingPerOrganization: 12,
    waitingTotal: 15,
    waitingWhenFull: 2,
  });
  const outcomeFor = (id: string) =>
    full.requestScreenshot(requestOf(id)).then(
      () => 'accepted',
      (err: unknown) => Object(err).code as string,
    );
  /** The count behind the limit is up to a second old. */
  const untilOutcome = (id: string, code: string) =>
    expect.poll(() => outcomeFor(id), { interval: 200, timeout: 10_000 }).toBe(code);
  try {
    const [busy, other, newcomer] = await Promise.all(
      [1, 2, 3].map(async () => (await insertOrganization(full.db)).id),
    );
    if (!busy || !other || !newcomer) throw new Error('three organisations are needed');
    for (let n = 0; n < 12; n += 1) expect(await outcomeFor(busy)).toBe('accepted');
    expect(await outcomeFor(busy)).toBe('concurrency_limit_reached');
    await untilOutcome(other, 'queue_full');
    expect(await outcomeFor(newcomer)).toBe('accepted');
    expect(await outcomeFor(newcomer)).toBe('accepted');
    await expect(full.requestScreenshot(requestOf(newcomer))).rejects.toMatchObject({
      code: 'queue_full',
      retryAfterSeconds: 30,
    });
    expect(await outcomeFor(busy)).toBe('concurrency_limit_reached');
    expect(await full.credits.balanceOf(full.db, newcomer)).toEqual({ available: 98, held: 2 });
  } finally {
    await full.close();
  }
});

test('all captures are rejected once twice the queue limit is waiting', async () => {
  const full = await openTestScreenshots({ waitingTotal: 1 });
  try {
    for (let n = 0; n < 2; n += 1) {
      await full.requestScreenshot(requestOf((await insertOrganization(full.db)).id));
    }
    const { id } = await insertOrganization(full.db);
    await expect
      .poll(() => full.requestScreenshot(requestOf(id)).then(String, (err: unknown) => err), {
        interval: 200,
        timeout: 15_000,
      })
      .toMatchObject({ code: 'queue_full', retryAfterSeconds: 30 });
  } finally {
    await full.close();
  }
});

test('[CO-C8] [CO-C9] [CO-D21] headers, cookies, passwords and typed texts are encrypted in the database and deleted at the end', async () => {
  const { id: organizationId } = await insertOrganization(fixture.db);
  const order = requestOf(organizationId);
  const { id } = await fixture.requestScreenshot({
    ...order,
    fields: {
      ...order.fields,
      custom_header: { Authorization: 'hush-header' },
      proxy_url: 'http://user:hush-proxy@93.184.216.34:8080',
      cookies: 'session=hush-cookie',
      basic_auth_user: 'hush-user',
      basic_auth_password: 'hush-password',
      steps: 'type #user hush-text\npress Enter',
    },
  });
  const read = () =>
    fixture.db.selectFrom('screenshots').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const row = await read();
  expect(JSON.stringify(row)).not.toContain('hush');
  expect(row.secrets_sealed?.toString('latin1')).not.toContain('hush');
  let seen = {};
  fixture.engine.capture = async (spec) => {
    const { headers, proxyUrl, cookies, basicAuth, steps } = spec;
    seen = { headers, proxyUrl, cookies, basicAuth, steps };
    return imageResult('image');
  };
  await fixture.run({ id, data: { organizationId } });
  expect(seen).toEqual({
    headers: { Authorization: 'hush-header' },
    proxyUrl: 'http://user:hush-proxy@93.184.216.34:8080',
    cookies: [expect.objectContaining({ name: 'session', value: 'hush-cookie' })],
    basicAuth: { user: 'hush-user', password: 'hush-password' },
    steps: [
      { action: 'type', selector: '#user', text: 'hush-text' },
      { action: 'press', key: 'Enter' },
    ],
  });
  expect(await read()).toMatchObject({ status: 'COMPLETE', secrets_sealed: null });
});
