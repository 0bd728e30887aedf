import type { z } from 'zod';
import type { ErrorCodeName } from './errors.ts';

/** Who may call: anybody, a signed-in browser, one of the support team (to others it does not exist), a caller with an API key, or either browser or key. */
export type EndpointAuth = 'public' | 'session' | 'staff' | 'key' | 'session_or_key';

/** How an endpoint answers. `envelope`: the fields stand at the top and under `data`, beside `status` and `message` (RL-4). */
export type EndpointAnswer =
  | { readonly kind: 'envelope'; readonly schema: z.ZodObject }
  | { readonly kind: 'bare'; readonly schema: z.ZodType }
  | { readonly kind: 'binary'; readonly contentTypes: readonly string[] }
  | { readonly kind: 'events' };

interface FormRefusal {
  readonly code: ErrorCodeName;
  /** A sentence for people. */
  readonly message: string;
}

/** A multipart body: text fields, and files under one name that is repeated for each. */
export interface EndpointForm {
  readonly fields: z.ZodObject;
  readonly files: {
    readonly name: string;
    readonly max: number;
    readonly tooMany: FormRefusal;
    /** Each file must be smaller. */
    readonly limitBytes: number;
    readonly tooBig: FormRefusal;
  };
}

/** One operation of the API as data: the server mounts it, the dashboard calls it, OpenAPI is printed from it. */
export interface Endpoint {
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, parameters in braces: `/projects/{id}`. */
  readonly path: string;
  /** Other paths of the same operation; not printed. */
  readonly aliases?: readonly string[];
  readonly auth: EndpointAuth;
  readonly successStatus?: 200 | 201 | 202;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** `raw`: JSON that is handed on as the text it came as, for signatures over it. */
  readonly bodyKind?: 'json' | 'multipart' | 'raw';
  /** What a multipart body holds, in place of `body`. */
  readonly form?: EndpointForm;
  readonly answer: EndpointAnswer;
  /** POSTs that honour `Idempotency-Key`. */
  readonly isIdempotent?: boolean;
}

/** Keeps an endpoint's exact types while checking its shape. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler receives: everything parsed. */
export interface EndpointInput<E extends Endpoint> {
  readonly params: Output<E['params']>;
  readonly query: Output<E['query']>;
  readonly body: Output<E['body']>;
  /** The text fields of a multipart body. */
  readonly form: E['form'] extends { readonly fields: infer S } ? Output<S> : undefined;
}

/** What a client sends. */
export interface EndpointRequest<E extends Endpoint> {
  readonly params: Input<E['params']>;
  readonly query: Input<E['query']>;
  readonly body: Input<E['body']>;
}

/** The data of an answer, without its envelope. */
export type EndpointData<E extends Endpoint> = E['answer'] extends {
  readonly kind: 'envelope' | 'bare';
  readonly schema: infer S;
}
  ? Output<S>
  : never;
