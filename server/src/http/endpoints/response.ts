import { Readable } from 'node:stream';
import type { Endpoint } from '@shotwright/contract';
import { PreserializedList } from '../../lib/raw-json.ts';
import type { RouteResponse } from '../route.ts';

/**
 * Number of rows of a long list serialized at a time. With smaller pieces, the overhead of
 * switching costs more than it saves.
 */
const rowsPerPiece = 2_500;

const minimalPreference = 'return=minimal';

/**
 * Returns the header that confirms the client's `Prefer: return=minimal`: the envelope's fields
 * appear only once, under `data`. Returns undefined if the client did not send that preference.
 * Source: RFC 7240 §4.2.
 */
export function preferenceApplied(
  { response }: Endpoint,
  prefer: string | readonly string[] | undefined,
): { 'preference-applied': string } | undefined {
  const preferences = [prefer ?? []].flat().join(',').toLowerCase().split(/[,;]/);
  const isRequested = preferences.some(
    (preference) => preference.replaceAll(/[\s"]/g, '') === minimalPreference,
  );
  return isRequested && response.kind === 'envelope'
    ? { 'preference-applied': minimalPreference }
    : undefined;
}

/**
 * Serializes a response to JSON. An envelope carries its fields under `data` and, for clients that
 * read them there, also at the top level, where a data field named `status` or `message` takes
 * precedence. `isMinimal`: under `data` only. Source: ruling RL-4.
 */
export function serializeResponse(
  endpoint: Endpoint,
  { data, message }: RouteResponse<Endpoint>,
  isMinimal = false,
): string | Readable | undefined {
  if (endpoint.response.kind !== 'envelope') return JSON.stringify(data);
  const fields: object = data ?? {};
  const head = { status: 'success', ...(message !== undefined && { message }) };
  const ownHead = Object.entries(head).filter(([name]) => !Object.hasOwn(fields, name));
  const headText = JSON.stringify({ ...Object.fromEntries(ownHead), data: null });
  const start = headText.replace(/null}$/, '');
  const values: unknown[] = Object.values(fields);
  if (values.some(isLong)) {
    return Readable.from(longEnvelope(start, fields, isMinimal), { objectMode: false });
  }
  const isPreserialized = values.some((value) => value instanceof PreserializedList);
  const text = isPreserialized ? [...objectTexts(fields)].join('') : JSON.stringify(fields);
  return `${start}${text}${isMinimal || text === '{}' ? '}' : `,${text.slice(1)}`}`;
}

function isLong(value: unknown): value is readonly unknown[] | PreserializedList<unknown> {
  const list = value instanceof PreserializedList ? value.rows : value;
  return Array.isArray(list) && list.length > rowsPerPiece;
}

/**
 * Serializes a long envelope in pieces, so that earlier pieces are compressed and sent while later
 * ones are serialized, and other requests are served in between.
 */
function* longEnvelope(start: string, fields: object, isMinimal: boolean): Generator<Buffer> {
  yield Buffer.from(start);
  const sent: Buffer[] = [];
  for (const text of objectTexts(fields)) {
    const bytes = Buffer.from(text);
    yield bytes;
    // Serialized and encoded once, then sent twice: the list of files is megabytes long.
    if (!isMinimal) sent.push(bytes);
  }
  // The second copy continues the object that is already open.
  yield Buffer.from(isMinimal ? '}' : ',');
  yield* sent.slice(1);
}

/** Yields the JSON text of an object in pieces; the first piece is its opening bracket. */
function* objectTexts(fields: object): Generator<string> {
  yield '{';
  let comma = '';
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (value === undefined) continue;
    yield `${comma}${JSON.stringify(name)}:`;
    if (value instanceof PreserializedList || isLong(value)) yield* listTexts(value);
    else yield JSON.stringify(value);
    comma = ',';
  }
  yield '}';
}

function* listTexts(list: readonly unknown[] | PreserializedList<unknown>): Generator<string> {
  const { length } = list instanceof PreserializedList ? list.rows : list;
  const rowTexts = (from: number, to: number): string =>
    list instanceof PreserializedList
      ? list.rows.slice(from, to).join(',')
      : JSON.stringify(list.slice(from, to)).slice(1, -1);
  yield '[';
  for (let at = 0; at < length; at += rowsPerPiece)
    yield `${at === 0 ? '' : ','}${rowTexts(at, at + rowsPerPiece)}`;
  yield ']';
}

/** Throws if a handler's response violates its endpoint's contract. */
export function checkResponse(endpoint: Endpoint, { data }: RouteResponse<Endpoint>): void {
  const { response } = endpoint;
  if (response.kind !== 'envelope' && response.kind !== 'bare') return;
  // Round trip through JSON, as a client reads it: a value that JSON cannot represent is also a
  // violation.
  const wire: unknown = JSON.parse(JSON.stringify(data ?? {}));
  const result = response.schema.safeParse(wire);
  if (result.success) return;
  const where = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`${endpoint.operationId} breaks its contract: ${where.join('; ')}`);
}
