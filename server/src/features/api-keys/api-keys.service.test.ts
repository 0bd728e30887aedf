import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertOrganization, insertProject } from '../../../test/factories.ts';
import { notFound } from '../../shared/app-error.ts';
import { systemClock, type Clock } from '../../lib/clock.ts';
import { createKeyRing } from '../../lib/crypto.ts';
import { silentLogger } from '../../lib/logger.ts';
import { networkPrefix } from '../../lib/network-prefix.ts';
import { findProjectId } from '../projects/projects.store.ts';
import { newApiKey } from './api-keys.rules.ts';
import { createApiKeysService, type ApiKeysService } from './api-keys.service.ts';

let database: TestDatabase;
let service: ApiKeysService;
beforeAll(async () => {
  database = await createTestDatabase();
  service = serviceAt(systemClock);
});

const serviceAt = (clock: Clock): ApiKeysService =>
  createApiKeysService({
    enqueueAlerts: async () => undefined,
    db: database.db,
    keyRing: createKeyRing('a secret of more than thirty-two bytes'),
    clock,
    logger: silentLogger,
    networkOf: networkPrefix,
    requireProject: async (tx, input) => {
      const id = await findProjectId(tx, input);
      if (id === undefined) throw notFound('project_not_found', 'This project does not exist.');
      return id;
    },
  });

afterAll(() => database.close());

const origin = { ip: '203.0.113.77', userAgent: 'curl/8.5.0' };
const unlimited = { monthlyLimit: null, projectId: null };

test('an API key is listed as it was created and authenticates its caller', async () => {
  const { id: organizationId } = await insertOrganization(database.db);
  const { id: projectId } = await insertProject(database.db, { organization_id: organizationId });
  const made = await service.createApiKey({
    organizationId,
    name: 'CI',
    monthlyLimit: 50,
    projectId,
  });
  const [listed] = await service.listApiKeys(organizationId);
  expect(listed).toMatchObject({
    id: made.id,
    key: made.key,
    name: 'CI',
    monthlyLimit: 50,
    monthlyUsage: 0,
  });
  expect(await service.authenticateApiKey(made.key, origin)).toEqual({
    kind: 'key',
    organizationId,
    apiKeyId: made.id,
    projectId,
    isTest: false,
    access: 'full',
  });
});

test('[AK-10] the database contains neither the key nor anything it could be derived from', async () => {
  const { id: organizationId } = await insertOrganization(database.db);
  const { key } = await service.createApiKey({ organizationId, name: 'Secret', ...unlimited });
  const { rows } = await sql<{
    dump: string;
  }>`select to_jsonb(k)::text as dump from api_keys k`.execute(database.db);
  const dump = rows.map((row) => row.dump).join('\n');
  expect(dump).not.toContain(key);
  expect(dump).not.toContain(Buffer.from(key).toString('hex'));
  expect(dump).not.toContain(key.slice('sk_live_'.length, -6));
});

test('[AK-10] an encrypted key moved to another row cannot be decrypted', async () => {
  const { id: organizationId } = await insertOrganization(database.db);
  await service.createApiKey({ organizationId, name: 'One', ...unlimited });
  await service.createApiKey({ organizationId, name: 'Two', ...unlimited });
  await sql`
    update api_keys a set key_sealed = b.key_sealed from api_keys b
    where a.organization_id = ${organizationId} and b.organization_id = a.organization_id and a.id <> b.id`.execute(
    database.db,
  );
  await expect(service.listApiKeys(organizationId)).rejects.toThrow('unable to authenticate data');
});

test('[PA-1] unknown or mistyped keys and inactive keys have different error codes', async () => {
  const { id: organizationId } = await insertOrganization(database.db);
  const { id, key } = await service.createApiKey({ organizationId, name: 'Off', ...unlimited });
  await expect(service.authenticateApiKey(newApiKey(), origin)).rejects.toMatchObject({
    code: 'api_key_invalid',
  });
  await expect(service.authenticateApiKey('sk_live_typo', origin)).rejects.toMatchObject({
    code: 'api_key_invalid',
  });
  await database.db
    .updateTable('api_keys')
    .set({ is_active: false })
    .where('id', '=', id)
    .execute();
  await expect(service.authenticateApiKey(key, origin)).rejects.toMatchObject({
    code: 'api_key_inactive',
  });
});

test('[AP-13] a deleted key is rejected at once, and only its owner can delete it', async () => {
  const { id: organizationId } = await insertOrganization(database.db);
  const { id: otherOrganizationId } = await insertOrganization(database.db);
  const { id, key } = await service.createApiKey({ organizationId, name: 'Short', ...unlimited });
  await expect(
    service.deleteApiKey({ organizationId: otherOrganizationId, id }),
  ).rejects.toMatchObject({
    code: 'api_key_not_found',
  });
  expect(await service.authenticateApiKey(key, origin)).toMatchObject({ apiKeyId: id });
  await service.deleteApiKey({ organizationId, id });
  await expect(service.authenticateApiKey(key, origin)).rejects.toMatchObject({
    code: 'api_key_invalid',
  });
});

test('[AP-12] a key cannot be bound to a project of another organisation', async () => {
  const { id: organizationId } = await insertOrganization(database.db);
  const { id: otherOrganizationId } = await insertOrganization(database.db);
  const { id: projectId } = await insertProject(database.db, {
    organization_id: otherOrganizationId,
  });
  const made = service.createApiKey({
    organizationId,
    name: 'Bound',
    monthlyLimit: null,
    projectId,
  });
  await expect(made).rejects.toMatchObject({ code: 'project_not_found' });
  expect(await service.listApiKeys(organizationId)).toEqual([]);
});

test('[AK-11] a rotated key is valid beside the new one for the requested overlap only', async () => {
  const { id: organizationId } = await insertOrganization(database.db);
  const old = await service.createApiKey({ organizationId, name: 'Turning', ...unlimited });
  const rotated = await service.rotateApiKey({ organizationId, id: old.id, overlapHours: 24 });
  expect(rotated.key).not.toBe(old.key);
  expect(await service.authenticateApiKey(old.key, origin)).toMatchObject({ apiKeyId: old.id });
  expect(await service.authenticateApiKey(rotated.key, origin)).toMatchObject({ apiKeyId: old.id });
  await sql`update api_keys set previous_key_valid_until = now() where id = ${old.id}`.execute(
    database.db,
  );
  await expect(service.authenticateApiKey(old.key, origin)).rejects.toMatchObject({
    code: 'api_key_invalid',
  });
  const cut = await service.rotateApiKey({ organizationId, id: old.id, overlapHours: 0 });
  await expect(service.authenticateApiKey(rotated.key, origin)).rejects.toMatchObject({
    code: 'api_key_invalid',
  });
  expect(await service.authenticateApiKey(cut.key, origin)).toMatchObject({ apiKeyId: old.id });
});

test('[AK-11] only the owner can rename, limit and deactivate a key', async () => {
  const { id: organizationId } = await insertOrganization(database.db);
  const { id: otherOrganizationId } = await insertOrganization(database.db);
  const { id, key } = await service.createApiKey({ organizationId, name: 'Before', ...unlimited });
  await expect(
    service.changeApiKey({ organizationId: otherOrganizationId, id, name: 'Theirs' }),
  ).rejects.toMatchObject({
    code: 'api_key_not_found',
  });
  const changed = await service.changeApiKey({
    organizationId,
    id,
    name: 'After',
    monthlyLimit: 5,
    isActive: false,
  });
  expect(changed).toMatchObject({ name: 'After', monthlyLimit: 5, isActive: false, key });
  await expect(service.authenticateApiKey(key, origin)).rejects.toMatchObject({
    code: 'api_key_inactive',
  });
  const again = await service.changeApiKey({
    organizationId,
    id,
    isActive: true,
    monthlyLimit: null,
  });
  expect(again).toMatchObject({ name: 'After', monthlyLimit: null, isActive: true });
});

test('[AK-12] a key records the network and user agent of its last use', async () => {
  const { id: organizationId } = await insertOrganization(database.db);
  const { key } = await service.createApiKey({ organizationId, name: 'CI', ...unlimited });
  const lastUse = async () => {
    const [{ lastUsedAt, lastUsedNetwork, lastUsedAgent } = {}] =
      await service.listApiKeys(organizationId);
    return { lastUsedAt, lastUsedNetwork, lastUsedAgent };
  };
  expect(await lastUse()).toEqual({
    lastUsedAt: null,
    lastUsedNetwork: null,
    lastUsedAgent: null,
  });
  await service.authenticateApiKey(key, {
    ...origin,
    userAgent: `curl/8.5.0 ${'x'.repeat(5_000)}`,
  });
  await vi.waitFor(async () => expect((await lastUse()).lastUsedAt).toBeInstanceOf(Date), 15_000);
  const { lastUsedNetwork, lastUsedAgent } = await lastUse();
  expect(lastUsedNetwork).toBe('203.0.113.0/24');
  expect(lastUsedAgent).toMatch(/^curl\/8\.5\.0 x+$/);
  expect(lastUsedAgent).toHaveLength(200);
});

test('[AK-14] a key is valid until the instant of its expiry, also after a rotation', async () => {
  const { id: organizationId } = await insertOrganization(database.db);
  const expiresAt = new Date('2027-03-01T12:00:00Z');
  let now = new Date('2027-01-01T00:00:00Z');
  const timed = serviceAt({ now: () => now });
  const old = await timed.createApiKey({ organizationId, name: 'CI', ...unlimited, expiresAt });
  const { key } = await timed.rotateApiKey({ organizationId, id: old.id, overlapHours: 168 });
  now = new Date(expiresAt.getTime() - 1);
  for (const text of [old.key, key])
    expect(await timed.authenticateApiKey(text, origin)).toMatchObject({ apiKeyId: old.id });
  now = expiresAt;
  for (const text of [old.key, key])
    await expect(timed.authenticateApiKey(text, origin)).rejects.toMatchObject({
      code: 'api_key_expired',
    });
});

test('[AK-14] an expiry is at most five years ahead', async () => {
  const { id: organizationId } = await insertOrganization(database.db);
  const timed = serviceAt({ now: () => new Date('2027-01-01T00:00:00Z') });
  const make = (text: string) =>
    timed.createApiKey({
      organizationId,
      name: 'CI',
      ...unlimited,
      expiresAt: new Date(text),
    });
  expect(await make('2032-01-01T00:00:00Z')).toMatchObject({ access: 'full' });
  expect(await make('2027-01-01T00:00:00.001Z')).toMatchObject({ allowedIps: [] });
  for (const wrong of ['2032-01-01T00:00:00.001Z', '2027-01-01T00:00:00Z', '2026-12-31T00:00:00Z'])
    await expect(make(wrong)).rejects.toThrow(
      'expiresAt: must be in the future, at most 5 years ahead',
    );
});
