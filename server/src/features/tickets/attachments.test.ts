import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertOrganization, insertUser } from '../../../test/factories.ts';
import { image } from '../../../test/tickets.ts';
import { createDiskStore } from '../../adapters/storage/disk-store.ts';
import type { ObjectStore } from '../../adapters/storage/object-store.ts';
import { silentLogger as logger } from '../../lib/logger.ts';
import { createSweep } from '../screenshots/run/sweep.service.ts';
import { createAttachmentsService } from './attachments.service.ts';
import { createReencodeImage } from './re-encode-image.ts';
import { createOpenTicket } from './open-ticket.service.ts';
import { createTicketsService } from './tickets.service.ts';

let database: TestDatabase;
let directory: string;
let disk: ObjectStore;
const author = { organizationId: '', authorId: '' };
const reader = () => ({
  organizationId: author.organizationId,
  userId: author.authorId,
  seesAll: false,
});
beforeAll(async () => {
  database = await createTestDatabase();
  directory = mkdtempSync(join(tmpdir(), 'shotwright-tickets-'));
  disk = await createDiskStore({ directory });
  author.organizationId = (await insertOrganization(database.db)).id;
  author.authorId = (await insertUser(database.db, { organization_id: author.organizationId })).id;
});
beforeEach(() => sql`delete from tickets`.execute(database.db));
afterAll(async () => {
  await database.close();
  rmSync(directory, { recursive: true });
});

const reencodeImage = createReencodeImage();
const publishTicket = async () => undefined;
const neverAborted = new AbortController().signal;
function services(store: ObjectStore) {
  const attachments = createAttachmentsService({ db: database.db, store, reencodeImage, logger });
  const openTicket = createOpenTicket({ db: database.db, attachments });

  const tickets = createTicketsService({ db: database.db, attachments, openTicket, publishTicket });
  return { attachments, tickets };
}
const ticketWith = (images: readonly Buffer[], signal = neverAborted) => ({
  ...author,
  title: 'Help',
  description: undefined,
  context: undefined,
  idempotencyKey: null,
  images,
  signal,
});
const objects = async (): Promise<string[]> =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile() && /\.(png|jpg)/.test(one.name))
    .map(({ name }) => name);
/** Runs the cleanup that every worker runs each minute. */
const sweep = () =>
  createSweep({
    db: database.db,
    store: disk,
    logger,
    queue: { findEnded: async () => [] },
    credits: { release: async () => undefined },
    idempotency: { removeExpired: async () => 0 },
    onCaptureEnd: async () => undefined,
    closeEndedBatches: async () => undefined,
  }).sweep();
const quarterOfAnHourPasses = () =>
  sql`update deleted_objects set deleted_at = deleted_at - interval '15 minutes'`.execute(
    database.db,
  );
const notes = async () => (await sql`select from deleted_objects`.execute(database.db)).rows.length;

test('images stored before a crash without a ticket are removed after a quarter of an hour', async () => {
  const { attachments } = services(disk);
  // The process is killed here: the images are in the store, and no ticket ever refers to them.
  await attachments.store([await image(), await image('#fff')], neverAborted);
  expect(await objects()).toHaveLength(2);
  await sweep();
  expect(await objects()).toHaveLength(2);
  await quarterOfAnHourPasses();
  await sweep();
  expect([await objects(), await notes()]).toEqual([[], 0]);
});

test('images that outlive their deleted ticket after a crash are removed by the next cleanup', async () => {
  const dies = { ...disk, remove: () => Promise.reject(new Error('killed')) };
  const { tickets } = services(dies);
  const { ticket } = await tickets.create(ticketWith([await image()]));
  await tickets.remove({ ...reader(), id: ticket.id });
  expect(await objects()).toHaveLength(1);
  await sweep();
  expect([await objects(), await notes()]).toEqual([[], 0]);
});

test('the images of a ticket survive every cleanup', async () => {
  const { tickets } = services(disk);
  const { ticket } = await tickets.create(ticketWith([await image()]));
  await quarterOfAnHourPasses();
  await sweep();
  expect(await objects()).toHaveLength(1);
  await tickets.remove({ ...reader(), id: ticket.id });
  expect([await objects(), await notes()]).toEqual([[], 0]);
});

test('a failed put of the second image stores neither image, even if the first is slow, and creates no ticket', async () => {
  const failed = Promise.withResolvers<void>();
  let puts = 0;
  const failing: ObjectStore = {
    ...disk,
    put: async (...args) => {
      puts += 1;
      if (puts === 2) {
        setTimeout(failed.resolve, 20);
        throw new Error('full');
      }
      // Still being written when the other one has failed.
      await failed.promise;
      return disk.put(...args);
    },
  };
  const { tickets } = services(failing);
  const creating = tickets.create(ticketWith([await image(), await image()]));
  await expect(creating).rejects.toThrow('full');
  expect([await objects(), await tickets.list(reader()), await notes()]).toEqual([[], [], 0]);
});

test('a client that disconnects creates no ticket and leaves no image', async () => {
  const disconnecting = new AbortController();
  const slow: ObjectStore = {
    ...disk,
    put: (...args) => {
      disconnecting.abort(new Error('gone'));
      return disk.put(...args);
    },
  };
  const { tickets } = services(slow);
  await expect(tickets.create(ticketWith([await image()], disconnecting.signal))).rejects.toThrow(
    'gone',
  );
  expect([await objects(), await tickets.list(reader()), await notes()]).toEqual([[], [], 0]);
});

test.each([
  ['have been swept', true],
  ['may be swept at any moment', false],
])('images that %s because their ticket was late are not attached to it', async (_, isSwept) => {
  const slow: ObjectStore = {
    ...disk,
    put: async (...args) => {
      const stored = await disk.put(...args);
      await quarterOfAnHourPasses();
      if (isSwept) await sweep();
      return stored;
    },
  };
  const { tickets } = services(slow);
  await expect(tickets.create(ticketWith([await image()]))).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect([await objects(), await tickets.list(reader()), await notes()]).toEqual([[], [], 0]);
});
