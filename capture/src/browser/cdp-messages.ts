import type { CdpCommands, CdpHandlers } from './browser.ts';
import { decodeCbor, decodeFields, encodeCbor, envelopeHeadBytes, envelopeLength } from './cbor.ts';

/** Four times the largest picture; beyond it the stream is broken or hostile. */
const maxMessageBytes = 256 * 1024 * 1024;

/** A message from the browser: an answer when it has an `id`, otherwise an event. */
export interface CdpMessage {
  readonly id: number | undefined;
  readonly sessionId: string;
  readonly method: string;
  /** An event's parameters. What nobody listens to is never read. */
  params(): unknown;
  result(): unknown;
  readonly error: string | undefined;
}

/** Handlers as the connection keeps them, for events of any session. */
export type UntypedHandlers = Readonly<Record<string, ((params: unknown) => void) | undefined>>;

/** Cuts a byte stream into messages by the length each begins with. Throws at one that is too long or is none. */
export function createMessageSplitter(
  onMessage: (message: Buffer) => void,
  maxBytes: number = maxMessageBytes,
): (chunk: Buffer) => void {
  /** The message under way, and how much of it has come. */
  let message: Buffer | undefined;
  let filled = 0;
  /** A message's first bytes, too few to tell its length. */
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

/** Writes one message. */
export function writeMessage(message: {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
  readonly sessionId: string;
}): Buffer {
  const { sessionId, params = {}, ...call } = message;
  return encodeCbor({ ...call, params, ...(sessionId !== '' && { sessionId }) });
}

/* oxlint-disable typescript/no-unsafe-type-assertion -- the places where the protocol's word is taken for its types */

/** Reads one message. Trusts the browser to speak the protocol: it is our own process, not the page. */
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

/** Gives an answer the type the protocol promises for its method. */
export function trustAnswer<M extends keyof CdpCommands>(
  _method: M,
  answer: unknown,
): CdpCommands[M]['returnType'] {
  return answer as CdpCommands[M]['returnType'];
}

/** A field that the protocol's types call base64 text: spoken in CBOR, it comes as the bytes themselves. */
export function bytesOf(data: string): Buffer {
  return data as unknown as Buffer;
}

/** Keeps typed handlers among untyped ones; the method a browser names decides the type of its parameters. */
export function untypeHandlers(handlers: CdpHandlers): UntypedHandlers {
  return handlers as UntypedHandlers;
}
