import type { Database, Db } from '../../../db/transaction.ts';
import type { SessionCaller } from '../../../http/route.ts';
import { notFound } from '../../../shared/app-error.ts';
import { sha256 } from '../../../lib/crypto.ts';
import { newId, newToken } from '../../../lib/ids.ts';
import type { SessionTokens } from './session-cookies.ts';
import { isUserStaff } from '../users.store.ts';
import {
  endSessionByTokenHash,
  endSessionOfUser,
  endSessionsOfUser,
  findLiveSession,
  insertSession,
  listLiveSessions,
  touchSession,
  type SessionRow,
} from './sessions.store.ts';

/**
 * Browser sessions. A session is opened at sign-in, valid only with both secrets, and ended on
 * demand.
 */
export interface SessionsService {
  /** Opens a session with new secrets; the database stores only their hashes. */
  openSession(
    db: Db,
    input: { user: { id: string; organization_id: string }; userAgent: string | undefined },
  ): Promise<SessionTokens>;
  /**
   * Returns the caller of a session, or undefined if the secrets do not match, or the session has
   * ended, was idle for 14 days or is 60 days old.
   */
  authenticateSession(halves: SessionTokens): Promise<SessionCaller | undefined>;
  /** True if the user is a member of staff. */
  isStaff(userId: string): Promise<boolean>;
  /** Ends the session of a token without its companion token. Unknown tokens are ignored. */
  endSessionByToken(token: string): Promise<void>;
  /** Live sessions of a user. */
  listSessions(userId: string): Promise<SessionRow[]>;
  /** Throws `not_found` if the session belongs to another user or has ended. */
  endSession(input: { id: string; userId: string }): Promise<void>;
  /** Signs the calling browser out. Idempotent. */
  endOwnSession(caller: SessionCaller): Promise<void>;
  /** Ends every session of a user except `exceptId`. */
  endSessions(db: Db, input: { userId: string; exceptId?: string }): Promise<void>;
}

const maxUserAgentLength = 300;

/** Creates a {@link SessionsService} backed by the `sessions` table. */
export function createSessionsService({ db }: { db: Database }): SessionsService {
  return {
    openSession: async (tx, { user, userAgent }) => {
      const tokens = { sessionToken: newToken(), companionToken: newToken() };
      await insertSession(tx, {
        id: newId(),
        userId: user.id,
        organizationId: user.organization_id,
        tokenHash: sha256(tokens.sessionToken),
        companionHash: sha256(tokens.companionToken),
        userAgent: (userAgent ?? '').slice(0, maxUserAgentLength),
      });
      return tokens;
    },
    authenticateSession: async ({ sessionToken, companionToken }) => {
      const session = await findLiveSession(db, {
        tokenHash: sha256(sessionToken),
        companionHash: sha256(companionToken),
      });
      if (!session) return undefined;
      if (session.isStale) await touchSession(db, session.id);
      return {
        kind: 'session',
        organizationId: session.organization_id,
        userId: session.user_id,
        sessionId: session.id,
        role: session.role,
      };
    },
    isStaff: (userId) => isUserStaff(db, userId),
    endSessionByToken: (token) => endSessionByTokenHash(db, sha256(token)),
    listSessions: (userId) => listLiveSessions(db, userId),
    endSession: async (input) => {
      if (!(await endSessionOfUser(db, input)))
        throw notFound('not_found', 'This session does not exist or has ended.');
    },
    endOwnSession: async ({ sessionId, userId }) => {
      await endSessionOfUser(db, { id: sessionId, userId });
    },
    endSessions: endSessionsOfUser,
  };
}
