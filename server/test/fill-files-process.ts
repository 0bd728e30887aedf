import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { ObjectStore } from '../src/adapters/storage/object-store.ts';
import { inTransaction, type Tx } from '../src/db/transaction.ts';
import { fileNameOf } from '../src/features/screenshots/file-name.rules.ts';
import { newId } from '../src/lib/ids.ts';
import { openFillCommand } from './fill-command.ts';

/** Number of newest captures with an image in the store; the others are rows only. */
const storedImages = 100;
const apartMs = 7 * 60_000;
const rowsPerStatement = 1_000;

/**
 * Fills the account named on the command line with finished captures, beside the running server of
 * this environment.
 */
await using stack = new AsyncDisposableStack();
const { data, organizationId, count } = await openFillCommand(stack, 10_000);
const image = await sharp({
  create: { width: 320, height: 180, channels: 3, background: '#2563eb' },
})
  .png()
  .toBuffer();
const captures = Array.from({ length: count }, (_, index) => captureAt(index));
for (const { storageKey } of captures.slice(0, storedImages))
  await putImage(data.store, storageKey);
await inTransaction(data.db, async (tx) => {
  const projectIds = await projectsOf(tx);
  for (let from = 0; from < captures.length; from += rowsPerStatement)
    await insertCaptures(tx, captures.slice(from, from + rowsPerStatement), projectIds);
});
await sql`analyze screenshots, files`.execute(data.db);
process.stdout.write(`${JSON.stringify({ count: captures.length })}\n`);

/**
 * Returns the capture that is `index` steps old; every tenth is of HTML, every twentieth failed.
 */
function captureAt(index: number) {
  const createdAt = new Date(Date.now() - index * apartMs);
  const url =
    index % 10 === 9
      ? null
      : `https://shop-${index % 37}.example.com/products/${1_000 + index}?campaign=autumn&page=${index % 11}`;
  const id = newId(createdAt.getTime());
  return {
    id,
    index,
    url,
    createdAt,
    isFailed: index % 20 === 13,
    name: fileNameOf({ url, createdAt, contentType: 'image/png', options: {} }),
    storageKey: `screenshots/${organizationId}/${id}/image-filled`,
  };
}

async function putImage(store: ObjectStore, storageKey: string): Promise<void> {
  await store.put(storageKey, image, { contentType: 'image/png' });
}

async function projectsOf(tx: Tx): Promise<number[]> {
  const names = ['Shop', 'Blog', 'Landing pages', 'Status', 'Reports'];
  const rows = await tx
    .insertInto('projects')
    .values(names.map((name) => ({ organization_id: organizationId, name })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function insertCaptures(
  tx: Tx,
  batch: readonly ReturnType<typeof captureAt>[],
  projectIds: readonly number[],
): Promise<void> {
  const rows = JSON.stringify(
    batch.map(({ index, ...one }) => ({ ...one, projectId: projectIds[index % 5] })),
  );
  const input = sql`jsonb_to_recordset(${rows}::jsonb) as given
    (id uuid, url text, "createdAt" timestamptz, "isFailed" boolean, name text, "storageKey" text, "projectId" integer)`;
  await sql`
    insert into screenshots (id, organization_id, project_id, source, url, options, status, attempt, credits,
      failure_code, failure_message, created_at, started_at, finished_at)
    select id, ${organizationId}, "projectId", case when url is null then 'HTML' else 'URL' end, url, '{}',
      case when "isFailed" then 'FAILED' else 'COMPLETE' end, 1, 1,
      case when "isFailed" then 'navigation_timeout' end, case when "isFailed" then 'The page did not load in time.' end,
      "createdAt", "createdAt", "createdAt" + interval '1.37 seconds'
    from ${input}`.execute(tx);
  await sql`
    insert into files (id, organization_id, screenshot_id, kind, storage_key, name, content_type, size_bytes, sha256, width_px, height_px)
    select gen_random_uuid(), ${organizationId}, id, 'image', "storageKey", name, 'image/png', ${image.length},
      ${createHash('sha256').update(image).digest('hex')}, 320, 180
    from ${input} where not "isFailed"`.execute(tx);
}
