import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  privateIpv4,
  privateIpv6,
  spellings,
} from '../../../../../capture/test/egress-spellings.ts';
import { startTestApp, type TestApp, type TestSession } from '../../../../test/app.ts';
import { readJson } from '../../../../test/screenshots-app.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts';
import { newId } from '../../../lib/ids.ts';

let app: TestApp;
let person: TestSession;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp({ env: { ALLOW_PRIVATE_TARGETS: receiver.host } });
});
beforeEach(async () => {
  person = await app.session();
  receiver.received.length = 0;
});
afterAll(async () => {
  await app?.close();
  receiver?.close();
});

const callAs = (who: TestSession) => async (method: string, path: string, body?: unknown) => {
  const res = await who.call(method, path, body);
  return { status: res.status, body: await readJson(res), headers: res.headers };
};
const call = (method: string, path: string, body?: unknown) => callAs(person)(method, path, body);
const publicUrl = 'https://hooks.example.com/in';
const create = (changes: object = {}, who = person) =>
  callAs(who)('POST', '/webhooks', {
    name: ' CI ',
    webhookUrl: ` ${publicUrl} `,
    eventIds: '',
    projectIds: '',
    ...changes,
  });
const addProject = async (name = 'Site'): Promise<number> =>
  (await call('POST', '/projects', { name })).body.data.project.id;

test('[AP-22] a webhook is created with trimmed values, defaults to all events and projects, and returns its secret', async () => {
  const { status, body } = await create();
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'success', message: 'Webhook created successfully' });
  expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(body.data.webhook).toMatchObject({
    name: 'CI',
    webhookUrl: publicUrl,
    eventIds: '',
    projectIds: '',
    isForAllProjects: true,
    isActive: true,
    inactiveReason: null,
  });
});

test('[AP-21] the list is a bare array, newest first, with project ids joined by commas', async () => {
  const first = await addProject('One');
  const second = await addProject('Two');
  await create({ name: 'Old' });
  await create({
    name: 'New',
    projectIds: `${first},${second}`,
    eventIds: 'screenshot.failed',
  });
  const { status, body } = await call('GET', '/webhooks');
  expect(status).toBe(200);
  expect(body).toMatchObject([
    {
      name: 'New',
      projectIds: `${first},${second}`,
      projects: [{ name: 'One' }, { name: 'Two' }],
      eventIds: 'screenshot.failed',
      isForAllProjects: false,
    },
    { name: 'Old', projectIds: '', projects: [] },
  ]);
  expect(JSON.stringify(body)).not.toContain('whsec_');
});

test.each([
  [{ name: '  ' }, 400, 'Please fill in all required fields.'],
  [{ webhookUrl: '' }, 400, 'Please fill in all required fields.'],
  [{ name: undefined, webhookUrl: undefined }, 400, 'Please fill in all required fields.'],
  [{ webhookUrl: 'not an address' }, 400, 'must be a URL such as'],
  [{ webhookUrl: 'ftp://example.com/x' }, 400, 'must begin with http'],
  [{ webhookUrl: 'javascript:alert(1)' }, 400, 'must begin with http'],
  [{ webhookUrl: 'https://user:pass@example.com/' }, 400, 'must not contain a user name'],
  [{ webhookUrl: `https://example.com/${'x'.repeat(2_100)}` }, 400, 'at most 2048'],
  [{ webhookUrl: 5 }, 400, 'must be text'],
  [{ name: 'x'.repeat(101) }, 400, 'at most 100'],
  [{ name: 'a\0b' }, 400, 'control characters'],
  [{ name: 'a\u202eb' }, 400, 'text direction'],
  [{ eventIds: 'screenshot.exploded' }, 400, 'screenshot.completed'],
  [{ projectIds: 'one' }, 400, ''],
  [{ projectIds: '2000000000' }, 404, 'project'],
  [{ isActive: false }, 400, 'Unknown field'],
  [{ webhookUrl: 'https://example.com:22/' }, 403, 'Port 22'],
])(
  '[AP-22] an invalid webhook is rejected with an error message and not stored: %j',
  async (changes, status, message) => {
    const response = await create(changes);
    expect([response.status, response.body.error]).toEqual([
      status,
      expect.stringContaining(message),
    ]);
    expect(response.body.message).toBe(response.body.error);
    expect((await call('GET', '/webhooks')).body).toEqual([]);
  },
);

test('[AP-22] private hosts in every spelling are rejected as webhook and as sample, and nothing is dialled', async () => {
  const allowedHost = receiver.host;
  const hosts = [
    ...privateIpv4.flatMap(spellings),
    ...privateIpv6.map((ip) => `[${ip}]`),
    'localhost',
    'localhost.',
    'LOCALHOST',
    'a.localhost',
    'printer.local',
    'intranet',
    'metadata.google.internal',
  ];
  const connectionsBefore = receiver.connections();
  const results: Record<string, unknown> = {};
  for (const host of hosts) {
    const { status, body } = await create({ webhookUrl: `http://${host}/` });
    if (body.code !== 'url_not_allowed' || status !== 403) results[host] = [status, body.code];
  }
  // The allowed port of the same machine is rejected under another host name.
  const port = allowedHost.split(':')[1];
  for (const host of [`localhost:${port}`, `127.0.0.2:${port}`, `[::1]:${port}`, `0:${port}`]) {
    const { body } = await call('POST', '/webhooks/sample', { webhookUrl: `http://${host}/` });
    if (body.code !== 'url_not_allowed') results[host] = body.code;
  }
  expect(results).toEqual({});
  expect(hosts.length).toBeGreaterThan(300);
  expect(receiver.connections()).toBe(connectionsBefore);
  expect((await call('GET', '/webhooks')).body).toEqual([]);
});

test('the limit of twenty webhooks holds under concurrent requests', async () => {
  for (let n = 0; n < 19; n += 1) expect((await create({ name: `${n}` })).status).toBe(201);
  const last = await Promise.all([create(), create(), create()]);
  expect(last.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
});

test('[AP-23] the status accepts a boolean only, and setting the same status twice changes nothing', async () => {
  const { id } = (await create()).body.data.webhook;
  for (const status of ['true', 1, null, undefined]) {
    expect((await call('PATCH', '/webhooks/status', { webhookId: id, status })).status).toBe(400);
  }
  for (const isActive of [false, false, true, true]) {
    const response = await call('PATCH', '/webhooks/status', { webhookId: id, status: isActive });
    expect(response).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        message: 'Webhook status updated successfully',
        webhook: { id, isActive, inactiveReason: isActive ? null : 'switched_off' },
      },
    });
  }
});

test('[AP-24] a deleted webhook is no longer listed', async () => {
  const { id } = (await create()).body.data.webhook;
  const { status, body } = await call('DELETE', `/webhooks/${id}`);
  expect([status, body.message]).toEqual([200, 'Webhook deleted successfully']);
  expect((await call('DELETE', `/webhooks/${id}`)).body.code).toBe('webhook_not_found');
  expect((await call('GET', '/webhooks')).body).toEqual([]);
});

test('[AP-21, AP-22, AP-23, AP-24] a foreign webhook is indistinguishable from a missing one', async () => {
  const { id } = (await create()).body.data.webhook;
  const projectId = await addProject();
  const otherUser = await app.session();
  const deliveryId = newId();
  const tries: readonly (readonly [string, string, unknown?])[] = [
    ['PATCH', '/webhooks/status', { webhookId: 'ID', status: false }],
    ['PATCH', '/webhooks/ID', { name: 'Mine' }],
    ['DELETE', '/webhooks/ID'],
    ['GET', '/webhooks/ID/secret'],
    ['POST', '/webhooks/ID/rotate', {}],
    ['GET', '/webhooks/ID/deliveries'],
    ['GET', `/webhooks/ID/deliveries/${deliveryId}`],
    ['POST', `/webhooks/ID/deliveries/${deliveryId}/resend`, {}],
    ['POST', '/webhooks/ID/resend-failed', { since: '2026-01-01T00:00:00Z' }],
  ];
  for (const [method, path, body] of tries) {
    const send = async (webhookId: number) => {
      const sent = body && JSON.parse(JSON.stringify(body).replace('"ID"', String(webhookId)));
      const response = await callAs(otherUser)(method, path.replace('ID', String(webhookId)), sent);
      return [response.status, response.body.code, response.body.message];
    };
    expect(await send(id), `${method} ${path}`).toEqual(await send(2_000_000_000));
    expect((await send(id))[1]).toBe('webhook_not_found');
  }
  expect((await create({ projectIds: String(projectId) }, otherUser)).body).toMatchObject({
    code: 'project_not_found',
    details: { fields: [{ path: 'projectIds' }] },
  });
  expect((await callAs(otherUser)('GET', '/webhooks')).body).toEqual([]);
  expect((await call('GET', '/webhooks')).body).toMatchObject([{ id, isActive: true }]);
});

test('an update changes only the submitted fields of a webhook', async () => {
  const projectId = await addProject();
  const { id } = (await create({ projectIds: `${projectId}` })).body.data.webhook;
  const path = `/webhooks/${id}`;
  expect((await call('PATCH', path, { name: ' New ' })).body.webhook).toMatchObject({
    name: 'New',
    webhookUrl: publicUrl,
    projectIds: `${projectId}`,
  });
  expect((await call('PATCH', path, { webhookUrl: 'http://10.0.0.1/' })).body.code).toBe(
    'url_not_allowed',
  );
  expect((await call('PATCH', path, {})).status).toBe(400);
  const widened = await call('PATCH', path, { projectIds: '', eventIds: 'screenshot.completed' });
  expect(widened.body.webhook).toMatchObject({
    isForAllProjects: true,
    isActive: true,
    projectIds: '',
    eventIds: 'screenshot.completed',
  });
});

test('[AP-10] deleting a project preserves its webhooks; one limited to that project is disabled, never widened', async () => {
  const going = await addProject('Going');
  const staying = await addProject('Staying');
  const alone = (await create({ projectIds: `${going}` })).body.data.webhook.id;
  const both = (await create({ projectIds: `${going},${staying}` })).body.data.webhook.id;
  const all = (await create()).body.data.webhook.id;
  expect((await call('DELETE', `/projects/${going}`)).status).toBe(200);
  expect((await call('GET', '/webhooks')).body).toMatchObject([
    { id: all, isActive: true, isForAllProjects: true },
    { id: both, isActive: true, projectIds: `${staying}` },
    { id: alone, isActive: false, inactiveReason: 'no_projects', isForAllProjects: false },
  ]);
  const on = { webhookId: alone, status: true };
  expect(await call('PATCH', '/webhooks/status', on)).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  });
  await call('PATCH', `/webhooks/${alone}`, { projectIds: `${staying}` });
  expect((await call('PATCH', '/webhooks/status', on)).body.webhook.isActive).toBe(true);
});

test('the secret is visible to its owner, and a rotated secret signs until its overlap ends', async () => {
  const { body } = await create();
  const path = `/webhooks/${body.webhook.id}`;
  expect((await call('GET', `${path}/secret`)).body.data).toEqual({
    secret: body.secret,
    previousSecretValidUntil: null,
  });
  const rotated = await call('POST', `${path}/rotate`, { overlapHours: 1 });
  expect(rotated.body.secret).not.toBe(body.secret);
  const endsIn = new Date(rotated.body.previousSecretValidUntil).getTime() - Date.now();
  expect(Math.abs(endsIn - 3_600_000)).toBeLessThan(60_000);
  expect((await call('POST', `${path}/rotate`, { overlapHours: 5 })).status).toBe(400);
  const sealed = await app.db.selectFrom('webhook_secrets').select('secret_sealed').execute();
  for (const row of sealed) expect(row.secret_sealed.toString('latin1')).not.toContain('whsec_');
});

test('[AP-21, AP-22, AP-23, AP-24, AP-25] every webhook endpoint requires a session, and a sample a session or a key', async () => {
  const { key } = await app.apiKey({ of: person });
  const requests = [
    ['GET', '/webhooks'],
    ['POST', '/webhooks'],
    ['PATCH', '/webhooks/status'],
    ['DELETE', '/webhooks/1'],
  ] as const;
  const anonymous = await app.request('/api/v1/webhooks/sample', { method: 'POST' });
  expect(anonymous.status).toBe(401);
  for (const [method, path] of requests) {
    for (const headers of [{}, { 'x-api-key': key }]) {
      const res = await app.request(`/api/v1${path}`, { method, headers });
      expect([path, res.status]).toEqual([path, 401]);
    }
  }
});
