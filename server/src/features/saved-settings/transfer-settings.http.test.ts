import { afterAll, beforeAll, expect, test } from 'vitest';
import { savedSettingLimits } from '@shotwright/contract';
import { insertProject } from '../../../test/factories.ts';
import {
  openScreenshotsApp,
  readJson as json,
  type TestCustomer,
} from '../../../test/screenshots-app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
beforeAll(async () => {
  app = await openScreenshotsApp((_req, res) => {
    res.setHeader('content-type', 'text/html').end('<p>page');
  });
});
afterAll(() => app.close());

const secret = 'Bearer of-a-customer';

async function save(customer: TestCustomer, body: object): Promise<number> {
  const res = await customer.bySession('/screenshot-settings', body);
  expect(res.status).toBe(201);
  return (await json(res)).data.setting.id;
}

async function list(customer: TestCustomer) {
  const { data } = await json(await customer.bySession('/screenshot-settings/list'));
  const rows: { id: number; name: string; options: Record<string, string> }[] = data.settings;
  return rows.toSorted((one, other) => one.id - other.id);
}

const exported = async (customer: TestCustomer, query = '') =>
  json(await customer.byKey(`/screenshot-settings/export${query}`));

const fileOf = (...settings: object[]) => ({
  format: 'shotwright-settings',
  version: 1,
  settings,
});

const hero = {
  name: 'Hero',
  options: { mode: 'url', url: 'https://example.com/', width: 640, dark_mode: true },
};

async function importing(customer: TestCustomer, body: object, path = '') {
  const res = await customer.bySession(`/screenshot-settings/import${path}`, body);
  return { ...(await json(res)), status: res.status };
}

const actions = async () => {
  const events = await app.db.selectFrom('audit_events').select('action').execute();
  return events.map(({ action }) => action).filter((action) => action.startsWith('saved_settings'));
};

test('[SS-11] an export has the options as JSON values and says which secrets it leaves out', async () => {
  const customer = await app.customer();
  const project = await insertProject(app.db, {
    organization_id: customer.organizationId,
    name: 'Shop',
  });
  const id = await save(customer, {
    name: 'Hero – dark',
    description: 'Start page',
    projectId: project.id,
    options: {
      mode: 'url',
      url: 'https://example.com/',
      project_id: String(project.id),
      width: '640',
      dark_mode: 'true',
      hide_selectors: '.ad\n.banner',
      custom_header: JSON.stringify({ Authorization: secret }),
      proxy_url: 'http://user:secret-pass@proxy.example.com:8080',
      destination_id: '5',
      storage_path: 'a/{id}',
    },
  });
  await save(customer, { name: 'Other', options: { mode: 'url', url: 'https://example.org/' } });
  const res = await customer.byKey(`/screenshot-settings/export?ids=${id}`);
  expect(res.headers.get('content-disposition')).toContain('attachment');
  expect(res.headers.get('content-disposition')).toContain('shotwright-settings-hero-dark.json');
  const text = await res.text();
  for (const hidden of [secret, 'secret-pass', '***']) expect(text).not.toContain(hidden);
  expect(JSON.parse(text)).toEqual({
    format: 'shotwright-settings',
    version: 1,
    exportedAt: expect.stringMatching(/^20\d\d-/),
    settings: [
      {
        name: 'Hero – dark',
        description: 'Start page',
        project: 'Shop',
        options: {
          mode: 'url',
          url: 'https://example.com/',
          width: 640,
          dark_mode: true,
          hide_selectors: ['.ad', '.banner'],
        },
        omitted: expect.arrayContaining([
          { option: 'custom_header', reason: 'secret' },
          { option: 'proxy_url', reason: 'secret' },
          { option: 'destination_id', reason: 'account' },
          { option: 'storage_path', reason: 'account' },
        ]),
      },
    ],
  });
  const all = await exported(customer);
  expect(all.settings.map(({ name }: { name: string }) => name)).toEqual(['Hero – dark', 'Other']);
  const foreign = await app.customer();
  const missing = await foreign.byKey(`/screenshot-settings/export?ids=${id}`);
  expect([missing.status, (await json(missing)).code]).toEqual([404, 'setting_not_found']);
});

test('[SS-11] an exported file creates the same settings in another account, in the project of the same name', async () => {
  const [customer, other] = [await app.customer(), await app.customer()];
  const projects = [];
  for (const { organizationId } of [customer, other])
    projects.push(
      await insertProject(app.db, { organization_id: organizationId, name: 'Same name' }),
    );
  await save(customer, {
    name: 'Hero',
    projectId: projects[0]?.id,
    options: { mode: 'url', url: 'https://example.com/', width: '640', tags: 'a\nb' },
  });
  await save(customer, {
    name: 'Card',
    options: { mode: 'html', html: '<p>card', retina: 'true' },
  });
  const file = await exported(customer);
  const before = (await actions()).length;
  const preview = await importing(other, { file }, '/preview');
  expect(preview).toMatchObject({ status: 200, counts: { created: 2, replaced: 0, skipped: 0 } });
  expect(preview.data.settings[0]).toMatchObject({ settingId: null, project: 'Same name' });
  expect(await list(other)).toEqual([]);
  expect(await actions()).toHaveLength(before);
  const done = await importing(other, { file });
  expect(done).toMatchObject({ status: 200, counts: { created: 2 } });
  expect((await actions()).slice(before)).toEqual(['saved_settings.imported']);
  const imported = await list(other);
  expect(imported).toMatchObject([
    {
      id: done.data.settings[0].settingId,
      name: 'Hero',
      projectId: projects[1]?.id,
      options: { url: 'https://example.com/', width: '640', tags: 'a\nb' },
    },
    { name: 'Card', projectId: null, options: { mode: 'html', html: '<p>card', retina: 'true' } },
  ]);
});

test('[SS-11] a setting whose name exists is kept beside it, replaces it or is skipped, as the preview says', async () => {
  const customer = await app.customer();
  const id = await save(customer, {
    name: 'Hero',
    options: {
      mode: 'url',
      url: 'https://example.com/',
      custom_header: JSON.stringify({ Authorization: secret }),
    },
  });
  const omitted = [{ option: 'custom_header', reason: 'secret' }];
  const file = fileOf({ ...hero, omitted, project: 'Nowhere' });
  const run = async (onConflict: string) => {
    const preview = await importing(customer, { file, onConflict }, '/preview');
    const done = await importing(customer, { file, onConflict });
    expect(done.counts).toEqual(preview.counts);
    const effects = ({ data }: typeof done) => [
      data.settings[0].action,
      data.settings[0].storedName,
    ];
    expect(effects(done)).toEqual(effects(preview));
    return done.data.settings[0];
  };
  expect(await run('skip')).toMatchObject({ action: 'skip', settingId: id });
  expect((await list(customer))[0]?.options).not.toHaveProperty('width');
  expect(await run('keep_both')).toMatchObject({
    action: 'create',
    storedName: 'Hero 2',
    missingOptions: ['custom_header'],
    missingProject: 'Nowhere',
  });
  expect(await run('keep_both')).toMatchObject({ storedName: 'Hero 3' });
  expect(await run('replace')).toMatchObject({
    action: 'replace',
    settingId: id,
    missingOptions: [],
  });
  const names = (await list(customer)).map(({ name }) => name);
  expect(names).toEqual(['Hero', 'Hero 2', 'Hero 3']);
  const [replaced] = await list(customer);
  // The secret that the file does not have is still stored.
  expect(replaced?.options).toMatchObject({
    width: '640',
    custom_header: '{"Authorization":"***"}',
  });
});

test('[SS-11] each error of a file names the setting and the field, and nothing is imported', async () => {
  const customer = await app.customer();
  const broken = fileOf(
    hero,
    {
      name: 'Footer',
      options: { mode: 'url', url: 'https://a.example', width: 99_999, fullpage: 1 },
    },
    { name: 'Card', options: { mode: 'html', html: '<p>', proxy_url: 'proxy:80' } },
    {
      name: 'Phone',
      options: { url: 'https://a.example', emulate_device: 'iPhone 15', width: 300 },
    },
    { name: '', options: { url: 'https://a.example', custom_header: 'x'.repeat(99_999) } },
  );
  const error = await importing(customer, { file: broken }, '/preview');
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  const fields: { path: string; message: string }[] = error.details.fields;
  const texts = fields.map(({ path, message }) => `${path}: ${message}`);
  expect(texts).toEqual(
    expect.arrayContaining([
      'file.settings.1.options.width: Setting 2 ("Footer"): options.width must be a whole number from 100 to 7680.',
      'file.settings.2.options.proxy_url: Setting 3 ("Card"): options.proxy_url is not an option of a capture of HTML.',
      'file.settings.3.options.emulate_device: Setting 4 ("Phone"): options.emulate_device cannot be combined with width or height: a device brings its own size.',
      'file.settings.4.name: Setting 5: name must not be blank.',
    ]),
  );
  expect(error.message).toMatch(/^Setting 2 \("Footer"\): .+ And \d more\.$/);
  const masked = fileOf({ ...hero, options: { ...hero.options, custom_header: '{"A":"***"}' } });
  const maskError = await importing(customer, { file: masked });
  expect(maskError.message).toContain('Setting 1 ("Hero"): options.custom_header the value of "A"');
  for (const [file, path] of [
    [{ ...fileOf(hero), version: 2 }, 'file.version'],
    [{ ...fileOf(hero), format: 'other' }, 'file.format'],
    [fileOf(), 'file.settings'],
    ['{}', 'file'],
  ] as const) {
    const wrong = await importing(customer, { file });
    expect([wrong.status, wrong.details.fields[0].path]).toEqual([400, path]);
  }
  expect(await list(customer)).toEqual([]);
});

test('[SS-11] a file and an account have a limited number of settings', async () => {
  const customer = await app.customer();
  const many = Array.from({ length: savedSettingLimits.fileSettings }, (_, index) => ({
    ...hero,
    name: `Hero ${index}`,
  }));
  const tooMany = await importing(customer, { file: fileOf(...many, hero) });
  expect([tooMany.status, tooMany.details.fields[0].message]).toEqual([
    400,
    `must have at most ${savedSettingLimits.fileSettings} settings`,
  ]);
  for (let count = 0; count < savedSettingLimits.perOrganization; count += many.length)
    expect((await importing(customer, { file: fileOf(...many) })).status).toBe(200);
  const full = await importing(customer, { file: fileOf(hero) }, '/preview');
  expect([full.status, full.code]).toEqual([409, 'conflict']);
  const one = await customer.bySession('/screenshot-settings', hero);
  expect(one.status).toBe(409);
  const replaced = { file: fileOf({ ...hero, name: 'Hero 1' }), onConflict: 'replace' };
  expect((await importing(customer, replaced)).status).toBe(200);
  const all = await customer.byKey('/screenshot-settings/export');
  expect([all.status, (await json(all)).message]).toMatchObject([
    400,
    expect.stringContaining('ids: must name at most'),
  ]);
});

test('[SS-11] a key reads and imports settings; a key of one project imports none', async () => {
  const customer = await app.customer();
  const done = await json(
    await customer.byKey('/screenshot-settings/import', { file: fileOf(hero) }),
  );
  const id = done.data.settings[0].settingId;
  const read = await json(await customer.byKey(`/screenshot-settings/${id}`));
  expect(read.data).toMatchObject({ id, name: 'Hero', options: { width: '640' } });
  const project = await insertProject(app.db, { organization_id: customer.organizationId });
  const { key } = await customer.boundKey(project.id);
  const res = await app.send(
    '/screenshot-settings/import',
    { file: fileOf(hero) },
    { 'x-api-key': key },
  );
  expect([res.status, (await json(res)).code]).toEqual([403, 'api_key_project_forbidden']);
  const other = await app.customer();
  expect((await other.byKey(`/screenshot-settings/${id}`)).status).toBe(404);
});
