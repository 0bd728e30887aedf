import { afterAll, beforeAll, expect, test } from 'vitest';
import { optionTextsOf, savedOptionsSchema } from '@shotwright/contract';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertOrganization, insertProject } from '../../../test/factories.ts';
import { testSecret } from '../../../test/secret.ts';
import { notFound } from '../../shared/app-error.ts';
import { createKeyRing } from '../../lib/crypto.ts';
import { findProjectId } from '../projects/projects.store.ts';
import { createSettingSecretsService } from './setting-secrets.service.ts';
import { createSavedSettingsService, type SavedSettingsService } from './saved-settings.service.ts';

let database: TestDatabase;
let service: SavedSettingsService;
beforeAll(async () => {
  database = await createTestDatabase();
  service = createSavedSettingsService({
    db: database.db,
    secrets: createSettingSecretsService({ db: database.db, keyRing: createKeyRing(testSecret) }),
    requireProject: async (tx, input) => {
      const id = await findProjectId(tx, input);
      if (id === undefined) throw notFound('project_not_found', 'This project does not exist.');
      return id;
    },
  });
});
afterAll(() => database.close());

const values = {
  name: 'Hero',
  description: null,
  projectId: null,
  options: { url: 'https://example.com' },
};

test('[AP-37] options are stored as text, whatever type the client sent', () => {
  const parsed = savedOptionsSchema.parse({
    full_page: true,
    width: 1280,
    retina: 'false',
    url: 'https://a.example',
  });
  expect(optionTextsOf(parsed)).toEqual({
    full_page: 'true',
    width: '1280',
    retina: 'false',
    url: 'https://a.example',
  });
  expect(savedOptionsSchema.safeParse({ url: { nested: true } }).success).toBe(false);
  expect(savedOptionsSchema.safeParse({ fullpage: 'true' }).success).toBe(false);
});

test('[AP-27] [AP-28] a setting is listed with its project, newest first', async () => {
  const { id: organizationId } = await insertOrganization(database.db);
  const { id: projectId } = await insertProject(database.db, {
    organization_id: organizationId,
    name: 'Site',
  });
  await service.create({ ...values, organizationId });
  await service.create({ ...values, organizationId, name: 'Bound', projectId });
  expect(await service.list({ organizationId, projectId: null })).toMatchObject([
    { name: 'Bound', projectId, projectName: 'Site' },
    { name: 'Hero', projectId: null, projectName: null, options: { url: 'https://example.com' } },
  ]);
});

test('[AP-29] replacing a setting returns its stored values', async () => {
  const { id: organizationId } = await insertOrganization(database.db);
  const { id } = await service.create({ ...values, organizationId });
  const replaced = await service.replace({
    organizationId,
    id,
    name: 'Footer',
    description: 'The end of the page',
    projectId: null,
    options: { html: '<p>hi</p>', mode: 'html' },
  });
  expect(replaced).toMatchObject({ id, name: 'Footer', description: 'The end of the page' });
  expect(await service.list({ organizationId, projectId: null })).toEqual([replaced]);
});

test('a foreign setting can be neither replaced nor deleted, nor bound to the caller’s project', async () => {
  const { id: owner } = await insertOrganization(database.db);
  const { id: otherOrganizationId } = await insertOrganization(database.db);
  const { id: projectId } = await insertProject(database.db, { organization_id: owner });
  const { id } = await service.create({ ...values, organizationId: owner });
  const foreign = { ...values, organizationId: otherOrganizationId, id };
  await expect(service.replace(foreign)).rejects.toMatchObject({ code: 'setting_not_found' });
  await expect(service.remove(foreign)).rejects.toMatchObject({ code: 'setting_not_found' });
  await expect(
    service.create({ ...values, organizationId: otherOrganizationId, projectId }),
  ).rejects.toMatchObject({
    code: 'project_not_found',
  });
  expect(await service.list({ organizationId: otherOrganizationId, projectId: null })).toEqual([]);
  expect(await service.list({ organizationId: owner, projectId: null })).toMatchObject([
    { name: 'Hero' },
  ]);
});

test('[AP-30] a deleted setting is no longer listed', async () => {
  const { id: organizationId } = await insertOrganization(database.db);
  const { id } = await service.create({ ...values, organizationId });
  await service.remove({ organizationId, id });
  expect(await service.list({ organizationId, projectId: null })).toEqual([]);
  await expect(service.remove({ organizationId, id })).rejects.toMatchObject({
    code: 'setting_not_found',
  });
});
