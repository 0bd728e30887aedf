import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { insertOrganization, insertProject } from '../../../../test/factories.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('the columns of a search follow a capture from its request to its deletion', async () => {
  const { db } = database;
  const other = (await insertOrganization(db)).id;
  const { id: first } = await insertProject(db, { organization_id: other, name: 'One' });
  const { id: second } = await insertProject(db, { organization_id: other, name: 'Two' });
  await sql`
    insert into screenshots (id, organization_id, project_id, source, url, options, status, credits, is_test)
    select gen_random_uuid(), ${other}, ${first}, case when n = 1 then 'HTML' else 'URL' end,
      case when n > 1 then 'https://Example.com/a%20b/~x?y=z_1&w=2+3' end,
      case when n = 2 then '{"tags": ["one", "two"]}' else '{}' end::jsonb, 'PENDING', 1, n = 3
    from generate_series(1, 4) n`.execute(db);
  expect(await differences(other)).toEqual([]);
  await sql`update screenshots set status = 'PROCESSING', started_at = now() where organization_id = ${other}`.execute(
    db,
  );
  expect(await differences(other)).toEqual([]);
  await sql`
    with ended as (
      update screenshots set status = 'COMPLETE', finished_at = now(), verdict = '{"kind": "blank"}'
      where organization_id = ${other} and (url is null or is_test) returning id
    )
    insert into files (id, organization_id, screenshot_id, kind, storage_key, name, content_type, size_bytes, sha256, width_px, height_px)
    select gen_random_uuid(), ${other}, id, 'image', id, 'Name-1.PNG', 'image/png', 1, '', 1, 1 from ended`.execute(
    db,
  );
  await sql`
    update screenshots set status = 'FAILED', finished_at = now(), failure_code = 'dns_error'
    where organization_id = ${other} and status = 'PROCESSING' and options ? 'tags'`.execute(db);
  expect(await differences(other)).toEqual([]);
  await sql`update screenshots set project_id = ${second} where organization_id = ${other}`.execute(
    db,
  );
  expect(await differences(other)).toEqual([]);
  await sql`update screenshots set is_test = not is_test where organization_id = ${other}`.execute(
    db,
  );
  expect(await differences(other)).toEqual([]);
  await sql`delete from files where organization_id = ${other}`.execute(db);
  await sql`delete from screenshots where organization_id = ${other}`.execute(db);
  expect(await differences(other)).toEqual([]);
});

/** Rows of an organisation that a search sees other than its captures are. */
async function differences(owner: string): Promise<unknown[]> {
  const { rows } = await sql`
    select * from (
      select s.id, s.is_test, s.project_id, s.source, case when s.finished_at is null then 'OPEN' else s.status end as status,
        s.verdict ->> 'kind' as verdict, s.options -> 'tags' as tags,
        search_text(s.url, (select name from files f where f.screenshot_id = s.id and f.kind = 'image')) as text
      from screenshots s where s.organization_id = ${owner}
    ) expected
    full join (select * from file_texts where organization_id = ${owner}) t on t.screenshot_id = expected.id
    where (expected.is_test, expected.project_id, expected.source, expected.status, expected.verdict, expected.tags, expected.text)
      is distinct from (t.is_test, t.project_id, t.source, t.status, t.verdict, t.tags, t.text)`.execute(
    database.db,
  );
  return rows;
}
