import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { endpoints, keyOperations, type Endpoint } from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { expectErrors } from '../../../test/error-cases.ts';
import { createRecordingLogger } from '../../../test/recording-logger.ts';
import { readJson } from '../../../test/screenshots-app.ts';

const log = createRecordingLogger();
let app: TestApp;
let person: TestSession;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' }, logger: log.logger });
  person = await app.session();
});
afterAll(() => app.close());

const createKey = async (restrictions: object) => {
  const response = await person.call('POST', '/api-keys', { name: 'CI', ...restrictions });
  const { apiKey, message } = await readJson(response);
  expect([response.status, message]).toEqual([201, 'API key created successfully']);
  return apiKey;
};
const change = async (id: number, changes: object) => {
  const response = await person.call('PATCH', `/api-keys/${id}`, changes);
  expect(response.status).toBe(200);
  return (await readJson(response)).apiKey;
};
const callFrom = async (ip: string, { key }: { key: string }, path = '/devices') => {
  const headers = { 'x-api-key': key, 'x-forwarded-for': ip };
  const response = await app.request(`/api/v1${path}`, { headers });
  const { code, message, details } = await readJson(response);
  return { httpStatus: response.status, code, message, details };
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('[AK-14] a key is created without restrictions, or with canonical ones', async () => {
  expect(await createKey({})).toMatchObject({ allowedIps: [], access: 'full', expiresAt: null });
  const restrictions = {
    allowedIps: ['203.0.113.7/24', '2001:DB8::1', '203.0.113.0/24'],
    access: 'capture',
    expiresAt: '2027-01-05T10:00:00+02:00',
  };
  expect(await createKey(restrictions)).toMatchObject({
    allowedIps: ['203.0.113.0/24', '2001:db8::1'],
    access: 'capture',
    expiresAt: '2027-01-05T08:00:00.000Z',
  });
});

test('[AK-14] restrictions that are not valid are rejected with their field, in both endpoints', async () => {
  const { id } = await createKey({});
  const invalid: Array<[object, string]> = [
    [{ allowedIps: '10.0.0.1' }, 'allowedIps'],
    [{ allowedIps: ['10.0.0.1', '10.0.0.0/33'] }, 'allowedIps.1'],
    [{ allowedIps: [7] }, 'allowedIps.0'],
    [{ allowedIps: Array.from({ length: 21 }, (_, at) => `10.0.0.${at}`) }, 'allowedIps'],
    [{ access: 'read' }, 'access'],
    [{ access: null }, 'access'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ expiresAt: '2027-01-05' }, 'expiresAt'],
    [{ expiresAt: '2027-01-05T10:00:00' }, 'expiresAt'],
    [{ expiresAt: inDays(-1) }, 'expiresAt'],
    [{ expiresAt: inDays(6 * 365) }, 'expiresAt'],
  ];
  await expectErrors(app, person, {
    method: 'POST',
    path: '/api-keys',
    body: { name: 'CI' },
    invalid: invalid.map(([body, field]) => [{ name: 'CI', ...body }, field]),
  });
  await expectErrors(app, person, { method: 'PATCH', path: `/api-keys/${id}`, invalid });
  const response = await person.call('PATCH', `/api-keys/${id}`, { allowedIps: ['10.0.0.300'] });
  expect((await readJson(response)).message).toBe(
    'allowedIps.0 must be an IP address or a CIDR range, such as 203.0.113.7 or 2001:db8::/32, not "10.0.0.300".',
  );
});

test('[AK-14] a key works from its IP ranges only, also for IPv6 and mapped addresses', async () => {
  const apiKey = await createKey({ allowedIps: ['203.0.113.0/24', '2001:db8::/32'] });
  for (const ip of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1::9'])
    expect(await callFrom(ip, apiKey)).toMatchObject({ httpStatus: 200 });
  for (const [ip, seen] of [
    ['203.0.114.9', '203.0.114.9'],
    ['::ffff:203.0.114.9', '203.0.114.9'],
    ['2001:db9::9', '2001:db9::9'],
  ] as const) {
    expect(await callFrom(ip, apiKey)).toEqual({
      httpStatus: 403,
      code: 'api_key_ip_forbidden',
      message: `This API key may not be used from the IP address ${seen}. Allow it for the key in the dashboard, or call from an allowed one.`,
      details: { ip: seen },
    });
  }
});

test('[AK-14] a change of the ranges counts from the next request', async () => {
  const apiKey = await createKey({});
  const seen = [];
  for (const allowedIps of [['10.0.0.1'], ['10.0.0.1', '192.0.2.1'], []]) {
    await change(apiKey.id, { allowedIps });
    seen.push((await callFrom('192.0.2.1', apiKey)).httpStatus);
  }
  expect(seen).toEqual([403, 200, 200]);
});

test('[AK-14] another address learns only that it may not use the key, and nothing about an unknown one', async () => {
  const apiKey = await createKey({ allowedIps: ['10.0.0.1'], expiresAt: inDays(1) });
  await change(apiKey.id, { isActive: false });
  expect(await callFrom('192.0.2.1', apiKey)).toMatchObject({ code: 'api_key_ip_forbidden' });
  expect(await callFrom('10.0.0.1', apiKey)).toMatchObject({ code: 'api_key_inactive' });
  const unknown = { key: `sk_live_${'x'.repeat(49)}` };
  expect(await callFrom('192.0.2.1', unknown)).toMatchObject({ code: 'api_key_invalid' });
  const [listed] = (await readJson(await person.call('GET', '/api-keys'))).data.apiKeys;
  expect(listed).toMatchObject({ id: apiKey.id, lastUsedAt: null });
});

test('[AK-14] an expired key is rejected with its date until a later one is set', async () => {
  const apiKey = await createKey({ expiresAt: inDays(1) });
  const other = await createKey({ expiresAt: inDays(1) });
  expect(await callFrom('192.0.2.1', apiKey)).toMatchObject({ httpStatus: 200 });
  const expiresAt = new Date('2026-11-05T08:00:00Z');
  await app.db
    .updateTable('api_keys')
    .set({ expires_at: expiresAt })
    .where('id', '=', apiKey.id)
    .execute();
  expect(await callFrom('192.0.2.1', apiKey)).toEqual({
    httpStatus: 401,
    code: 'api_key_expired',
    message:
      'This API key expired on 5 November 2026 at 08:00 UTC. Extend it in the dashboard or use another key.',
    details: { expiresAt: expiresAt.toISOString() },
  });
  expect(await callFrom('192.0.2.1', other)).toMatchObject({ httpStatus: 200 });
  expect(await change(apiKey.id, { name: 'Renamed' })).toMatchObject({
    expiresAt: expiresAt.toISOString(),
  });
  await change(apiKey.id, { expiresAt: null });
  expect(await callFrom('192.0.2.1', apiKey)).toMatchObject({ httpStatus: 200 });
});

const pathsOf = ({ method, path }: Endpoint) => ({
  method,
  path: path.replace('{id}', '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42').replace('{name}', 'a.png'),
});

test('[AK-14] a key that may only capture is rejected by every operation outside the table', async () => {
  const { key } = await createKey({ access: 'capture' });
  const all: Readonly<Record<string, Endpoint>> = endpoints;
  const byKey = Object.values(all).filter(({ auth }) => auth !== 'public' && auth !== 'session');
  const rejected = [];
  for (const endpoint of byKey.filter(({ auth }) => auth !== 'staff')) {
    const { method, path } = pathsOf(endpoint);
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const response = await app.request(`/api/v1${path}`, {
      method,
      headers,
      ...(method !== 'GET' && { body: '{}' }),
    });
    const { code, message } = await readJson(response);
    if (code !== 'api_key_access_forbidden') continue;
    rejected.push(endpoint.operationId);
    expect([response.status, message]).toEqual([
      403,
      `The access of this API key is "capture", which does not include the operation ${endpoint.operationId}. Use a key with full access.`,
    ]);
  }
  const full = Object.entries(keyOperations).filter(([, access]) => access === 'full');
  expect(rejected.sort()).toEqual(full.map(([id]) => id).sort());
});

test('[AK-14] tools of the Model Context Protocol have the restrictions of their key', async () => {
  const { key } = await createKey({ access: 'capture', allowedIps: ['203.0.113.7'] });
  const connect = async (ip: string): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const headers = { 'x-api-key': key, 'x-forwarded-for': ip };
    const requestInit = { headers };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { requestInit }),
    );
    return client;
  };
  await expect(connect('203.0.113.8')).rejects.toThrow('api_key_ip_forbidden');
  const client = await connect('203.0.113.7');
  const id = '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42';
  const compared = { name: 'compare_captures', arguments: { before: id, after: id } };
  const [listed, rejected] = [
    await client.callTool({ name: 'list_captures', arguments: {} }),
    await client.callTool(compared),
  ];
  await client.close();
  expect(listed.isError ?? false).toBe(false);
  expect(rejected).toMatchObject({ isError: true });
  expect(JSON.stringify(rejected.content)).toContain(
    'does not include the operation compareScreenshots',
  );
});

test('[AK-14] changes of restrictions are in the audit log and the security log', async () => {
  const { id } = await createKey({});
  log.clear();
  await change(id, { access: 'capture', expiresAt: inDays(30) });
  expect(log.securityEvents()).toMatchObject([
    { securityEvent: 'api_key.updated', apiKeyId: id, userId: person.userId },
  ]);
  const { events } = await readJson(await person.call('GET', '/audit-events'));
  expect(events[0]).toMatchObject({ action: 'api_key.updated', targetId: String(id) });
});
