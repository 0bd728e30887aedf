import { inviteLimits, type GivenRole } from '@shotwright/contract';
import type { PasswordHasher } from '../../../adapters/passwords/argon2-passwords.ts';
import { inTransaction, type Database, type Db, type Tx } from '../../../db/transaction.ts';
import type { SessionCaller } from '../../../http/route.ts';
import { sha256 } from '../../../lib/crypto.ts';
import { newId, newToken } from '../../../lib/ids.ts';
import { AppError, conflict, notFound } from '../../../shared/app-error.ts';
import type { Mail } from '../../mail/mail.ts';
import { emailTaken } from '../create-account.service.ts';
import { requireUncommonPassword } from '../passwords/password.rules.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { SignedIn } from '../sign-up/sign-up.service.ts';
import { tooManyAttempts } from '../throttle.errors.ts';
import { countAttempt, type ThrottleRule } from '../throttle.store.ts';
import { findUser, findUserByEmail, insertUser } from '../users.store.ts';
import {
  countSeats,
  deleteInvite,
  findInviteByHash,
  listInvites,
  upsertInvite,
  useInvite,
  type InviteRow,
} from './invites.store.ts';
import { isUnused, lockTeam, moveUser } from './members.store.ts';

interface InvitesDependencies {
  readonly db: Database;
  readonly passwords: PasswordHasher;
  readonly sessions: Pick<SessionsService, 'openSession' | 'endSessions'>;
  enqueueMail(db: Db, mail: Mail): Promise<void>;
}

interface InviteRef {
  readonly organizationId: string;
  readonly id: string;
}

/** Invitations to an organisation by email. */
export interface InvitesService {
  list(organizationId: string): Promise<InviteRow[]>;
  /**
   * Mails a link that is valid once and for a week; an earlier link for the email stops working.
   * Throws `conflict` for a member, and if there are too many; `rate_limited`.
   */
  invite(input: {
    readonly caller: SessionCaller;
    readonly email: string;
    readonly role: GivenRole;
  }): Promise<InviteRow>;
  /** Mails a new link. Throws `invite_not_found`, `rate_limited`. */
  resend(input: { readonly caller: SessionCaller; readonly id: string }): Promise<InviteRow>;
  /** Throws `invite_not_found`. */
  revoke(ref: InviteRef): Promise<void>;
  /** Returns an invitation, and true for `hasUser` if its email has a user. Throws `invite_invalid`. */
  read(token: string): Promise<InviteRow & { readonly hasUser: boolean }>;
  /**
   * Creates a user in the organisation and signs in. The link proves that the user reads the mailbox.
   * Throws `invite_invalid`, `email_taken`, `validation_failed`.
   */
  accept(input: {
    readonly token: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly password: string;
    readonly userAgent: string | undefined;
  }): Promise<SignedIn>;
  /**
   * Moves the signed-in user, whose own organisation must be unused, and signs in again. Throws
   * `invite_invalid`, `conflict`, `organization_in_use`.
   */
  join(input: {
    readonly token: string;
    readonly caller: SessionCaller;
    readonly userAgent: string | undefined;
  }): Promise<SignedIn>;
}

const mailRule: ThrottleRule = {
  freeAttempts: inviteLimits.perHour,
  firstDelaySeconds: 3_600,
  maxDelaySeconds: 3_600,
  forgetAfterSeconds: 3_600,
};

/** Creates an {@link InvitesService} that stores only hashes of the links' tokens. */
export function createInvitesService(deps: InvitesDependencies): InvitesService {
  const { db } = deps;
  return {
    list: (organizationId) => listInvites(db, { organizationId }),
    invite: ({ caller, ...invite }) => sendInvite(deps, { caller, ...invite }),
    resend: async ({ caller, id }) => {
      const { organizationId } = caller;
      const [invite] = await listInvites(db, { organizationId, onlyId: id });
      if (!invite) throw inviteNotFound();
      return sendInvite(deps, { caller, email: invite.email, role: invite.role });
    },
    revoke: async (ref) => {
      if (!(await deleteInvite(db, ref))) throw inviteNotFound();
    },
    read: async (token) => {
      const invite = await findOpenInvite(db, token);
      const user = await findUserByEmail(db, invite.email);
      return { ...invite, hasUser: user !== undefined };
    },
    accept: (input) => acceptInvite(deps, input),
    join: (input) => joinOrganization(deps, input),
  };
}

async function sendInvite(
  { db, enqueueMail }: InvitesDependencies,
  {
    caller: { organizationId, userId },
    email,
    role,
  }: { readonly caller: SessionCaller; readonly email: string; readonly role: GivenRole },
): Promise<InviteRow> {
  const key = `invite:${organizationId}`;
  const seconds = await countAttempt(db, { key, rule: mailRule });
  if (seconds > 0) throw tooManyAttempts(seconds);
  return inTransaction(db, async (tx) => {
    await lockTeam(tx, organizationId);
    await requireSeat(tx, { organizationId, email });
    const token = newToken();
    const id = await upsertInvite(tx, {
      id: newId(),
      organizationId,
      email,
      role,
      invitedBy: userId,
      tokenHash: sha256(token),
      expiresInDays: inviteLimits.expiresInDays,
    });
    const [invite] = await listInvites(tx, { organizationId, onlyId: id });
    if (!invite) throw new Error('the inserted invitation is missing');
    const { invitedBy, expiresAt } = invite;
    await enqueueMail(tx, {
      template: 'team_invite',
      to: email,
      invitedBy: invitedBy ?? 'A member',
      role,
      token,
      expiresAt: expiresAt.toISOString(),
    });
    return invite;
  });
}

async function requireSeat(
  tx: Tx,
  { organizationId, email }: { readonly organizationId: string; readonly email: string },
): Promise<void> {
  const user = await findUserByEmail(tx, email);
  if (user?.organization_id === organizationId)
    throw conflict('A member of your organisation has this email.');
  if ((await countSeats(tx, { organizationId, email })) >= inviteLimits.members)
    throw conflict(
      `An organisation has at most ${inviteLimits.members} members and open invitations. Revoke an invitation or remove a member first.`,
    );
}

async function acceptInvite(
  { db, passwords, sessions }: InvitesDependencies,
  input: Parameters<InvitesService['accept']>[0],
): Promise<SignedIn> {
  const { token, firstName, lastName, password, userAgent } = input;
  const { id, email, organizationId, role } = await findOpenInvite(db, token);
  requireUncommonPassword(password);
  const passwordHash = await passwords.hash(password);
  return inTransaction(db, async (tx) => {
    if (!(await useInvite(tx, { id, tokenHash: sha256(token) }))) throw inviteInvalid();
    const user = await insertUser(tx, {
      id: newId(),
      organizationId,
      role,
      email,
      firstName,
      lastName,
      provider: 'EMAIL',
      providerSubject: null,
      passwordHash,
    });
    if (!user) throw emailTaken();
    return { user, tokens: await sessions.openSession(tx, { user, userAgent }) };
  });
}

async function joinOrganization(
  { db, sessions }: InvitesDependencies,
  { token, caller, userAgent }: Parameters<InvitesService['join']>[0],
): Promise<SignedIn> {
  const { id, email, organizationId, role } = await findOpenInvite(db, token);
  const { userId, organizationId: from } = caller;
  return inTransaction(db, async (tx) => {
    // The locks are taken in the order of the IDs, so that two moves cannot wait for each other.
    for (const each of [from, organizationId].toSorted()) await lockTeam(tx, each);
    const before = await findUser(tx, { id: userId, organizationId: from });
    if (before?.email !== email)
      throw conflict(`The invitation was sent to ${email}. Sign in with this email to accept it.`);
    if (from === organizationId) throw conflict('You are a member of this organisation already.');
    if (!(await isUnused(tx, { organizationId: from, userId }))) throw organizationInUse();
    if (!(await useInvite(tx, { id, tokenHash: sha256(token) }))) throw inviteInvalid();
    await moveUser(tx, { userId, from, to: organizationId, role });
    await sessions.endSessions(tx, { userId });
    const user = await findUser(tx, { id: userId, organizationId });
    if (!user) throw new Error('the moved user is missing');
    return { user, tokens: await sessions.openSession(tx, { user, userAgent }) };
  });
}

async function findOpenInvite(db: Db, token: string): Promise<InviteRow> {
  const invite = await findInviteByHash(db, sha256(token));
  if (!invite || invite.isExpired) throw inviteInvalid();
  return invite;
}

const inviteNotFound = (): AppError =>
  notFound('invite_not_found', 'No open invitation of this organisation has this ID.');

const inviteInvalid = (): AppError =>
  new AppError({
    code: 'invite_invalid',
    message: `This invitation was accepted, revoked, replaced by a newer one or is older than ${inviteLimits.expiresInDays} days. Ask for a new one.`,
  });

const organizationInUse = (): AppError =>
  new AppError({
    code: 'organization_in_use',
    message:
      'Your own organisation has captures, API keys, a plan or other members, and you would lose access to them. Delete them first, or ask for an invitation to another email.',
  });
