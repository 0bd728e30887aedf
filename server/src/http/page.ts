/** Response of a page. */
export interface PageResponse {
  readonly status?: number;
  readonly contentType: string;
  readonly body: string | Buffer;
  /** Default: not stored. */
  readonly cacheControl?: string;
  /** Override the headers that every response has; lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Request of a page. */
export interface PageRequest {
  readonly params: Readonly<Record<string, string>>;
  /** Parameters after the question mark; of a repeated one the first value. */
  readonly query: Readonly<Record<string, string>>;
  /** IP of the peer, or of the client behind a trusted proxy. */
  readonly ip: string;
  cookie(name: string): string | undefined;
  /** Returns true if the request has an active session; false also if that cannot be checked. */
  isSignedIn(): Promise<boolean>;
}

/** A resource at its own GET path that is not an API endpoint. */
export interface Page {
  /** Path parameters start with a colon: `/docs/errors/:code`. */
  readonly path: string;
  /** Returns undefined if the page does not exist. */
  respond(request: PageRequest): Promise<PageResponse | undefined>;
  /** Responds to a form that the page posts to its own path. */
  submit?(
    request: PageRequest & { readonly fields: Readonly<Record<string, string>> },
  ): Promise<PageResponse | undefined>;
}

/** Creates a JSON response. */
export function jsonResponse(body: unknown, status = 200): PageResponse {
  return {
    status,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(body),
  };
}

/** Creates an HTML response. */
export function htmlResponse(body: string): PageResponse {
  return { contentType: 'text/html; charset=utf-8', body };
}
