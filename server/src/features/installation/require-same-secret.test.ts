import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertOrganization } from '../../../test/factories.ts';
import { openAdminContext } from '../../cli/admin-context.ts';
import { startServer } from '../../composition/compose.ts';
import { readConfig } from '../../config/config.ts';
import { createKeyRing } from '../../lib/crypto.ts';
import { newId } from '../../lib/ids.ts';
import { silentLogger as logger } from '../../lib/logger.ts';
import { requireSameSecret } from './require-same-secret.ts';

const one = 'the first secret of an installation, 1';
const other = 'another secret, of another machine, 2';

let database: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'shotwright-secret-'));
});
afterEach(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const check = (secret: string) =>
  requireSameSecret({
    db: database.db,
    keyRing: createKeyRing(secret),
    secretSource: 'the one in SECRET_KEY',
  });
const configOf = (secret: string | undefined) =>
  readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '0',
    ROLES: 'api',
    ...(secret !== undefined && { SECRET_KEY: secret }),
  });
const fingerprints = () => database.db.selectFrom('installation').selectAll().execute();

async function insertApiKey(secret: string): Promise<void> {
  const { id: organizationId } = await insertOrganization(database.db);
  const encryptionId = newId();
  await database.db
    .insertInto('api_keys')
    .values({
      organization_id: organizationId,
      name: 'Key',
      seal_id: encryptionId,
      key_hash: newId(),
      key_sealed: createKeyRing(secret).encrypt('api-key', {
        text: 'sk_live_x',
        context: encryptionId,
      }),
    })
    .execute();
}

test('a server or command with another SECRET_KEY is rejected with an error message before it starts', async () => {
  const first = await startServer(configOf(one), { logger });
  await first.close();
  const before = await fingerprints();
  const sentence =
    /^This database was set up with a different secret than the one in SECRET_KEY\. .*Set SECRET_KEY to/;
  await expect(startServer(configOf(other), { logger })).rejects.toThrow(sentence);
  await expect(openAdminContext(configOf(other), logger)).rejects.toThrow(sentence);
  await expect(startServer(configOf(undefined), { logger })).rejects.toThrow(
    `a different secret than ${join(dataDir, 'secret-key')}.`,
  );
  expect(await fingerprints()).toEqual(before);
  const again = await openAdminContext(configOf(one), logger);
  await again.close();
});

test('exactly one of two concurrent first starts with different secrets succeeds', async () => {
  const ends = await Promise.allSettled([check(one), check(other)]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const winner = ends[0]?.status === 'fulfilled' ? one : other;
  await expect(check(winner)).resolves.toBeUndefined();
});

test('a database without a fingerprint accepts only the secret that decrypts its data', async () => {
  await insertApiKey(one);
  await expect(check(other)).rejects.toThrow('set up with a different secret');
  expect(await fingerprints()).toEqual([]);
  await check(one);
  await expect(check(other)).rejects.toThrow('set up with a different secret');
});

test('a database written with two secrets accepts the one that decrypts most of it', async () => {
  for (const secret of [one, one, other]) await insertApiKey(secret);
  await expect(check(other)).rejects.toThrow('set up with a different secret');
  await check(one);
});

test('the fingerprint does not contain the secret', async () => {
  await check(one);
  expect(JSON.stringify(await fingerprints())).not.toContain(one);
});
