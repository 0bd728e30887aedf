import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { createRecordingLogger } from '../../../test/recording-logger.ts';
import { readJson } from '../../../test/screenshots-app.ts';

const log = createRecordingLogger();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ logger: log.logger });
});
afterAll(() => app.close());

test('creating, revealing, rotating and deleting a key is logged with its id, never its text', async () => {
  const person = await app.session();
  log.clear();
  const body = { name: 'CI' };
  const { apiKey } = (await readJson(await person.call('POST', '/api-keys', body))).data;
  await person.call('GET', '/api-keys');
  const rotated = await readJson(
    await person.call('POST', `/api-keys/${apiKey.id}/rotate`, { overlapHours: 1 }),
  );
  await person.call('DELETE', `/api-keys/${apiKey.id}`);
  const { userId, organizationId } = person;
  const who = { userId, organizationId, network: '127.0.0.0/24' };
  expect(log.securityEvents()).toMatchObject([
    { securityEvent: 'api_key.created', apiKeyId: apiKey.id, ...who },
    { securityEvent: 'api_keys.revealed', count: 1, ...who },
    { securityEvent: 'api_key.rotated', apiKeyId: apiKey.id, ...who },
    { securityEvent: 'api_key.deleted', apiKeyId: apiKey.id, ...who },
  ]);
  const text = JSON.stringify(log.lines());
  for (const key of [apiKey.key, rotated.data.apiKey.key]) expect(text).not.toContain(key);
});

test('a start with TRUST_PROXY=true warns once that clients can forge IP addresses', async () => {
  const started = createRecordingLogger();
  const warnings = () => started.lines().filter(({ setting }) => setting === 'TRUST_PROXY');
  for (const [value, count] of [
    ['true', 1],
    ['10.0.0.0/8', 0],
    ['false', 0],
  ] as const) {
    started.clear();
    const other = await startTestApp({ logger: started.logger, env: { TRUST_PROXY: value } });
    await other.request('/health/live');
    await other.close();
    expect(warnings()).toHaveLength(count);
    for (const { level, message } of warnings()) {
      expect(level).toBe('warn');
      expect(message).toContain('set it to the IP addresses or networks of your proxies');
    }
  }
});
