import type { Database, Db } from '../../../db/transaction.ts';
import type { SessionCaller } from '../../../http/route.ts';
import { notFound } from '../../../lib/app-error.ts';
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

/** Signed-in browsers: opened at sign-in, honoured with both halves only, ended on demand. */
export interface SessionsService {
  /** Opens a session with fresh secrets; the database keeps their hashes only. */
  openSession(
    db: Db,
    input: { user: { id: string; organization_id: string }; userAgent: string | undefined },
  ): Promise<SessionTokens>;
  /** Who the two halves stand for; undefined when they are no pair, over, idle for 14 days or 60 days old. */
  authenticateSession(halves: SessionTokens): Promise<SessionCaller | undefined>;
  /** Whether a person is one of the support team. */
  isStaff(userId: string): Promise<boolean>;
  /** Ends the session of a token that came alone. Unknown tokens are no error. */
  endSessionByToken(token: string): Promise<void>;
  /** The live sessions of a person. */
  listSessions(userId: string): Promise<SessionRow[]>;
  /** Throws `not_found` for a session that is not the person's or is over. */
  endSession(input: { id: string; userId: string }): Promise<void>;
  /** Signs the asking browser out; a second time is no error. */
  endOwnSession(caller: SessionCaller): Promise<void>;
  /** Ends every session of a person but `exceptId`. */
  endSessions(db: Db, input: { userId: string; exceptId?: string }): Promise<void>;
}

const maxUserAgentLength = 300;

/** See {@link SessionsService}. */
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
