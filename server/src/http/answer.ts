import { Readable } from 'node:stream';
import type { Endpoint } from '@shotwright/contract';
import type { RouteAnswer } from './route.ts';

const comma = Buffer.from(',');
/** Longer answers are sent piece by piece rather than put together once more. */
const joinedBytes = 1_048_576;

/**
 * The JSON text of an answer. An envelope carries its fields under `data` and, for clients that read them there, also at the
 * top, where a field of the data named `status` or `message` wins. Source: ruling RL-4.
 */
export function answerText(
  endpoint: Endpoint,
  { data, message }: RouteAnswer<Endpoint>,
): string | Buffer | Readable | undefined {
  if (endpoint.answer.kind !== 'envelope') return JSON.stringify(data);
  const fields: object = data ?? {};
  const head = { status: 'success', ...(message !== undefined && { message }) };
  const ownHead = Object.entries(head).filter(([name]) => !Object.hasOwn(fields, name));
  const headText = JSON.stringify({ ...Object.fromEntries(ownHead), data: null });
  // Written and encoded once and used twice: the list of files is megabytes long.
  const bytes = Buffer.from(JSON.stringify(fields));
  const parts = [
    Buffer.from(headText.replace(/null}$/, '')),
    bytes,
    ...(Object.keys(fields).length > 0 ? [comma] : []),
    bytes.subarray(1),
  ];
  const isLong = bytes.length > joinedBytes;
  return isLong ? Readable.from(parts, { objectMode: false }) : Buffer.concat(parts);
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
