/** What a page answers. */
export interface PageAnswer {
  readonly status?: number;
  readonly contentType: string;
  readonly body: string;
  /** Default: not stored. */
  readonly cacheControl?: string;
  /** In the place of those every answer has; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Something served at a GET address of its own that is no endpoint of the API. */
export interface Page {
  /** Parameters with a colon: `/docs/errors/:code`. */
  readonly path: string;
  /** Undefined: nothing is here. */
  answer(params: Readonly<Record<string, string>>): Promise<PageAnswer | undefined>;
}

/** A page of JSON. */
export function jsonAnswer(body: unknown, status = 200): PageAnswer {
  return {
    status,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(body),
  };
}

/** A page of HTML. */
export function htmlAnswer(body: string): PageAnswer {
  return { contentType: 'text/html; charset=utf-8', body };
}
