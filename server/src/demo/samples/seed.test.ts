import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator, type Operator } from '../../../test/admin.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';

let database: TestDatabase;
let operator: Operator;
beforeAll(async () => {
  database = await createTestDatabase();
  operator = createOperator(database.url);
});
afterAll(async () => {
  await database.close();
  operator.close();
});

const countBy = async (table: string, value: string): Promise<Record<string, number>> => {
  const { rows } = await sql<{ value: string; count: number }>`
    select ${sql.raw(value)} as value, count(*)::int as count from ${sql.table(table)} group by 1 order by 1`.execute(
    database.db,
  );
  return Object.fromEntries(rows.map((row) => [row.value, row.count]));
};

/** Returns what the sample data consists of, without ids, passwords and times. */
async function samples() {
  const { rows: content } = await sql`
    select url, options, failure_code, credits, p.name as project, k.name as key
    from screenshots s join projects p on p.id = s.project_id left join api_keys k on k.id = s.api_key_id
    order by s.created_at, s.id`.execute(database.db);
  const { rows: keys } = await sql`
    select name, is_active, monthly_limit from api_keys order by id`.execute(database.db);
  const { rows: tickets } = await sql`
    select title, status, (select count(*)::int from ticket_messages m where m.ticket_id = t.id) as replies,
      (select count(*)::int from ticket_attachments a where a.ticket_id = t.id) as images
    from tickets t order by id`.execute(database.db);
  return { content, keys, tickets };
}

test('[DX-16] the seed creates a user per persona and their data, in every state, with exact credits', async () => {
  const { users } = await operator.adminJson('seed');
  expect(users).toMatchObject(
    ['developer', 'marketer', 'QA', 'admin', 'staff'].map((persona) => ({
      persona,
      email: expect.stringMatching(/@shotwright\.local$/),
      password: expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/),
    })),
  );
  expect(await countBy('users', 'is_staff::text')).toEqual({ false: 3, true: 2 });
  expect(await countBy('projects', "'all'")).toEqual({ all: 7 });
  // The last ones wait for a worker.
  expect(await countBy('screenshots', 'status')).toEqual({ COMPLETE: 47, FAILED: 7, PENDING: 6 });
  expect(await countBy('screenshots', 'source')).toEqual({ HTML: 6, URL: 54 });
  expect(await countBy('files', 'kind')).toEqual({ image: 47 });
  const { rows: ages } = await sql<{ days: number }>`
    select count(distinct day)::int as days from capture_counts`.execute(database.db);
  expect(ages[0]?.days).toBeGreaterThanOrEqual(30);
  expect(await countBy('webhooks', 'is_active::text')).toEqual({ false: 1, true: 2 });
  expect(await countBy('saved_settings', "'all'")).toEqual({ all: 5 });
  expect(await countBy('coupons', 'kind')).toEqual({ credits: 1, discount: 2, lifetime: 1 });
  const { keys, tickets } = await samples();
  expect(keys).toEqual([
    { name: 'Demo key', is_active: true, monthly_limit: null },
    { name: 'Build server', is_active: true, monthly_limit: 200 },
    { name: 'Newsletter', is_active: true, monthly_limit: 50 },
    { name: 'Old website', is_active: false, monthly_limit: null },
  ]);
  for (const status of ['OPEN', 'IN_PROGRESS', 'CLOSED'])
    for (const replies of [0, 1])
      expect(tickets).toContainEqual(expect.objectContaining({ status, replies }));
  expect(tickets).toContainEqual(expect.objectContaining({ images: 2 }));
  expect(tickets).toContainEqual(expect.objectContaining({ images: 0 }));
});

test('[DX-16] the ledger of the samples agrees with their captures and with every sum', async () => {
  const { rows } = await sql`
    select a.available = l.available and a.held = l.held as "isAccountExact",
      a.held = c.pending as "isHeldExact", -l.spent = c.complete as "isSpentExact",
      s.credits = c.complete + c.pending as "isUsageExact", a.storage_used_bytes = f.bytes as "isStorageExact",
      k.used = l.keys as "isKeyUseExact"
    from users u join credit_accounts a on a.organization_id = u.organization_id,
      lateral (select sum(available_delta) as available, sum(held_delta) as held,
        sum(available_delta) filter (where screenshot_id is not null) + sum(held_delta) as spent,
        -sum(available_delta) filter (where api_key_id is not null) as keys
        from credit_ledger where organization_id = u.organization_id) l,
      lateral (select sum(credits) filter (where status = 'COMPLETE') as complete,
        sum(credits) filter (where status = 'PENDING') as pending
        from screenshots where organization_id = u.organization_id) c,
      lateral (select sum(credits) as credits from spent_counts where organization_id = u.organization_id) s,
      lateral (select sum(size_bytes) as bytes from files where organization_id = u.organization_id) f,
      lateral (select sum(used) as used from api_key_usage where organization_id = u.organization_id) k
    where u.email = 'demo@shotwright.local'`.execute(database.db);
  expect(rows).toEqual([
    {
      isAccountExact: true,
      isHeldExact: true,
      isSpentExact: true,
      isUsageExact: true,
      isStorageExact: true,
      isKeyUseExact: true,
    },
  ]);
});

test('[BP-14] the usage of the samples is that of the current cycle, and their ledger is in order', async () => {
  const { rows: sums } = await sql`
    select a.cycle_credits - a.available = c.credits as "isExact", a.cycle_credits as "granted",
      c.before = 0 as "isOfCycle"
    from users u join organizations o on o.id = u.organization_id
    join credit_accounts a on a.organization_id = o.id,
      lateral (select sum(credits) as credits,
        count(*) filter (where day < (o.cycle_started_at at time zone 'UTC')::date) as before
        from spent_counts s where s.organization_id = o.id and s.cycle_entry_id = a.cycle_entry_id) c
    where u.email = 'demo@shotwright.local'`.execute(database.db);
  expect(sums).toEqual([{ isExact: true, granted: 600, isOfCycle: true }]);
  const { rows: ledger } = await sql<{ kind: string; isLate: boolean }>`
    select kind, l.created_at < lag(l.created_at) over (order by l.id) as "isLate"
    from credit_ledger l join users u on u.organization_id = l.organization_id
    where u.email = 'demo@shotwright.local' order by l.id`.execute(database.db);
  expect(ledger.filter(({ isLate }) => isLate)).toEqual([]);
  expect(ledger.filter(({ kind }) => kind === 'expire')).toHaveLength(1);
});

test('[DX-16] a second seed changes only the passwords, and a reset creates the same data', async () => {
  const before = await samples();
  await operator.admin('seed');
  expect(await samples()).toEqual(before);
  await sql`delete from projects where name = 'Press'`.execute(database.db);
  await operator.admin('seed', '--reset');
  expect(await samples()).toEqual(before);
  expect(await countBy('coupons', "'all'")).toEqual({ all: 4 });
});

test('[DX-16] the seed refuses a production database', async () => {
  const production = createOperator(database.url, { NODE_ENV: 'production' });
  await expect(production.admin('seed', '--reset')).rejects.toThrow('NODE_ENV is production');
  production.close();
  const user = ['--email', 'ada@example.com', '--password', 'long-enough-1'];
  await operator.admin('user', 'create', ...user);
  const before = await samples();
  await expect(operator.admin('seed', '--reset')).rejects.toThrow('accounts of other users');
  expect(await samples()).toEqual(before);
});
