import type { CdpCommands, CdpEvents, CdpListener } from './browser.ts';

/** Four times the largest picture as base64; beyond it the stream is broken or hostile. */
const maxMessageBytes = 384 * 1024 * 1024;

/** A message from the browser: an answer when it has an `id`, otherwise an event. */
export interface CdpMessage {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** A listener as the connection keeps it, for events of any session and kind. */
export type UntypedListener = (method: string, params: unknown) => void;

/** Cuts a byte stream at NUL bytes; a large message is joined once, when its end has come. Throws when one never ends. */
export function createMessageSplitter(
  onMessage: (message: Buffer) => void,
  maxBytes: number = maxMessageBytes,
): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let heldBytes = 0;
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const tail = chunk.subarray(start, end);
      const message = parts.length === 0 ? tail : Buffer.concat([...parts, tail]);
      parts = [];
      heldBytes = 0;
      start = end + 1;
      onMessage(message);
    }
    if (start === chunk.length) return;
    parts.push(start === 0 ? chunk : chunk.subarray(start));
    heldBytes += chunk.length - start;
    if (heldBytes > maxBytes) throw new Error('A protocol message exceeds its size limit.');
  };
}

/* oxlint-disable typescript/no-unsafe-type-assertion -- the three places where the protocol's word is taken for its types */

/** Reads one message. Trusts the browser to speak the protocol: it is our own process, not the page. */
export function parseMessage(bytes: Buffer): CdpMessage {
  return JSON.parse(bytes.toString('utf8')) as CdpMessage;
}

/** Gives an answer the type the protocol promises for its method. */
export function trustAnswer<M extends keyof CdpCommands>(
  _method: M,
  answer: unknown,
): CdpCommands[M]['returnType'] {
  return answer as CdpCommands[M]['returnType'];
}

/** Keeps a typed listener among untyped ones; the method a browser names decides the type of its parameters. */
export function untypeListener(listener: CdpListener): UntypedListener {
  return (method, params) =>
    listener(method as keyof CdpEvents, params as CdpEvents[keyof CdpEvents][0]);
}
