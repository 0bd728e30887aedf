import type { Endpoint } from '@shotwright/contract';
import { inTransaction, type Database } from '../../db/transaction.ts';
import type { Route, RouteResponse, RouteRequest } from '../../http/route.ts';
import type { KeyRing } from '../../lib/crypto.ts';
import type { Idempotency } from './idempotency.service.ts';
import { removeIdempotencyRecord, type IdempotencyScope } from './idempotency.store.ts';

interface IdempotencyDependencies {
  readonly db: Database;
  readonly keyRing: Pick<KeyRing, 'encrypt' | 'decrypt'>;
  readonly idempotency: Pick<Idempotency, 'read' | 'claim' | 'complete'>;
}

const purpose = 'idempotent-answer';

/**
 * Adds `Idempotency-Key` support to routes whose endpoints are `isIdempotent`: a repeat gets the
 * first response, with `Idempotent-Replayed`, and has no effect. A rejected request leaves no trace
 * and can be sent again unchanged. Responses are stored encrypted, because they may contain a new
 * API key. Not for routes that record their requests themselves.
 */
export function withIdempotency(deps: IdempotencyDependencies, routes: readonly Route[]): Route[] {
  return routes.map((route) =>
    route.endpoint.isIdempotent === true
      ? { ...route, handle: (req) => handleOnce(deps, route, req) }
      : route,
  );
}

async function handleOnce(
  deps: IdempotencyDependencies,
  { endpoint, handle }: Route,
  req: RouteRequest<Endpoint>,
): Promise<RouteResponse<Endpoint>> {
  const { db, idempotency } = deps;
  const { caller, params, body } = req;
  const repeat = idempotency.read(req.header('idempotency-key'), { params, body });
  if (!repeat || !caller) return handle(req);
  const { organizationId } = caller;
  const scope = { organizationId, operation: endpoint.operationId, key: repeat.key };
  const first = await inTransaction(db, (tx) => idempotency.claim(tx, { ...scope, ...repeat }));
  if (first) {
    const response = decryptResponse(deps, scope, String(first.answer['sealed']));
    return { ...response, headers: { ...response.headers, 'idempotent-replayed': 'true' } };
  }
  const response = await handle(req).catch(async (err: unknown) => {
    await removeIdempotencyRecord(db, scope);
    throw err;
  });
  const statusCode = response.status ?? endpoint.successStatus ?? 200;
  const stored = {
    ...scope,
    statusCode,
    answer: { sealed: encryptResponse(deps, scope, response) },
  };
  // The work is done, so failing to store the response must not fail the request.
  await inTransaction(db, (tx) => idempotency.complete(tx, stored)).catch((err: unknown) =>
    req.logger.error({ err }, 'failed to store an idempotent response'),
  );
  return response;
}

/** Encryption context of a row, so that no response can be decrypted under another row. */
const contextOf = (scope: IdempotencyScope): string =>
  [scope.organizationId, scope.operation, scope.key].join('\n');

function encryptResponse(
  { keyRing }: IdempotencyDependencies,
  scope: IdempotencyScope,
  { data, message, status, headers }: RouteResponse<Endpoint>,
): string {
  const text = JSON.stringify({ data, message, status, headers });
  return keyRing.encrypt(purpose, { text, context: contextOf(scope) }).toString('base64');
}

function decryptResponse(
  { keyRing }: IdempotencyDependencies,
  scope: IdempotencyScope,
  sealed: string,
): RouteResponse<Endpoint> {
  const text = keyRing.decrypt(purpose, {
    sealed: Buffer.from(sealed, 'base64'),
    context: contextOf(scope),
  });
  // Encryption is authenticated, so the value has the shape we wrote.
  const response: RouteResponse<Endpoint> = JSON.parse(text);
  return response;
}
