import type { Socket } from 'node:net';

/** A message to an address that a stranger chose. */
export interface OutboundMessage {
  /** http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came back. Redirects are answers like any other. */
export interface OutboundAnswered {
  readonly kind: 'answered';
  readonly durationMs: number;
  readonly statusCode: number;
  /** Lower-case names; several values joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** At most 64 KiB. */
  readonly body: Buffer;
  readonly isBodyCut: boolean;
}

/** Why nothing came back: a stable code and a sentence for the person who chose the address. */
export interface OutboundFailed {
  readonly kind: 'failed';
  readonly durationMs: number;
  readonly code: string;
  readonly message: string;
}

/** How a message fared; nothing is thrown for what the other side does. */
export type OutboundOutcome = OutboundAnswered | OutboundFailed;

/** Posts messages to strangers: judged at each call, without redirects, over connections used once. */
export interface OutboundSender {
  /** Resolves within the overall deadline, whatever the other side does. */
  post(message: OutboundMessage, signal?: AbortSignal): Promise<OutboundOutcome>;
}

/** What the sender connects with: refuses private addresses itself. */
export type ConnectOutbound = (target: {
  readonly host: string;
  readonly port: number;
}) => Promise<Socket>;
