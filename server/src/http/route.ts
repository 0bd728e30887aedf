import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type {
  ApiKeyAccess,
  Endpoint,
  EndpointData,
  EndpointInput,
  MemberRole,
} from '@shotwright/contract';
import type { PreserializedList } from '../lib/raw-json.ts';
import { AppError } from '../shared/app-error.ts';
import type { Logger } from '../lib/logger.ts';

/** A signed-in user. */
export interface SessionCaller {
  readonly kind: 'session';
  readonly organizationId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** Role of the user in the organisation. */
  readonly role: MemberRole;
}

/** A program with an API key. */
export interface KeyCaller {
  readonly kind: 'key';
  readonly organizationId: string;
  readonly apiKeyId: number;
  /** The only project that the key may access; null if it may access all. */
  readonly projectId: number | null;
  /** True for a key of test mode. */
  readonly isTest: boolean;
  readonly access: ApiKeyAccess;
}

/** Authenticated caller of a request. */
export type Caller = SessionCaller | KeyCaller;

/** Captures that a caller may access. */
interface CallerScope {
  readonly organizationId: string;
  /** The only project; null if all. */
  readonly projectId: number | null;
  /** True: only those of test mode; false: only live ones; undefined: both. */
  readonly isTest: boolean | undefined;
  /** The only API key whose captures are visible; absent: any. */
  readonly onlyKeyId?: number;
}

/**
 * Returns the captures that a caller may access. A key sees one mode, maybe one project, and only its own
 * captures if it may only capture.
 */
export function scopeOf(caller: Caller): CallerScope {
  const { organizationId } = caller;
  if (caller.kind === 'session') return { organizationId, projectId: null, isTest: undefined };
  const { projectId, isTest, access, apiKeyId } = caller;
  return {
    organizationId,
    projectId,
    isTest,
    ...(access === 'capture' && { onlyKeyId: apiKeyId }),
  };
}

/** Returns the user or the API key of a caller, as rows name who made them. */
export function requesterOf(caller: Caller): {
  readonly userId: string | null;
  readonly apiKeyId: number | null;
} {
  if (caller.kind === 'session') return { userId: caller.userId, apiKeyId: null };
  return { userId: null, apiKeyId: caller.apiKeyId };
}

/**
 * Returns the organisation of a caller that may use all of it. Throws `api_key_project_forbidden` for
 * a key of one project; `subject` names what belongs to the account.
 */
export function ownerOf(caller: Caller, subject: string): string {
  if (caller.kind === 'session' || caller.projectId === null) return caller.organizationId;
  throw new AppError({
    code: 'api_key_project_forbidden',
    message: `This API key belongs to one project; ${subject} belong to the account.`,
  });
}

type CallerOf<E extends Endpoint> = E['auth'] extends 'session' | 'staff'
  ? SessionCaller
  : E['auth'] extends 'key'
    ? KeyCaller
    : E['auth'] extends 'session_or_key'
      ? Caller
      : E['auth'] extends 'key_or_link'
        ? KeyCaller | null
        : null;

/**
 * A file of a multipart body, completely in memory. Client-supplied metadata is untrusted and
 * discarded.
 */
export interface UploadedFile {
  readonly bytes: Buffer;
}

/** Request as passed to a handler: input is validated, caller is authenticated. */
export interface RouteRequest<E extends Endpoint> extends EndpointInput<E> {
  readonly caller: CallerOf<E>;
  /**
   * Files of a multipart body in the order they were sent, within the limits of the endpoint's
   * form.
   */
  readonly files: readonly UploadedFile[];
  readonly requestId: string;
  readonly logger: Logger;
  /** IP of the peer, or of the client behind a trusted proxy. */
  readonly ip: string;
  /** Query parameters before validation; repeated ones are lists. */
  readonly rawQuery: Readonly<Record<string, unknown>>;
  /** JSON of the body before validation. */
  readonly rawBody: unknown;
  /** True: the response has no body, and the request must change nothing. */
  readonly isHead: boolean;
  /** Takes a lower-case name. */
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  /** Aborted if the client disconnects before the response. */
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

/** Data of a response; lists among its fields may already be serialized. */
type Sendable<T> = T extends readonly unknown[]
  ? T
  : {
      readonly [K in keyof T]:
        | T[K]
        | (T[K] extends readonly (infer R)[] ? PreserializedList<R> : never);
    };

/** Allows to send a response again to requests with the same URL and `Accept` header. */
export interface RepeatRule {
  /** Unit: ms since 1970. */
  readonly untilMs: number;
  /** Headers that differ in the responses after the first. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Response of a handler. The mount adds envelope, serialization and status. */
export interface RouteResponse<E extends Endpoint> {
  readonly data?: Sendable<EndpointData<E>>;
  /** Message for people; every write has one. */
  readonly message?: string;
  /** Status, if it differs from the endpoint's `successStatus`. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly CookieToSet[];
  /** User for whom an endpoint without a caller acted. */
  readonly actor?: Pick<SessionCaller, 'organizationId' | 'userId'>;
  /**
   * For event streams, instead of `data`. Must end soon after the request's `signal` is aborted.
   */
  readonly events?: AsyncIterable<ServerEvent>;
  /** True if there is no body, instead of `data`: the status and the headers are the response. */
  readonly isEmpty?: true;
  /** For binary responses, instead of `data`. */
  readonly binary?: { readonly body: Buffer | Readable; readonly contentType: string };
  /** For binary responses with an `etag` that do not depend on the caller. */
  readonly repeat?: RepeatRule;
}

/** A body that was completed before its validation. */
export interface CompletedBody {
  readonly body: unknown;
  /** Returns an error of the request with the origin of the fields that were added. */
  explain(error: unknown): unknown;
}

/** An endpoint with its handler. */
export interface Route {
  readonly endpoint: Endpoint;
  /**
   * Rejects every request of an authenticated caller before its body is read; the handler of such a
   * route never runs.
   */
  readonly rejectWith?: () => AppError;
  /** Completes the JSON of a body before its validation. */
  readonly completeBody?: (request: {
    readonly caller: Caller | null;
    readonly body: unknown;
  }) => Promise<CompletedBody>;
  readonly handle: (req: RouteRequest<Endpoint>) => Promise<RouteResponse<Endpoint>>;
}

/** A completed call with an API key. */
export interface KeyCall {
  readonly requestId: string;
  readonly caller: KeyCaller;
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly requestHeaders: IncomingHttpHeaders;
  /** Parsed JSON, before its validation. */
  readonly requestBody: unknown;
  readonly responseHeaders: Readonly<Record<string, number | string | string[] | undefined>>;
  /** Data of the response without its envelope, or the error; undefined if the response is no JSON. */
  readonly responseBody: unknown;
}

/** Binds a handler to its endpoint, typed by the endpoint's schemas. */
export function route<const E extends Endpoint>(
  endpoint: E,
  handle: (req: RouteRequest<E>) => Promise<RouteResponse<E>>,
): Route {
  // The mount validates with `endpoint` before the call, so the handler's input matches its types.
  return { endpoint, handle };
}
