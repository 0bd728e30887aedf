import type { Endpoint } from '@shotwright/contract';
import type { RouteAnswer } from './route.ts';

/**
 * The JSON of an answer. An envelope carries its fields under `data` and, for clients that read them there, also at the
 * top, where a field of the data named `status` or `message` wins. Source: ruling RL-4.
 */
export function envelope(endpoint: Endpoint, { data, message }: RouteAnswer<Endpoint>): unknown {
  if (endpoint.answer.kind !== 'envelope') return data;
  const fields: unknown = data ?? {};
  const top = typeof fields === 'object' ? fields : {};
  return {
    status: 'success',
    ...(message === undefined ? {} : { message }),
    data: fields,
    ...top,
  };
}

/** Throws when a handler breaks the contract it serves. */
export function checkAnswer(endpoint: Endpoint, { data }: RouteAnswer<Endpoint>): void {
  const { answer } = endpoint;
  if (answer.kind !== 'envelope' && answer.kind !== 'bare') return;
  // As a client would read it: what JSON cannot carry is a breach, too.
  const wire: unknown = JSON.parse(JSON.stringify(data ?? {}));
  const result = answer.schema.safeParse(wire);
  if (result.success) return;
  const where = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`${endpoint.operationId} breaks its contract: ${where.join('; ')}`);
}
