import { inTransaction, type Database, type Db, type Tx } from '../../../db/transaction.ts';
import { inBatches } from '../../../lib/in-batches.ts';
import type { Logger } from '../../../lib/logger.ts';
import type { Mail } from '../../mail/mail.ts';
import { lockTeam } from '../team/members.store.ts';
import {
  anonymiseAuditEvents,
  deleteUser,
  detachCaptures,
  hasOtherMembers,
  listDueUsers,
  lockDueUser,
  lockOtherMembers,
  unscheduleUserDeletion,
  type DueUser,
} from './deletions.store.ts';

/** Dependencies of the deletion of accounts. */
export interface DeleteAccountsDependencies {
  readonly db: Database;
  readonly logger: Logger;
  enqueueMail(db: Db, mail: Mail): Promise<void>;
  /** Cancels the subscription of an organisation at the end of its period, if one is active. */
  endRenewal(organizationId: string): Promise<void>;
  /** Closes an organisation whose last member is deleted, and starts the deletion of its data. */
  closeOrganization(tx: Tx, organizationId: string): Promise<void>;
}

const accountsPerRun = 100;
const batchSize = 1_000;
const deletedUserName = 'Deleted user';

/**
 * Deletes the accounts whose deletion is due and returns their number. Safe to repeat and to run
 * concurrently. An account that cannot be deleted does not delay the others; the first error is thrown at
 * the end.
 */
export async function deleteDueAccounts(
  deps: DeleteAccountsDependencies,
  signal?: AbortSignal,
): Promise<number> {
  let deleted = 0;
  const errors: unknown[] = [];
  for (const user of await listDueUsers(deps.db, accountsPerRun)) {
    signal?.throwIfAborted();
    try {
      if (await deleteAccount(deps, user, signal)) deleted += 1;
    } catch (err) {
      deps.logger.error({ err, userId: user.id }, 'an account could not be deleted');
      errors.push(err);
    }
  }
  if (errors.length > 0) throw errors[0];
  return deleted;
}

async function deleteAccount(
  deps: DeleteAccountsDependencies,
  user: DueUser,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { db } = deps;
  const { id, organizationId } = user;
  const hasOthers = await hasOtherMembers(db, user);
  // Again, because the plan may have been resumed. No account is deleted that still pays.
  if (!hasOthers) await deps.endRenewal(organizationId);
  if (!hasOthers || !user.isOwner) await removeTraces(db, id, signal);
  return inTransaction(db, (tx) => deleteRow(deps, tx, user));
}

/** In batches before the user is deleted, so that no transaction changes an unlimited number of rows. */
async function removeTraces(
  db: Database,
  id: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  await inBatches(batchSize, () => detachCaptures(db, { id, limit: batchSize }), signal);
  const anonymise = { id, name: deletedUserName, limit: batchSize };
  await inBatches(batchSize, () => anonymiseAuditEvents(db, anonymise), signal);
}

async function deleteRow(
  { enqueueMail, closeOrganization }: DeleteAccountsDependencies,
  tx: Tx,
  dueUser: DueUser,
): Promise<boolean> {
  const { id, organizationId } = dueUser;
  await lockTeam(tx, organizationId);
  const user = await lockDueUser(tx, dueUser);
  if (!user) return false;
  const hasOthers = await lockOtherMembers(tx, dueUser);
  const to = { to: user.email, firstName: user.first_name };
  if (hasOthers && user.role === 'owner') {
    await unscheduleUserDeletion(tx, id);
    await enqueueMail(tx, { template: 'deletion_stopped', ...to });
    return false;
  }
  await deleteUser(tx, user);
  if (!hasOthers) await closeOrganization(tx, organizationId);
  await enqueueMail(tx, { template: 'account_deleted', ...to });
  return true;
}
