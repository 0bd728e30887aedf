import { accountEndpoints } from '@shotwright/contract';
import type { Database } from '../../../db/transaction.ts';
import { route, type Route } from '../../../http/route.ts';
import { presentSession } from './sessions.present.ts';
import { expiredCookies } from './session-cookies.ts';
import type { SessionsService } from './sessions.service.ts';

/** Mounts signing out and the list of devices. */
export function sessionsRoutes({
  db,
  sessions,
}: {
  db: Database;
  sessions: SessionsService;
}): Route[] {
  return [
    route(accountEndpoints.logout, async ({ caller }) => {
      await sessions.endOwnSession(caller);
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
    route(accountEndpoints.endSession, async ({ caller, params }) => {
      await sessions.endSession({ id: params.id, userId: caller.userId });
      const isOwn = params.id === caller.sessionId;
      return {
        data: {},
        message: 'The device was signed out.',
        ...(isOwn ? { cookies: expiredCookies } : {}),
      };
    }),
    route(accountEndpoints.endAllSessions, async ({ caller }) => {
      await sessions.endSessions(db, { userId: caller.userId });
      return { data: {}, message: 'You were signed out of all devices.', cookies: expiredCookies };
    }),
  ];
}
