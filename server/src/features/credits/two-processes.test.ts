import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertProject } from '../../../test/factories.ts';
import type { ParsedJson } from '../../../test/json.ts';
import { testSecret } from '../../../test/secret.ts';
import { startSplitServers } from '../../../test/split-servers.ts';
import { openAdminContext, type AdminContext } from '../../cli/admin-context.ts';
import { readConfig } from '../../config/config.ts';
import { newId } from '../../lib/ids.ts';
import { silentLogger } from '../../lib/logger.ts';
import { addEntry } from './credits.store.ts';

/**
 * A hundred rounds take minutes, so they run only on request: `TEST_LONG=1 vitest run --project
 * server two-processes`.
 */
const rounds = process.env['TEST_LONG'] === '1' ? 100 : 2;
const balance = 10;
const callers = 200;

const stack = new AsyncDisposableStack();
let database: TestDatabase;
let context: AdminContext;
let servers: readonly string[];
beforeAll(async () => {
  database = await createTestDatabase();
  stack.defer(() => database.close());
  const dataDir = mkdtempSync(join(tmpdir(), 'shotwright-two-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DATABASE_CONNECTIONS: '8',
    SECRET_KEY: testSecret,
    ROLES: 'api',
  };
  context = await openAdminContext(readConfig(env), silentLogger);
  stack.defer(() => context.close());
  const processes = await Promise.all([startSplitServers(env), startSplitServers(env)]);
  for (const server of processes) stack.defer(() => server.close());
  servers = processes.map((server) => server.publicUrl);
}, 90_000);
afterAll(() => stack.disposeAsync(), 30_000);

/** Creates an account with `balance` credits, a project and a key. */
async function openAccount(): Promise<{ organizationId: string; projectId: number; key: string }> {
  const { organizationId } = await context.features.accounts.admin.createUserByAdmin({
    email: `person-${newId()}@example.com`,
    password: newId(),
    firstName: 'Ada',
    lastName: 'Test',
  });
  const kind = 'adjust';
  const amount = balance - 100;
  await addEntry(database.db, { organizationId, amount, kind, uniqueKey: 'test', note: null });
  const { id: projectId } = await insertProject(database.db, { organization_id: organizationId });
  const settings = { organizationId, name: 'Test', projectId, monthlyLimit: null };
  const { key } = await context.features.apiKeys.createApiKey(settings);
  return { organizationId, projectId, key };
}

async function sumsOf(organizationId: string): Promise<unknown> {
  const { rows } = await sql`
    select a.available, a.held,
      (select sum(available_delta) from credit_ledger where organization_id = a.organization_id) as "ledgerAvailable",
      (select sum(held_delta) from credit_ledger where organization_id = a.organization_id) as "ledgerHeld",
      (select count(*) from screenshots where organization_id = a.organization_id) as screenshots
    from credit_accounts a where a.organization_id = ${organizationId}`.execute(database.db);
  return rows[0];
}

test(
  `exactly ${balance} of ${callers} parallel captures over two server processes on a balance of ${balance} are accepted, ${rounds} times in a row`,
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { organizationId, projectId, key } = await openAccount();
      const capture = async (caller: number): Promise<string> => {
        const res = await fetch(`${servers[caller % servers.length]}/api/v1/screenshots`, {
          method: 'POST',
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify({ url: 'https://example.com', project_id: projectId }),
        });
        const response: ParsedJson = await res.json();
        return res.status === 202 ? 'accepted' : response.code;
      };
      const outcomes = await Promise.all(Array.from({ length: callers }, (_, n) => capture(n)));
      const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
      expect({
        accepted: count('accepted'),
        rejected: count('insufficient_credits'),
        sums: await sumsOf(organizationId),
      }).toEqual({
        accepted: balance,
        rejected: callers - balance,
        sums: {
          available: 0,
          held: balance,
          ledgerAvailable: 0,
          ledgerHeld: balance,
          screenshots: balance,
        },
      });
    }
  },
  30_000 + rounds * 10_000,
);
