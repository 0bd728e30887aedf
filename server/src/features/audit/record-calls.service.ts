import { auditedOperation, type AuditedOperation, type Endpoint } from '@shotwright/contract';
import type { Database } from '../../db/transaction.ts';
import type { Caller, Route, RouteRequest, RouteResponse } from '../../http/route.ts';
import { asRecord } from '../../lib/as-record.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import { networkPrefix } from '../../lib/network-prefix.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { AppError } from '../../shared/app-error.ts';
import {
  findTargetName,
  insertKeyEvent,
  insertSignInAttempt,
  insertUserEvent,
  type NewAuditEvent,
} from './audit.store.ts';
import {
  actionOf,
  fileCountOf,
  planNameOf,
  requestedId,
  returnedTarget,
  storedAgent,
  type CompletedCall,
  type NamedTarget,
} from './audited-call.rules.ts';

/** Records the calls of audited operations. */
export interface AuditRecorder {
  /**
   * Returns the routes; those of audited operations store an event after their handler has succeeded
   * and before the response. A failed insertion is logged and changes no response.
   */
  audited(routes: readonly Route[]): Route[];
  /** Waits for the events that no response waits for. */
  close(): Promise<void>;
}

interface RecorderDependencies {
  readonly db: Database;
  readonly clock: Clock;
}

type Request = RouteRequest<Endpoint>;
type Response = RouteResponse<Endpoint>;

/** Maximum time that a response waits for its event. Unit: ms. */
const timeoutMs = 5_000;

/** Creates an {@link AuditRecorder}. */
export function createAuditRecorder(deps: RecorderDependencies): AuditRecorder {
  const pending = new Set<Promise<void>>();
  const recordLater = (req: Request, insert: () => Promise<void>): void => {
    const work = stored(req, insert);
    pending.add(work);
    work.finally(() => pending.delete(work)).catch(() => undefined);
  };
  const handle = async (
    { handle: run }: Route,
    operation: AuditedOperation,
    req: Request,
  ): Promise<Response> => {
    const target = await requestedTarget(deps.db, operation, req);
    const response = await run(req).catch((error: unknown) => {
      const email = failedSignIn(operation, { req, error });
      // The time of a response must not tell if a user has the email.
      if (email !== undefined)
        recordLater(req, () =>
          insertSignInAttempt(deps.db, { ...originOf(deps, req), email, action: 'sign_in.failed' }),
        );
      throw error;
    });
    await stored(req, () => insertCall(deps, { operation, req, response, target }));
    return response;
  };
  return {
    audited: (routes) =>
      routes.map((route) => {
        const operation = auditedOperation(route.endpoint.operationId);
        if (operation === undefined) return route;
        return {
          ...route,
          handle: (req) => (req.isHead ? route.handle(req) : handle(route, operation, req)),
        };
      }),
    close: async () => {
      await Promise.all(pending);
    },
  };
}

/** Waits for an insertion with a deadline. A failure is logged, because the action itself has succeeded. */
async function stored(req: Request, insert: () => Promise<void>): Promise<void> {
  try {
    await withTimeout(insert(), {
      timeoutMs,
      onTimeout: () => {
        throw new Error('the audit event was not stored in time');
      },
    });
  } catch (err) {
    req.logger.error({ err }, 'an audit event is missing');
  }
}

function callerOf({ caller }: { readonly caller: Caller | null }): Caller | null {
  return caller;
}

/** Returns the target that a request names, with its name before the action. */
async function requestedTarget(
  db: Database,
  { target }: AuditedOperation,
  req: Request,
): Promise<NamedTarget> {
  const id = requestedId(req);
  const caller = callerOf(req);
  if (target === undefined || id === null || caller === null) return { id: null, name: null };
  const { organizationId } = caller;
  const name = await findTargetName(db, { organizationId, target, id }).catch(() => null);
  return { id, name };
}

/** Returns the email of an attempt to sign in with a wrong password; undefined for other errors. */
function failedSignIn(
  { action }: AuditedOperation,
  { req, error }: { readonly req: Request; readonly error: unknown },
): string | undefined {
  const { email } = asRecord(req.body);
  const isWrong = error instanceof AppError && error.code === 'invalid_credentials';
  return action === 'sign_in.succeeded' && isWrong && typeof email === 'string' ? email : undefined;
}

/** Returns the parts of an event that every request has. */
function originOf({ clock }: RecorderDependencies, req: Request): Omit<NewAuditEvent, 'action'> {
  const createdAt = clock.now();
  return {
    id: newId(createdAt.getTime()),
    createdAt,
    network: networkPrefix(req.ip),
    userAgent: storedAgent(req.header('user-agent')),
    targetId: null,
    targetName: null,
    fileCount: null,
  };
}

interface AuditedCall {
  readonly operation: AuditedOperation;
  readonly req: Request;
  readonly response: Response;
  /** As the request named it. */
  readonly target: NamedTarget;
}

async function insertCall(deps: RecorderDependencies, input: AuditedCall): Promise<void> {
  const { operation, req, response } = input;
  // A user who joins another organisation is an actor of that one.
  const actor = response.actor ?? callerOf(req);
  const call: CompletedCall = { body: req.body, data: response.data };
  const action = actionOf(operation, call);
  if (actor === null || action === undefined) return;
  const { organizationId } = actor;
  const target = await targetOf(deps.db, { ...input, organizationId });
  const event = {
    ...originOf(deps, req),
    organizationId,
    action,
    targetId: target.id,
    targetName: target.name ?? planNameOf(call),
    fileCount: operation.target === undefined ? fileCountOf(call) : null,
  };
  if ('userId' in actor) await insertUserEvent(deps.db, { ...event, userId: actor.userId });
  else await insertKeyEvent(deps.db, { ...event, apiKeyId: actor.apiKeyId });
}

/** Returns what a call changed, with its new name if it has one. */
async function targetOf(
  db: Database,
  { operation, response, target, organizationId }: AuditedCall & { organizationId: string },
): Promise<NamedTarget> {
  const kind = operation.target;
  if (kind === undefined) return target;
  const returned = returnedTarget(kind, response.data);
  const id = target.id ?? returned.id;
  if (id === null) return { id, name: returned.name };
  const known = returned.name ?? target.name;
  return {
    id,
    name: known ?? (await findTargetName(db, { organizationId, target: kind, id })),
  };
}
