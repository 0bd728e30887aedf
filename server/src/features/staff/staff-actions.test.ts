import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { logStaffAction } from './staff-actions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a log entry names actor, action and subject, and is rolled back with a failed action', async () => {
  const { db } = database;
  const actorUserId = newId();
  const detail = { status: 'CLOSED' };
  await inTransaction(db, (tx) =>
    logStaffAction(tx, {
      actorUserId,
      action: 'ticket.status',
      subjectKind: 'ticket',
      subjectId: 7,
      detail,
    }),
  );
  const failing = inTransaction(db, async (tx) => {
    await logStaffAction(tx, {
      actorUserId,
      action: 'ticket.note',
      subjectKind: 'ticket',
      subjectId: 7,
    });
    throw new Error('the action failed');
  });
  await expect(failing).rejects.toThrow('the action failed');
  const lines = await db.selectFrom('staff_actions').selectAll().execute();
  expect(lines).toMatchObject([
    {
      actor_user_id: actorUserId,
      action: 'ticket.status',
      subject_kind: 'ticket',
      subject_id: '7',
      detail,
    },
  ]);
});

test('log entries cannot be changed or deleted', async () => {
  const { db } = database;
  await inTransaction(db, (tx) =>
    logStaffAction(tx, {
      actorUserId: null,
      action: 'user.grant_staff',
      subjectKind: 'user',
      subjectId: 'x',
    }),
  );
  const change = db.updateTable('staff_actions').set({ action: 'nothing' }).execute();
  await expect(change).rejects.toThrow('only ever added to');
  await expect(db.deleteFrom('staff_actions').execute()).rejects.toThrow('only ever added to');
});
