import type { z } from 'zod';
import type { ErrorStatus } from './errors/error-code.ts';
import type { ErrorCodeName } from './errors/errors.ts';
import type { EndpointPath } from './paths/endpoint-path.ts';
import type { MemberRight } from './paths/team/rights.ts';

/**
 * Access to an endpoint: any client, a signed-in browser, a member of the support team (other
 * clients receive 404), a client with an API key, either browser or key, or a client with an API key
 * or a signed link, which the handler verifies.
 */
export type EndpointAuth =
  | 'public'
  | 'session'
  | 'staff'
  | 'key'
  | 'session_or_key'
  | 'key_or_link';

/**
 * Kind of response. `envelope`: the fields appear at the top level and under `data`, beside
 * `status` and `message` (RL-4).
 */
export type EndpointResponse =
  | { readonly kind: 'envelope'; readonly schema: z.ZodObject }
  | { readonly kind: 'bare'; readonly schema: z.ZodType }
  | { readonly kind: 'binary'; readonly contentTypes: readonly string[] }
  | { readonly kind: 'events' };

interface FormError {
  readonly code: ErrorCodeName;
  /** A sentence shown to users. */
  readonly message: string;
}

/** A multipart body: text fields, and files under one name that is repeated for each file. */
export interface EndpointForm {
  readonly fields: z.ZodObject;
  readonly files: {
    readonly name: string;
    readonly max: number;
    readonly tooMany: FormError;
    /** Each file must be smaller than this. */
    readonly limitBytes: number;
    readonly tooBig: FormError;
  };
}

/** Fields of another request that clients send to an endpoint by mistake. */
export interface MisplacedFields {
  readonly fields: z.ZodObject;
  /** A sentence shown to users: where these fields are accepted. */
  readonly hint: string;
}

/** End of an operation that has a successor. */
export interface Deprecation {
  /** Day from which the operation is deprecated: `2027-01-31`. */
  readonly since: string;
  /** Day from which it may be missing, at least a year later. */
  readonly sunset: string;
  /** Path of the page about its successor. */
  readonly guide: string;
}

/**
 * One operation of the API as data: the server mounts it, the dashboard calls it, and the OpenAPI
 * document is printed from it.
 */
export interface Endpoint extends EndpointPath {
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  readonly auth: EndpointAuth;
  /** Right that a signed-in user needs; default: {@link rightOf}. */
  readonly right?: MemberRight;
  readonly successStatus?: 200 | 201 | 202;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Schema of a body that has `html` and no `url`, instead of `body`. */
  readonly htmlBody?: z.ZodType;
  /** Fields that this endpoint rejects with a hint, in order of preference. */
  readonly misplaced?: readonly MisplacedFields[];
  /**
   * `raw`: JSON passed to the handler as the text that was received, because a signature covers it.
   */
  readonly bodyKind?: 'json' | 'multipart' | 'raw';
  /** Content of a multipart body; replaces `body`. */
  readonly form?: EndpointForm;
  readonly response: EndpointResponse;
  /** True if the body, or the query without a body, has capture options, whose names have aliases. */
  readonly takesCaptureOptions?: boolean;
  /**
   * Fields of the body that hold capture options of many captures: objects of them, lists of such
   * objects, or a file of settings.
   */
  readonly nestedOptions?: readonly string[];
  /** True if pages show the response as an image: errors may be images, too. */
  readonly isImageRequest?: boolean;
  /** True for POST endpoints that honour `Idempotency-Key`. */
  readonly isIdempotent?: boolean;
  readonly deprecation?: Deprecation;
  /** Statuses of errors that only this operation has, beside those that follow from its shape. */
  readonly errorStatuses?: readonly ErrorStatus[];
}

/** Returns the endpoint with its exact types after checking its shape. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

/** Returns the right that a signed-in user needs: by default `view` to read and `edit` to change data. */
export function rightOf({ method, right }: Pick<Endpoint, 'method' | 'right'>): MemberRight {
  return right ?? (method === 'GET' ? 'view' : 'edit');
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

type BodyOutput<E extends Endpoint> = E extends { readonly htmlBody: infer S }
  ? Output<E['body']> | Output<S>
  : Output<E['body']>;

/** Parsed input of a request handler. */
export interface EndpointInput<E extends Endpoint> {
  readonly params: Output<E['params']>;
  readonly query: Output<E['query']>;
  readonly body: BodyOutput<E>;
  /** Text fields of a multipart body. */
  readonly form: E['form'] extends { readonly fields: infer S } ? Output<S> : undefined;
}

/** Input that a client sends. */
export interface EndpointRequest<E extends Endpoint> {
  readonly params: Input<E['params']>;
  readonly query: Input<E['query']>;
  readonly body: Input<E['body']>;
}

/** Data of a response, without its envelope. */
export type EndpointData<E extends Endpoint> = E['response'] extends {
  readonly kind: 'envelope' | 'bare';
  readonly schema: infer S;
}
  ? Output<S>
  : never;

/** Returns the fields of a request to another endpoint, with a hint that names its route. */
export function fieldsOf({ method, path }: EndpointPath, fields: z.ZodObject): MisplacedFields {
  return { fields, hint: `It is a field of ${method} /api/v1${path}.` };
}
