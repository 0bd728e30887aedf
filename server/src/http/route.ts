import type { Readable } from 'node:stream';
import type { Endpoint, EndpointData, EndpointInput } from '@shotwright/contract';
import type { WrittenList } from '../lib/json-text.ts';
import type { AppError } from '../lib/app-error.ts';
import type { Logger } from '../lib/logger.ts';

/** A signed-in person. */
export interface SessionCaller {
  readonly kind: 'session';
  readonly organizationId: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** A program with an API key. */
export interface KeyCaller {
  readonly kind: 'key';
  readonly organizationId: string;
  readonly apiKeyId: number;
  /** The only project the key may use; null: all. */
  readonly projectId: number | null;
}

/** Who asks. */
export type Caller = SessionCaller | KeyCaller;

type CallerOf<E extends Endpoint> = E['auth'] extends 'session' | 'staff'
  ? SessionCaller
  : E['auth'] extends 'key'
    ? KeyCaller
    : E['auth'] extends 'session_or_key'
      ? Caller
      : null;

/** A file of a multipart body, whole and in memory. What the client says of it is worth nothing and not kept. */
export interface UploadedFile {
  readonly bytes: Buffer;
}

/** What a handler receives: input already parsed, caller already known. */
export interface RouteRequest<E extends Endpoint> extends EndpointInput<E> {
  readonly caller: CallerOf<E>;
  /** Of a multipart body, in the order they were sent; never more or larger than the endpoint's form allows. */
  readonly files: readonly UploadedFile[];
  readonly requestId: string;
  readonly logger: Logger;
  /** The address of the peer, or of the client behind a trusted proxy. */
  readonly ip: string;
  /** Lower-case names. */
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  /** Aborted when the client goes away before the answer. */
  readonly signal: AbortSignal;
}

/** A cookie to set; `value` null expires it. */
export interface CookieToSet {
  readonly name: string;
  readonly value: string | null;
  readonly isHttpOnly: boolean;
  readonly maxAgeSeconds: number;
}

/** One server-sent event; `data` is sent as JSON. */
export interface ServerEvent {
  readonly name: string;
  readonly data: unknown;
}

/** Data of an answer; any list among its fields may be written already. */
type Sendable<T> = T extends readonly unknown[]
  ? T
  : {
      readonly [K in keyof T]: T[K] | (T[K] extends readonly (infer R)[] ? WrittenList<R> : never);
    };

/** What a handler answers. The envelope, the serialisation and the status are the mount's work. */
export interface RouteAnswer<E extends Endpoint> {
  readonly data?: Sendable<EndpointData<E>>;
  /** A sentence for people; every change has one. */
  readonly message?: string;
  /** When it differs from the endpoint's `successStatus`. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly CookieToSet[];
  /** For event answers, in place of `data`; must end soon after the request's `signal` is aborted. */
  readonly events?: AsyncIterable<ServerEvent>;
  /** For binary answers, in place of `data`. */
  readonly binary?: { readonly body: Buffer | Readable; readonly contentType: string };
}

/** An endpoint with what serves it. */
export interface Route {
  readonly endpoint: Endpoint;
  /** Refuses every request of an admitted caller before its body is read; such a route never reaches its handler. */
  readonly refusal?: () => AppError;
  readonly handle: (req: RouteRequest<Endpoint>) => Promise<RouteAnswer<Endpoint>>;
}

/** Binds a handler to its endpoint with the endpoint's own types. */
export function route<const E extends Endpoint>(
  endpoint: E,
  handle: (req: RouteRequest<E>) => Promise<RouteAnswer<E>>,
): Route {
  // The mount parses by `endpoint` before it calls, so the handler gets exactly what its types say.
  return { endpoint, handle };
}
