import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { createTestBrowser } from '../../../../test/browser.ts';
import { addPasskey, newAuthenticator } from '../../../../test/passkeys.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('[SI-15] [TM-3] the audit log lists passkeys and sign-ins with them, without their names', async () => {
  const { email, password } = await app.session();
  const browser = createTestBrowser({ origin: app.url });
  await browser.post('/auth/login', { email, password });
  const authenticator = newAuthenticator(app.url);
  const added = await addPasskey(browser, { name: 'A private name', authenticator });
  expect(added.status).toBe(201);
  const path = `/users/passkeys/${String(added.body.data.passkey.id)}`;
  await browser.patch(path, { name: 'Another name' });
  const second = createTestBrowser({ origin: app.url });
  const { body } = await second.post('/auth/passkey/options');
  const credential = authenticator.sign(body.data.options);
  expect((await second.post('/auth/passkey/login', { credential })).status).toBe(200);
  await second.delete(path);
  const { events } = (await second.get('/audit-events?group=security')).body;
  expect(events.map(({ action }: { action: string }) => action)).toEqual([
    'passkey.deleted',
    'sign_in.succeeded',
    'passkey.renamed',
    'passkey.added',
    'sign_in.succeeded',
    'sign_in.succeeded',
  ]);
  expect(events[1]).toMatchObject({ actor: { email }, targetName: null });
  expect(JSON.stringify(events)).not.toMatch(/private name|Another name/);
});

test('[SI-15] the dashboard is told the origin at which passkeys work', async () => {
  const config: unknown = await (await app.request('/config.json')).json();
  expect(config).toMatchObject({ passkeyOrigin: new URL(app.url).origin });
});
