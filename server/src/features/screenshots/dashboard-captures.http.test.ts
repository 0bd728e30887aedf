import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertProject } from '../../../test/factories.ts';
import {
  colouredSite,
  openScreenshotsApp,
  readJson as json,
  type TestCustomer,
} from '../../../test/screenshots-app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
beforeAll(async () => {
  app = await openScreenshotsApp(colouredSite);
});
afterAll(() => app.close());

const bodies = {
  '/screenshots/dashboard': { url: 'https://example.com' },
  '/html-to-image/dashboard': { html: '<p>Hello' },
} as const;

async function askAs(customer: TestCustomer, path: keyof typeof bodies, changes: object) {
  const res = await customer.bySession(path, { ...bodies[path], ...changes });
  return { httpStatus: res.status, ...(await json(res)) };
}

test.for([
  ['[AP-19]', '/screenshots/dashboard', [{ url: 'http://10.0.0.1' }, 'url_not_allowed']],
  [
    '[AP-20]',
    '/html-to-image/dashboard',
    [{ proxy_url: 'http://a.example.com:80' }, 'validation_failed'],
  ],
  ['[AP-20]', '/html-to-image/dashboard', [{ element_selector: 'p' }, 'validation_failed']],
] as const)(
  '%s POST %s answers at once, enforces the limits again and refuses %j',
  async ([, path, [refused, code]]) => {
    const customer = await app.customer({ credits: 1 });
    const project = await insertProject(app.db, { organization_id: customer.organizationId });
    const ask = (changes: object) => askAs(customer, path, { project_id: project.id, ...changes });
    expect(await ask(refused)).toMatchObject({ code });
    expect(await ask({ custom_header: '{' })).toMatchObject({
      httpStatus: 400,
      code: 'invalid_custom_header',
    });
    expect(await ask({ width: 99 })).toMatchObject({ httpStatus: 400, code: 'validation_failed' });
    expect(await ask({ project_id: undefined })).toMatchObject({ code: 'validation_failed' });
    expect(await ask({ retina: 'true' })).toMatchObject({
      httpStatus: 402,
      code: 'insufficient_credits',
    });
    const startedAt = performance.now();
    const accepted = await ask({});
    expect(performance.now() - startedAt).toBeLessThan(500);
    expect(accepted).toMatchObject({
      status: 'success',
      creditRequired: 1,
      requestId: expect.any(String) as string,
      message: 'Screenshot request submitted successfully!',
    });
  },
);
