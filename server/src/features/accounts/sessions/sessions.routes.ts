import { accountEndpoints } from '@shotwright/contract';
import type { Database } from '../../../db/transaction.ts';
import { route, type Route } from '../../../http/route.ts';
import { securityLogOf } from '../../../lib/security-log.ts';
import { personOf } from '../security-subjects.ts';
import { presentSession } from './sessions.present.ts';
import { expiredCookies } from './session-cookies.ts';
import type { SessionsService } from './sessions.service.ts';

/** Routes for signing out and for the list of devices. */
export function sessionsRoutes({
  db,
  sessions,
}: {
  db: Database;
  sessions: SessionsService;
}): Route[] {
  return [
    route(accountEndpoints.logout, async (req) => {
      const { caller } = req;
      await sessions.endOwnSession(caller);
      securityLogOf(req)('sign_out', personOf(caller));
      return {
        data: {},
        message: 'You have been successfully logged out.',
        cookies: expiredCookies,
      };
    }),
    route(accountEndpoints.listSessions, async ({ caller }) => {
      const rows = await sessions.listSessions(caller.userId);
      return { data: { sessions: rows.map((row) => presentSession(row, caller.sessionId)) } };
    }),
    route(accountEndpoints.endSession, async (req) => {
      const { caller, params } = req;
      await sessions.endSession({ id: params.id, userId: caller.userId });
      securityLogOf(req)('session.ended', personOf(caller));
      const isOwn = params.id === caller.sessionId;
      return {
        data: {},
        message: 'The device was signed out.',
        ...(isOwn ? { cookies: expiredCookies } : {}),
      };
    }),
    route(accountEndpoints.endAllSessions, async (req) => {
      await sessions.endSessions(db, { userId: req.caller.userId });
      securityLogOf(req)('sessions.ended', personOf(req.caller));
      return { data: {}, message: 'You were signed out of all devices.', cookies: expiredCookies };
    }),
  ];
}
