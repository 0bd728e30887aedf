import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { readJson } from '../../../test/screenshots-app.ts';
import { makeStaff } from '../../../test/tickets.ts';
import { subscribe } from '../../db/notifications.ts';
import { silentLogger } from '../../lib/logger.ts';
import { workerName } from './worker-isolation.store.ts';

let app: TestApp;
let staff: TestSession;
beforeAll(async () => {
  app = await startTestApp({ hasWorker: true, env: { ISOLATION: 'off' } });
  staff = await app.session();
  await makeStaff(app, staff);
});
afterAll(() => app?.close());

const path = '/staff/worker-isolation';
const counted = async () => (await readJson(await staff.call('GET', path))).data.workers;

/** Connects another worker to the database. */
const connectWorker = (stats: Parameters<typeof workerName>[0]) =>
  subscribe({
    connection: { connectionString: app.databaseUrl },
    channel: 'test',
    applicationName: workerName(stats),
    onMessage: () => undefined,
    onConnected: () => undefined,
    logger: silentLogger,
  });

test('[IS-7] staff read how many running workers isolate their browsers, in this process and others', async () => {
  await expect.poll(counted).toEqual({ isolated: 0, off: 1, unavailable: 0 });
  const others = await Promise.all([
    connectWorker({ isolation: 'user-namespace', isolationUnavailable: null }),
    connectWorker({ isolation: 'namespaces', isolationUnavailable: null }),
    connectWorker({ isolation: 'off', isolationUnavailable: 'Run: sysctl …' }),
  ]);
  expect(await counted()).toEqual({ isolated: 2, off: 1, unavailable: 1 });
  await Promise.all(others.map((one) => one.close()));
  await expect.poll(counted).toEqual({ isolated: 0, off: 1, unavailable: 0 });
});

test('[IS-7] readiness and metrics name the missing isolation, and customers do not learn of it', async () => {
  const ready = await readJson(await app.request('/health/ready'));
  expect(ready.details).toMatchObject({ isolation: 'off', isolationUnavailable: null });
  const metrics = await (await app.request('/metrics')).text();
  expect(metrics).toContain('\nshotwright_browser_isolated 0');
  const customer = await app.session();
  expect((await customer.call('GET', path)).status).toBe(404);
  const shown = await Promise.all([
    customer.call('GET', '/dashboards/overview'),
    customer.call('GET', '/users/profile'),
    app.request('/config.json'),
  ]);
  for (const response of shown) {
    expect(response.status).toBe(200);
    expect((await response.text()).toLowerCase()).not.toContain('isolat');
  }
});
