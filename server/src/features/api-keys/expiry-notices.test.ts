import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertOrganization, insertUser } from '../../../test/factories.ts';
import { createKeyRing } from '../../lib/crypto.ts';
import { newId } from '../../lib/ids.ts';
import { silentLogger } from '../../lib/logger.ts';
import type { Mail } from '../mail/mail.ts';
import { createApiKeysService, type ApiKeysService } from './api-keys.service.ts';
import { noticeExpiryHandler } from './expiry-notices.jobs.ts';

let database: TestDatabase;
let now: Date;
let keys: ApiKeysService;
const clock = { now: () => now };
const start = new Date('2027-01-01T00:00:00Z');
const at = (days: number) => new Date(start.getTime() + days * 86_400_000);
beforeAll(async () => {
  database = await createTestDatabase();
  keys = createApiKeysService({
    db: database.db,
    keyRing: createKeyRing('a secret of more than thirty-two bytes'),
    clock,
    logger: silentLogger,
    networkOf: (ip) => ip,
    enqueueAlerts: async () => undefined,
    requireProject: async (_tx, { projectId }) => projectId,
  });
});
afterAll(() => database.close());

/** Opens the handler; `send` runs it at a day. `state` makes the next emails fail. */
function open() {
  const mails: Mail[] = [];
  const state = { isFailing: false };
  const { handle } = noticeExpiryHandler({
    db: database.db,
    clock,
    enqueueMail: async (_db, mail) => {
      if (state.isFailing) throw new Error('the queue is away');
      mails.push(mail);
    },
  });
  const send = (days: number) => {
    now = at(days);
    const { signal } = new AbortController();
    return handle({ id: newId(), data: {}, retryCount: 0, signal });
  };
  return { mails, state, send };
}

/** Creates a key at the start, in an organisation with a member of each of three roles. */
const createKey = async (expiresInDays: number) => {
  now = start;
  const { id: organizationId } = await insertOrganization(database.db);
  const [owner, admin] = await Promise.all(
    (['owner', 'admin', 'developer'] as const).map((role) =>
      insertUser(database.db, { organization_id: organizationId, role }),
    ),
  );
  const expiresAt = at(expiresInDays);
  const unlimited = { monthlyLimit: null, projectId: null };
  const { id } = await keys.createApiKey({ organizationId, name: 'CI', ...unlimited, expiresAt });
  return { key: { organizationId, id }, to: [owner!.email, admin!.email].toSorted() };
};
const recipients = (mails: readonly Mail[]) => mails.map(({ to }) => to).toSorted();

test('[AK-14] owners and admins get one email a week before a key expires', async () => {
  const { mails, send } = open();
  const { to } = await createKey(30);
  await send(22.9);
  expect(mails).toEqual([]);
  await Promise.all([send(23), send(23), send(23)]);
  expect(recipients(mails)).toEqual(to);
  expect(mails[0]).toMatchObject({
    template: 'key_expiry',
    name: 'CI',
    expiresAt: at(30).toISOString(),
  });
  await send(24);
  expect(mails).toHaveLength(2);
});

test('[AK-14] a later date gets an email of its own, and a removed date none', async () => {
  const { mails, send } = open();
  const [extended, removed] = [await createKey(30), await createKey(30)];
  await keys.changeApiKey({ ...extended.key, expiresAt: at(60) });
  await keys.changeApiKey({ ...extended.key, name: 'Renamed' });
  await keys.changeApiKey({ ...removed.key, expiresAt: null });
  await send(25);
  expect(mails).toEqual([]);
  await send(53);
  expect(recipients(mails)).toEqual(extended.to);
  expect(mails[0]).toMatchObject({ name: 'Renamed' });
});

test('[AK-14] no email is sent for a date within the week, an inactive key, or after the date', async () => {
  const { mails, send } = open();
  await createKey(6);
  await send(1);
  const inactive = await createKey(30);
  await keys.changeApiKey({ ...inactive.key, isActive: false });
  await send(24);
  await createKey(30);
  await send(31);
  expect(mails).toEqual([]);
});

test('[AK-14] a failed attempt sends its emails later, once', async () => {
  const { mails, state, send } = open();
  const { to } = await createKey(30);
  state.isFailing = true;
  await expect(send(24)).rejects.toThrow('the queue is away');
  state.isFailing = false;
  await send(24);
  await send(24);
  expect(recipients(mails)).toEqual(to);
});
