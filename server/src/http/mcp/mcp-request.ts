import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Responds to a message of the Model Context Protocol; `fetch` sends requests to the API. */
export type RespondToMcp = (
  request: Request,
  input: {
    readonly parsedBody: unknown;
    readonly apiKey: string;
    readonly fetch: typeof fetch;
  },
) => Promise<Response>;

/** Path of the Model Context Protocol. */
export const mcpPath = '/mcp';

/** A message as it was received; the body is parsed. */
export interface McpMessage {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Returns the API key of a request that sends it as bearer. */
export function bearerOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** Converts a message to a web-standard request. */
export function mcpRequestOf(
  { method, headers, body, signal }: McpMessage,
  publicUrl: string,
): Request {
  return new Request(publicUrl + mcpPath, {
    method,
    headers: textHeaders(headers),
    signal,
    ...(method === 'POST' && { body: JSON.stringify(body ?? null) }),
  });
}

/** Passes a request to the routes of this process; the size of a body is not limited here. */
export type Inject = (request: {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly remoteAddress: string;
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  readonly payload?: string;
}) => Promise<{
  readonly statusCode: number;
  readonly headers: OutgoingHttpHeaders;
  readonly rawPayload: Buffer;
}>;

/** Returns a function that passes requests to this process as coming from the same client. */
export function fetchInProcess(
  inject: Inject,
  client: { readonly ip: string; readonly headers: IncomingHttpHeaders },
): typeof fetch {
  const { 'user-agent': userAgent } = client.headers;
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const payload = await request.text();
    const { statusCode, headers, rawPayload } = await inject({
      method: methodOf(request),
      url: pathname + search,
      remoteAddress: client.ip,
      headers: {
        ...Object.fromEntries(request.headers),
        ...(userAgent !== undefined && { 'user-agent': userAgent }),
      },
      signal: request.signal,
      ...(payload !== '' && { payload }),
    });
    const body = rawPayload.length === 0 ? null : new Uint8Array(rawPayload);
    return new Response(body, { status: statusCode, headers: textHeaders(headers) });
  };
}

function methodOf({ method }: Request): 'GET' | 'POST' | 'DELETE' {
  if (method === 'POST' || method === 'DELETE') return method;
  return 'GET';
}

/** The length is that of another encoding of the body. */
function textHeaders(headers: IncomingHttpHeaders | OutgoingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'content-length' ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries);
}
