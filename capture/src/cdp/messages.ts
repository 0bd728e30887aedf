import type { CdpCommands, CdpHandlers } from '../browser/browser.ts';
import { decodeCbor, decodeFields, encodeCbor, envelopeHeadBytes, envelopeLength } from './cbor.ts';

/** Four times the largest image. A longer message means that the stream is corrupt or hostile. */
const maxMessageBytes = 256 * 1024 * 1024;

/** A message from the browser: a response if it has an `id`, otherwise an event. */
export interface CdpMessage {
  readonly id: number | undefined;
  readonly sessionId: string;
  readonly method: string;
  /** Decodes an event's parameters. Events without a listener are never decoded. */
  params(): unknown;
  result(): unknown;
  readonly error: string | undefined;
}

/** Handlers as the connection stores them, for events of any session. */
export type RawHandlers = Readonly<Record<string, ((params: unknown) => void) | undefined>>;

/**
 * Splits a byte stream into messages by the length in each header. Throws at a message that is too
 * long or malformed.
 */
export function createMessageDecoder(
  onMessage: (message: Buffer) => void,
  maxBytes: number = maxMessageBytes,
): (chunk: Buffer) => void {
  /** The partially received message, and the number of bytes received so far. */
  let message: Buffer | undefined;
  let filled = 0;
  /** First bytes of a message, too few to contain its length. */
  let rest: Buffer = Buffer.alloc(0);

  const begin = (bytes: Buffer): Buffer => {
    const length = lengthOf(bytes, maxBytes);
    if (bytes.length >= length) {
      onMessage(bytes.subarray(0, length));
      return bytes.subarray(length);
    }
    message = Buffer.allocUnsafe(length);
    filled = bytes.copy(message);
    return bytes.subarray(bytes.length);
  };
  const goOn = (whole: Buffer, chunk: Buffer): Buffer => {
    const count = chunk.copy(whole, filled);
    filled += count;
    if (filled === whole.length) {
      message = undefined;
      onMessage(whole);
    }
    return chunk.subarray(count);
  };
  return (chunk) => {
    let left = message === undefined ? chunk : goOn(message, chunk);
    if (rest.length > 0) left = Buffer.concat([rest, left]);
    while (left.length >= envelopeHeadBytes) left = begin(left);
    rest = left;
  };
}

function lengthOf(bytes: Buffer, maxBytes: number): number {
  const length = envelopeLength(bytes);
  if (length === undefined) throw new Error('The browser does not speak CBOR.');
  if (length > maxBytes) throw new Error('A protocol message exceeds its size limit.');
  return length;
}

/** Encodes one message. */
export function writeMessage(message: {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
  readonly sessionId: string;
}): Buffer {
  const { sessionId, params = {}, ...call } = message;
  return encodeCbor({ ...call, params, ...(sessionId !== '' && { sessionId }) });
}

/* oxlint-disable typescript/no-unsafe-type-assertion -- the protocol's types are trusted here */

/**
 * Decodes one message. Trusts the browser to follow the protocol: it is our own process, not the
 * page.
 */
export function readMessage(bytes: Buffer): CdpMessage {
  const fields = decodeFields(bytes);
  const open = (name: string): unknown => {
    const encoded = fields.get(name);
    return Buffer.isBuffer(encoded) ? decodeCbor(encoded) : {};
  };
  const error = fields.has('error') ? (open('error') as { message: string }) : undefined;
  return {
    id: fields.get('id') as number | undefined,
    sessionId: (fields.get('sessionId') ?? '') as string,
    method: (fields.get('method') ?? '') as string,
    params: () => open('params'),
    result: () => open('result'),
    error: error?.message,
  };
}

/** Casts a result to the type that the protocol declares for its method. */
export function castResult<M extends keyof CdpCommands>(
  _method: M,
  answer: unknown,
): CdpCommands[M]['returnType'] {
  return answer as CdpCommands[M]['returnType'];
}

/**
 * Returns a field that the protocol's types declare as base64 text. In CBOR it arrives as bytes.
 */
export function asBuffer(data: string): Buffer {
  return data as unknown as Buffer;
}

/**
 * Erases the parameter types of handlers. The method name in a message selects the matching
 * handler.
 */
export function eraseHandlerTypes(handlers: CdpHandlers): RawHandlers {
  return handlers as RawHandlers;
}
