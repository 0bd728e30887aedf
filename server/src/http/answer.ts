import { Readable } from 'node:stream';
import type { Endpoint } from '@shotwright/contract';
import { WrittenList } from '../lib/json-text.ts';
import type { RouteAnswer } from './route.ts';

/** So many rows of a long list are written at a time; with fewer, going back and forth costs more than it gains. */
const rowsPerPiece = 2_500;

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
): string | Readable | undefined {
  if (endpoint.answer.kind !== 'envelope') return JSON.stringify(data);
  const fields: object = data ?? {};
  const head = { status: 'success', ...(message !== undefined && { message }) };
  const ownHead = Object.entries(head).filter(([name]) => !Object.hasOwn(fields, name));
  const headText = JSON.stringify({ ...Object.fromEntries(ownHead), data: null });
  const start = headText.replace(/null}$/, '');
  const values: unknown[] = Object.values(fields);
  if (values.some(isLong)) {
    return Readable.from(longEnvelope(start, fields, isOnce), { objectMode: false });
  }
  const isWritten = values.some((value) => value instanceof WrittenList);
  const text = isWritten ? [...objectTexts(fields)].join('') : JSON.stringify(fields);
  return `${start}${text}${isOnce || text === '{}' ? '}' : `,${text.slice(1)}`}`;
}

function isLong(value: unknown): value is readonly unknown[] | WrittenList<unknown> {
  const list = value instanceof WrittenList ? value.rows : value;
  return Array.isArray(list) && list.length > rowsPerPiece;
}

/** Written while what was written before is packed and sent, and so that others are served in between. */
function* longEnvelope(start: string, fields: object, isOnce: boolean): Generator<Buffer> {
  yield Buffer.from(start);
  const written: Buffer[] = [];
  for (const text of objectTexts(fields)) {
    const bytes = Buffer.from(text);
    yield bytes;
    // Written and encoded once and used twice: the list of files is megabytes long.
    if (!isOnce) written.push(bytes);
  }
  // The second time the object that is open already goes on.
  yield Buffer.from(isOnce ? '}' : ',');
  yield* written.slice(1);
}

/** The JSON text of an object, piece by piece; the first is its bracket. */
function* objectTexts(fields: object): Generator<string> {
  yield '{';
  let comma = '';
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (value === undefined) continue;
    yield `${comma}${JSON.stringify(name)}:`;
    if (value instanceof WrittenList || isLong(value)) yield* listTexts(value);
    else yield JSON.stringify(value);
    comma = ',';
  }
  yield '}';
}

function* listTexts(list: readonly unknown[] | WrittenList<unknown>): Generator<string> {
  const { length } = list instanceof WrittenList ? list.rows : list;
  const rowTexts = (from: number, to: number): string =>
    list instanceof WrittenList
      ? list.rows.slice(from, to).join(',')
      : JSON.stringify(list.slice(from, to)).slice(1, -1);
  yield '[';
  for (let at = 0; at < length; at += rowsPerPiece)
    yield `${at === 0 ? '' : ','}${rowTexts(at, at + rowsPerPiece)}`;
  yield ']';
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
