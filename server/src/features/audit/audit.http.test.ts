import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn, startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { createCouponsRig, newCode } from '../../../test/coupons.ts';
import { expectErrors } from '../../../test/error-cases.ts';
import type { ParsedJson } from '../../../test/json.ts';
import { createRecordingLogger } from '../../../test/recording-logger.ts';
import { readJson } from '../../../test/screenshots-app.ts';

const log = createRecordingLogger();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ logger: log.logger, env: { TRUST_PROXY: 'true' } });
});
afterAll(() => app.close());

const list = async (person: TestSession, query = ''): Promise<ParsedJson> =>
  readJson(await person.call('GET', `/audit-events${query}`));
const actionsOf = async (person: TestSession, query = ''): Promise<string[]> =>
  (await list(person, query)).events.map(({ action }: { action: string }) => action);
const newest = async (person: TestSession): Promise<ParsedJson> => (await list(person)).events[0];

async function csvOf(person: TestSession, query = ''): Promise<string[]> {
  const response = await person.call('GET', `/audit-events.csv${query}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv']);
  expect(response.headers.get('content-disposition')).toContain('audit-log.csv');
  return (await response.text()).split('\r\n');
}

const made = async (response: Response) => {
  expect(response.status).toBeLessThan(300);
  return readJson(response);
};

test('[TM-3] a change is listed with its user, time, network, browser and target', async () => {
  const person = await app.session();
  const before = Date.now();
  const response = await app.request('/api/v1/api-keys', {
    method: 'POST',
    headers: {
      ...person.headers,
      'user-agent': `Firefox/140.0\u00e9 ${'x'.repeat(500)}`,
      'x-forwarded-for': '203.0.113.77',
    },
    body: JSON.stringify({ name: 'Nightly job', monthlyLimit: null, projectId: null }),
  });
  const { apiKey } = await made(response);
  const event = await newest(person);
  expect(event).toEqual({
    id: expect.any(String),
    createdAt: expect.any(String),
    action: 'api_key.created',
    group: 'keys',
    actor: { kind: 'user', id: person.userId, name: 'Ada Test', email: person.email },
    network: '203.0.113.0/24',
    userAgent: expect.stringMatching(/^Firefox\/140\.0/),
    targetId: String(apiKey.id),
    targetName: 'Nightly job',
    count: null,
  });
  expect(event.userAgent).toHaveLength(256);
  expect(Date.parse(event.createdAt)).toBeGreaterThanOrEqual(before);
  expect(JSON.stringify(event)).not.toContain(apiKey.key);
});

test('[TM-3] keys: each change is listed with the name of that time', async () => {
  const person = await app.session();
  const values = { name: 'First', monthlyLimit: null, projectId: null };
  const { apiKey } = await made(await person.call('POST', '/api-keys', values));
  const path = `/api-keys/${apiKey.id}`;
  await made(await person.call('PATCH', path, { name: 'Second' }));
  await made(await person.call('PATCH', path, { isActive: false }));
  await made(await person.call('PATCH', path, { isActive: true }));
  await made(await person.call('POST', `${path}/rotate`, { overlapHours: 24 }));
  await made(await person.call('GET', `${path}/link-secret`));
  await made(await person.call('DELETE', path));
  const { events } = await list(person, '?group=keys');
  expect(events.map((one: ParsedJson) => [one.action, one.targetName])).toEqual([
    ['api_key.deleted', 'Second'],
    ['link_secret.revealed', 'Second'],
    ['api_key.rotated', 'Second'],
    ['api_key.enabled', 'Second'],
    ['api_key.disabled', 'Second'],
    ['api_key.updated', 'Second'],
    ['api_key.created', 'First'],
  ]);
});

test('[TM-3] files: a key that deletes and exports is listed by its name, and captures are not', async () => {
  const person = await app.session();
  const key = await app.apiKey({ of: person });
  const accepted = await key.call('POST', '/screenshots', { url: 'https://example.com' });
  const { requestId } = await made(accepted);
  await made(await key.call('POST', `/screenshots/${requestId}/cancel`));
  await made(await key.call('DELETE', `/screenshots/${requestId}`));
  const [deleted, cancelled] = (await list(person, '?group=files')).events;
  const actor = { kind: 'api_key', id: String(key.id), name: 'Test', email: null };
  expect(deleted).toMatchObject({ action: 'screenshot.deleted', targetId: requestId, actor });
  expect(cancelled).toMatchObject({ action: 'screenshot.cancelled', targetId: requestId, actor });
  expect(await actionsOf(person, '?actor=Test')).toHaveLength(3);
});

test('[TM-3] files: a deleted project is listed with its name and deleted files with their number', async () => {
  const person = await app.session();
  const { project } = await made(await person.call('POST', '/projects', { name: 'Shop' }));
  await made(await person.call('DELETE', `/projects/${project.id}`));
  expect(await newest(person)).toMatchObject({
    action: 'project.deleted',
    targetId: String(project.id),
    targetName: 'Shop',
  });
  const key = await app.apiKey({ of: person });
  const ids: string[] = [];
  for (const path of ['a', 'b']) {
    const body = { url: `https://example.com/${path}` };
    const { requestId } = await made(await key.call('POST', '/screenshots', body));
    await made(await key.call('POST', `/screenshots/${requestId}/cancel`));
    ids.push(requestId);
  }
  await made(await person.call('POST', '/projects/files/delete', { ids }));
  expect(await newest(person)).toMatchObject({ action: 'files.deleted', targetId: null, count: 2 });
});

test('[TM-3] settings: webhooks and saved settings are listed', async () => {
  const person = await app.session();
  const values = { name: 'CI', webhookUrl: 'https://example.com/hook' };
  const { webhook } = await made(await person.call('POST', '/webhooks', values));
  for (const status of [false, true])
    await made(await person.call('PATCH', '/webhooks/status', { webhookId: webhook.id, status }));
  await made(await person.call('GET', `/webhooks/${webhook.id}/secret`));
  await made(await person.call('DELETE', `/webhooks/${webhook.id}`));
  const options = { mode: 'url', url: 'https://example.com' };
  await made(await person.call('POST', '/screenshot-settings', { name: 'Home', options }));
  const { events } = await list(person, '?group=settings');
  expect(events.map((one: ParsedJson) => [one.action, one.targetName])).toEqual([
    ['saved_setting.created', 'Home'],
    ['webhook.deleted', 'CI'],
    ['webhook_secret.revealed', 'CI'],
    ['webhook.enabled', 'CI'],
    ['webhook.disabled', 'CI'],
    ['webhook.created', 'CI'],
  ]);
});

test('[TM-3] billing: a redeemed coupon is listed with the plan', async () => {
  const person = await app.session();
  const code = newCode();
  await createCouponsRig(app.db).make(code);
  await made(await person.call('POST', '/offers/redeem', { code }));
  const [event] = (await list(person, '?group=billing')).events;
  expect(event).toMatchObject({ action: 'coupon.redeemed', targetName: 'Free' });
  expect(JSON.stringify(event)).not.toContain(code);
});

test('[TM-3] security: sign-ins, wrong passwords and sign-outs are listed', async () => {
  const person = await app.session();
  const wrong = await app.request('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.9' },
    body: JSON.stringify({ email: person.email, password: 'a guess' }),
  });
  expect(wrong.status).toBe(400);
  // The response does not wait for this event.
  await expect.poll(() => actionsOf(person, '?group=security')).toContain('sign_in.failed');
  expect(await newest(person)).toMatchObject({
    action: 'sign_in.failed',
    actor: { email: person.email },
    network: '198.51.100.0/24',
    targetId: null,
    targetName: null,
  });
  const { email, password } = person;
  const second = await signIn(app.request, { email, password });
  await app.request('/api/v1/auth/logout', { method: 'POST', headers: second, body: '{}' });
  expect(await actionsOf(person, '?group=security')).toEqual([
    'sign_out',
    'sign_in.succeeded',
    'sign_in.failed',
    'sign_in.succeeded',
  ]);
});

test('[TM-3] members: a change of the profile and one of the password are different actions', async () => {
  const person = await app.session();
  const names = { firstName: 'Grace', lastName: 'Hopper' };
  await made(await person.call('PATCH', '/users/profile', names));
  expect(await newest(person)).toMatchObject({
    action: 'profile.updated',
    group: 'members',
    actor: { name: 'Grace Hopper' },
  });
  const password = 'another long password 7';
  const change = { ...names, password, currentPassword: person.password };
  await made(await person.call('PATCH', '/users/profile', change));
  expect((await newest(person)).action).toBe('password.changed');
  expect((await list(person, '?group=members')).events).toHaveLength(1);
});

test('[TM-3] exports: each download is listed', async () => {
  const person = await app.session();
  await (await person.call('GET', '/credits/ledger.csv')).text();
  await csvOf(person);
  expect(await actionsOf(person, '?group=exports')).toEqual([
    'audit_log.exported',
    'credit_ledger.exported',
  ]);
});

test('[TM-3] failed, invalid and denied calls are not listed', async () => {
  const person = await app.session();
  const other = await app.session();
  const { project } = await made(await other.call('POST', '/projects', { name: 'Theirs' }));
  expect((await person.call('DELETE', `/projects/${project.id}`)).status).toBe(404);
  expect((await person.call('POST', '/projects', {})).status).toBe(400);
  expect((await person.call('HEAD', '/audit-events.csv')).status).toBe(200);
  expect(await actionsOf(person)).toEqual(['sign_in.succeeded']);
});

test('[TM-3] [TM-1] the log of another organisation is not listed', async () => {
  const person = await app.session();
  const other = await app.session();
  await made(await other.call('POST', '/projects', { name: 'Secret plan' }));
  const cursor = (await newest(other)).id;
  expect(JSON.stringify(await list(person, `?cursor=${cursor}`))).not.toContain('Secret plan');
  expect((await csvOf(person)).join('\n')).not.toContain('Secret plan');
  expect((await csvOf(other)).join('\n')).toContain('Secret plan');
});

test('[TM-3] only a signed-in user reads the log', async () => {
  const person = await app.session();
  await expectErrors(app, person, { method: 'GET', path: '/audit-events' });
  await expectErrors(app, person, { method: 'GET', path: '/audit-events.csv' });
  const key = await app.apiKey({ of: person });
  expect((await key.call('GET', '/audit-events')).status).toBe(401);
});

test('[TM-3] the log is filtered by group, person and period, and read in pages', async () => {
  const person = await app.session();
  for (const name of ['One', 'Two', 'Three'])
    await made(await person.call('POST', '/projects', { name }));
  const first = await list(person, '?group=files&limit=2');
  expect(first.events.map((one: ParsedJson) => one.targetName)).toEqual(['Three', 'Two']);
  const second = await list(person, `?group=files&limit=2&cursor=${first.next}`);
  expect(second.events.map((one: ParsedJson) => one.targetName)).toEqual(['One']);
  expect(second.next).toBeNull();
  expect(await actionsOf(person, '?actor=ADA%20t')).toHaveLength(4);
  expect(await actionsOf(person, `?actor=${person.email}`)).toHaveLength(4);
  expect(await actionsOf(person, '?actor=grace')).toEqual([]);
  await sql`
    update audit_events set id = (lpad(to_hex(extract(epoch from timestamptz '2026-03-01')::bigint * 1000), 12, '0')
      || '70008' || right(md5(id::text), 15))::uuid
    where organization_id = ${person.organizationId} and target_name = 'Two'`.execute(app.db);
  const march = await list(person, '?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z');
  expect(march.events.map((one: ParsedJson) => one.targetName)).toEqual(['Two']);
  expect(await actionsOf(person, '?to=2026-03-01T00:00:00Z')).toEqual([]);
});

test.each([
  ['group=people', 'group', 'keys'],
  ['from=yesterday', 'from', 'ISO 8601'],
  ['limit=1000', 'limit', '100'],
  ['cursor=x', 'cursor', 'ID'],
])('[TM-3] the filter %s is rejected with the valid values', async (query, field, valid) => {
  const person = await app.session();
  const error = await list(person, `?${query}`);
  expect(error).toMatchObject({ status: 'error', code: 'validation_failed' });
  expect(error.message).toContain(field);
  expect(error.message).toContain(valid);
});

test('[TM-3] a spreadsheet sees names as text in the CSV file, and columns in a fixed order', async () => {
  const person = await app.session();
  const name = '=HYPERLINK("https://evil.example","a, b")';
  await made(await person.call('POST', '/projects', { name }));
  const lines = await csvOf(person, '?group=files');
  // The byte order mark is not part of the text.
  expect(lines[0]).toBe(
    'time,action,group,actor_kind,actor_id,actor_name,actor_email,network,user_agent,target_id,target_name,files',
  );
  expect(lines[1]).toContain(',project.created,files,user,');
  expect(lines[1]).toContain(`,"'=HYPERLINK(""https://evil.example"",""a, b"")",`);
  expect(lines).toHaveLength(3);
});

test('[TM-3] an event that cannot be stored is logged and the call succeeds', async () => {
  const person = await app.session();
  await sql`alter table audit_events rename to audit_events_away`.execute(app.db);
  log.clear();
  const created = await person.call('POST', '/projects', { name: 'Kept' });
  await sql`alter table audit_events_away rename to audit_events`.execute(app.db);
  expect(created.status).toBe(201);
  expect(log.lines().filter(({ level }) => level === 'error')).toMatchObject([
    { message: 'an audit event is missing', requestId: expect.any(String) },
  ]);
});
