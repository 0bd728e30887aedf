import { deletionGraceDays } from '@shotwright/contract';
import type { PasswordHasher } from '../../../adapters/passwords/argon2-passwords.ts';
import { inTransaction, type Database, type Db } from '../../../db/transaction.ts';
import type { SessionCaller } from '../../../http/route.ts';
import { AppError, conflict, invalidField, notFound } from '../../../shared/app-error.ts';
import type { Mail } from '../../mail/mail.ts';
import { requireCurrentPassword } from '../passwords/current-password.service.ts';
import { lockTeam } from '../team/members.store.ts';
import { findUser, type UserRow } from '../users.store.ts';
import { cancelUserDeletion, hasOtherMembers, scheduleUserDeletion } from './deletions.store.ts';

/** Dependencies of scheduling the deletion of an account. */
export interface ScheduleDeletionDependencies {
  readonly db: Database;
  readonly passwords: PasswordHasher;
  enqueueMail(db: Db, mail: Mail): Promise<void>;
  /** Cancels the subscription of an organisation at the end of its period, if one is active. */
  endRenewal(organizationId: string): Promise<void>;
}

/** Scheduled deletion of the caller's account. */
export interface ScheduleDeletionService {
  /**
   * Schedules the deletion, cancels the subscription of an organisation without other members and
   * returns the time of the deletion. A second request changes nothing. Throws `validation_failed`,
   * `invalid_credentials`, `rate_limited`, `ownership_transfer_required`.
   */
  schedule(input: {
    readonly caller: SessionCaller;
    readonly ip: string;
    readonly email: string;
    readonly currentPassword?: string | undefined;
  }): Promise<Date>;
  /** Keeps the account. Does nothing if its deletion is not scheduled. Throws `conflict` if it is due. */
  cancel(caller: SessionCaller): Promise<void>;
}

/** Creates a {@link ScheduleDeletionService} that confirms the deletion by email. */
export function createScheduleDeletion(
  deps: ScheduleDeletionDependencies,
): ScheduleDeletionService {
  const { db } = deps;
  return {
    schedule: async ({ caller, ip, email, currentPassword }) => {
      const { userId: id, organizationId } = caller;
      const user = await findUser(db, { id, organizationId });
      if (!user) throw notFound('not_found', 'This account no longer exists.');
      if (email !== user.email) throw invalidField('email', 'must be the email of your account');
      await requirePasswordOf(deps, { user, ip, currentPassword });
      if (user.deletion_due_at !== null) return user.deletion_due_at;
      await requireNoOtherMembers(db, user);
      // Before the deletion is scheduled: an error of the payment provider then leaves all as it was.
      if (user.role === 'owner') await deps.endRenewal(organizationId);
      return scheduleOnce(deps, user);
    },
    cancel: async ({ userId }) => {
      if (!(await cancelUserDeletion(db, userId)))
        throw conflict('The deletion of this account has begun and cannot be cancelled.');
    },
  };
}

async function requirePasswordOf(
  deps: ScheduleDeletionDependencies,
  {
    user,
    ip,
    currentPassword,
  }: {
    readonly user: UserRow;
    readonly ip: string;
    readonly currentPassword: string | undefined;
  },
): Promise<void> {
  if (user.password_hash === null) return;
  if (currentPassword === undefined)
    throw invalidField('currentPassword', 'Enter your current password to delete your account.');
  await requireCurrentPassword(deps, { user, ip, currentPassword });
}

async function requireNoOtherMembers(db: Db, user: UserRow): Promise<void> {
  const { id, role, organization_id: organizationId } = user;
  if (role !== 'owner' || !(await hasOtherMembers(db, { id, organizationId }))) return;
  throw new AppError({
    code: 'ownership_transfer_required',
    message:
      'You own an organisation with other members. Transfer ownership to one of them on the Team page, or remove them, before you delete your account.',
  });
}

function scheduleOnce(
  { db, enqueueMail }: ScheduleDeletionDependencies,
  { id, organization_id: organizationId }: UserRow,
): Promise<Date> {
  return inTransaction(db, async (tx) => {
    await lockTeam(tx, organizationId);
    const user = await findUser(tx, { id, organizationId });
    if (!user) throw notFound('not_found', 'This account no longer exists.');
    await requireNoOtherMembers(tx, user);
    const dueAt = await scheduleUserDeletion(tx, { id, graceDays: deletionGraceDays });
    if (dueAt === undefined) {
      // A concurrent request has scheduled it.
      const { deletion_due_at: known } = (await findUser(tx, { id, organizationId })) ?? user;
      return known ?? new Date();
    }
    const { email: to, first_name: firstName } = user;
    const deletedAt = dueAt.toISOString();
    await enqueueMail(tx, { template: 'deletion_scheduled', to, firstName, deletedAt });
    return dueAt;
  });
}
