import type { Socket } from 'node:net';

/** A message to a URL that a customer chose. */
export interface OutboundMessage {
  /** http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** The response to a message. Redirects are not followed and count as responses. */
export interface OutboundAnswered {
  readonly kind: 'answered';
  readonly durationMs: number;
  readonly statusCode: number;
  /** Lower-case names; multiple values are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Truncated to 64 KiB. */
  readonly body: Buffer;
  readonly isBodyCut: boolean;
}

/**
 * Reason why no response arrived: a stable code and a message for the customer who chose the URL.
 */
export interface OutboundFailed {
  readonly kind: 'failed';
  readonly durationMs: number;
  readonly code: string;
  readonly message: string;
}

/** Outcome of a message; errors of the receiver never throw. */
export type OutboundOutcome = OutboundAnswered | OutboundFailed;

/**
 * Sends messages to customers' URLs. Each call is checked against the address policy, follows no
 * redirects and uses a new connection.
 */
export interface OutboundSender {
  /** Resolves within the overall deadline, regardless of the receiver. */
  post(message: OutboundMessage, signal?: AbortSignal): Promise<OutboundOutcome>;
  /** As `post`, with the method PUT. */
  put(message: OutboundMessage, signal?: AbortSignal): Promise<OutboundOutcome>;
}

/** Opens the sender's connections; rejects private IPs itself. */
export type ConnectOutbound = (target: {
  readonly host: string;
  readonly port: number;
}) => Promise<Socket>;
