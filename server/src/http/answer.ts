import type { Endpoint } from '@shotwright/contract';
import type { RouteAnswer } from './route.ts';

/**
 * The JSON text of an answer. An envelope carries its fields under `data` and, for clients that read them there, also at the
 * top, where a field of the data named `status` or `message` wins. Source: ruling RL-4.
 */
export function answerText(
  endpoint: Endpoint,
  { data, message }: RouteAnswer<Endpoint>,
): string | undefined {
  if (endpoint.answer.kind !== 'envelope') return JSON.stringify(data);
  const fields: object = data ?? {};
  const head = { status: 'success', ...(message !== undefined && { message }) };
  const dataText = JSON.stringify(fields);
  // Written once and used twice: the list of files is megabytes long.
  const ownHead = Object.entries(head).filter(([name]) => !Object.hasOwn(fields, name));
  const headText = JSON.stringify(Object.fromEntries(ownHead)).slice(1, -1);
  const fieldsText = dataText.slice(1, -1);
  return `{${[headText, `"data":${dataText}`, fieldsText].filter(Boolean).join(',')}}`;
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
