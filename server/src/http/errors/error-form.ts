import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorBody } from '@shotwright/contract';
import { errorPage, wantsErrorPage, type Brand } from './error-page.ts';
import { errorBody, type ErrorResponse } from './error-response.ts';
import { placeholderImage, wantsPlaceholder } from './placeholder-image.ts';

/** A request that ended with an error. */
export interface FailedRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly query: unknown;
  /** True for a call of the API; false for a page and an unknown path. */
  readonly isApi: boolean;
  /** True if pages show the response as an image. */
  readonly isImage: boolean;
}

/** Headers and body of an error response, and the JSON that says the same. */
export interface ErrorForm {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly json: ErrorBody;
}

/** Returns an error as JSON, as a page for people, or as an image where pages show it. */
export function formOfError(
  request: FailedRequest,
  { response, brand }: { readonly response: ErrorResponse; readonly brand: Brand },
): ErrorForm {
  const { id, method, url, headers, isImage } = request;
  const json = errorBody(response, id);
  const common = {
    'cache-control': 'no-store',
    ...(response.retryAfterSeconds !== undefined && {
      'retry-after': String(Math.max(1, Math.ceil(response.retryAfterSeconds))),
    }),
  };
  const onError = onErrorOf(request);
  if (isImage && wantsPlaceholder(headers, onError)) {
    return { json, body: placeholderImage.body, headers: { ...common, ...imageHeaders(response) } };
  }
  const named = { ...common, 'x-request-id': id };
  if (!request.isApi || onError === 'json' || !wantsErrorPage(method, headers)) {
    const type = { 'content-type': 'application/json; charset=utf-8' };
    return { json, body: JSON.stringify(json), headers: { ...named, ...type } };
  }
  const page = errorPage({ response, requestId: id, url, isImage, brand });
  const type = { 'content-type': 'text/html; charset=utf-8' };
  return { json, body: page.body, headers: { ...named, ...type, ...page.headers } };
}

/** Programs read the error from the status and the code; people see only the image. */
function imageHeaders({ code }: ErrorResponse) {
  return {
    'content-type': placeholderImage.contentType,
    'x-error-code': code,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  };
}

/** Returns the parameter of links that decides the form of their errors. */
function onErrorOf({ query }: FailedRequest): unknown {
  return typeof query === 'object' && query !== null && 'on_error' in query
    ? query.on_error
    : undefined;
}
