import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type EmptyDatabase } from '../../../test/database.ts';
import { insertOrganization, insertProject } from '../../../test/factories.ts';
import { migrateToLatest } from '../../db/migrate.ts';
import { openDatabase, type OpenDatabase } from '../../db/open.ts';
import { newId } from '../../lib/ids.ts';
import { silentLogger } from '../../lib/logger.ts';
import { listSavedSettings } from '../saved-settings/saved-settings.store.ts';
import { retriedFields } from './request/retry-screenshot.rules.ts';
import { captureSpecOf } from './run/capture-spec.rules.ts';
import { presentScreenshot } from './screenshots.present.ts';
import { findScreenshot, type ScreenshotRow } from './screenshots.store.ts';

let empty: EmptyDatabase;
let database: OpenDatabase;
let organizationId: string;
let projectId: number;
beforeAll(async () => {
  empty = await createEmptyDatabase();
  const { connection } = empty;
  await migrateToLatest({ connection, until: '0017_key_use' });
  database = openDatabase({ connection, maxConnections: 2, logger: silentLogger });
  organizationId = (await insertOrganization(database.db)).id;
  projectId = (await insertProject(database.db, { organization_id: organizationId })).id;
});
afterAll(async () => {
  await database.close();
  await empty.close();
});

/** Options as stored by releases before migration 0018. */
const plain = {
  file_type: 'jpeg',
  full_page: 'true',
  disable_animations: 'false',
  disable_javascript: 'false',
  retina: 'true',
  width: '800',
  height: '600',
  delay: '2.5',
};
const parsed = {
  file_type: 'jpeg',
  full_page: true,
  disable_animations: false,
  disable_javascript: false,
  retina: true,
  width: 800,
  height: 600,
  delay: 2.5,
};
const injected = {
  ...plain,
  // Strings that resemble other types, and numbers in a notation that only JavaScript writes.
  delay: '1e-7',
  inject_js: 'true',
  element_selector: '1',
  custom_header: '{"A":"***"}',
};
const device = { file_type: 'png', emulate_device: 'Phone 1', delay: '0' };

async function insertOld(options: Readonly<Record<string, string>>): Promise<string> {
  const id = newId();
  await database.db
    .insertInto('screenshots')
    .values({
      id,
      organization_id: organizationId,
      project_id: projectId,
      source: 'URL',
      url: 'https://example.com/',
      options: JSON.stringify(options),
      status: 'FAILED',
      failure_code: 'dns_error',
      finished_at: new Date(),
      credits: 3,
    })
    .execute();
  return id;
}

async function readScreenshot(id: string): Promise<ScreenshotRow> {
  const row = await findScreenshot(database.db, { organizationId, id, projectId: null });
  if (!row) throw new Error('the screenshot does not exist');
  return row;
}

test('[AP-37] screenshots and saved settings of an older release read the same after the upgrade', async () => {
  const ids = [await insertOld(plain), await insertOld(injected), await insertOld(device)] as const;
  await database.db
    .insertInto('saved_settings')
    .values({ organization_id: organizationId, name: 'Old', options: JSON.stringify(plain) })
    .execute();

  expect(await migrateToLatest({ connection: empty.connection })).toContain('0018_parsed_options');

  const rows = await Promise.all(ids.map(readScreenshot));
  expect(rows.map(({ options }) => options)).toEqual([
    parsed,
    { ...injected, ...parsed, delay: '1e-7' },
    { ...device, delay: 0 },
  ]);
  const links = { linkFor: () => '', thumbnailFor: () => '', previewFor: () => '' };
  expect(rows.map((row) => presentScreenshot(row, links).options)).toEqual([
    plain,
    injected,
    device,
  ]);
  expect(await listSavedSettings(database.db, { organizationId, projectId: null })).toMatchObject([
    { options: plain },
  ]);
});

test('a capture that an older release stored is captured and retried with its options', () => {
  const request = { url: 'https://example.com/', html: null, secrets: {} };
  for (const options of [plain, parsed]) {
    expect(captureSpecOf({ ...request, options }, () => undefined)).toMatchObject({
      fileType: 'jpeg',
      isFullPage: true,
      areAnimationsDisabled: false,
      viewport: { widthPx: 800, heightPx: 600, deviceScaleFactor: 2 },
      delayMs: 2_500,
    });
    const row = { ...request, id: newId(), status: 'FAILED', options } as const;
    expect(retriedFields(row)).toMatchObject({ url: request.url, ...parsed });
  }
});
