import { Readable } from 'node:stream';
import type { Endpoint } from '@shotwright/contract';
import type { RouteAnswer } from './route.ts';

const comma = Buffer.from(',');
const end = Buffer.from('}');
/** Longer answers are sent piece by piece rather than put together once more. */
const joinedBytes = 1_048_576;

const onlyOnce = 'return=minimal';

/**
 * The header that tells a client that an envelope's fields come only once, under `data`, as its `Prefer: return=minimal`
 * asked; undefined where it did not ask. Source: RFC 7240 §4.2.
 */
export function preferenceApplied(
  { answer }: Endpoint,
  prefer: string | readonly string[] | undefined,
): { 'preference-applied': string } | undefined {
  const wishes = [prefer ?? []].flat().join(',').toLowerCase().split(/[,;]/);
  const isAsked = wishes.some((wish) => wish.replaceAll(/[\s"]/g, '') === onlyOnce);
  return isAsked && answer.kind === 'envelope' ? { 'preference-applied': onlyOnce } : undefined;
}

/**
 * The JSON text of an answer. An envelope carries its fields under `data` and, for clients that read them there, also at the
 * top, where a field of the data named `status` or `message` wins; `isOnce`: under `data` only. Source: ruling RL-4.
 */
export function answerText(
  endpoint: Endpoint,
  { data, message }: RouteAnswer<Endpoint>,
  isOnce = false,
): string | Buffer | Readable | undefined {
  if (endpoint.answer.kind !== 'envelope') return JSON.stringify(data);
  const fields: object = data ?? {};
  const head = { status: 'success', ...(message !== undefined && { message }) };
  const ownHead = Object.entries(head).filter(([name]) => !Object.hasOwn(fields, name));
  const headText = JSON.stringify({ ...Object.fromEntries(ownHead), data: null });
  // Written and encoded once and used twice: the list of files is megabytes long.
  const bytes = Buffer.from(JSON.stringify(fields));
  const isEmpty = Object.keys(fields).length === 0;
  const parts = [
    Buffer.from(headText.replace(/null}$/, '')),
    bytes,
    ...(isOnce || isEmpty ? [end] : [comma, bytes.subarray(1)]),
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
