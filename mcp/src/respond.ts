import { createMcpHandler } from '@modelcontextprotocol/server';
import { createToolServer } from './tool-server.ts';

/** Responds to one message of a client of the Model Context Protocol, over streamable HTTP. */
export type McpResponder = (
  request: Request,
  input: {
    /** The body of the request. */
    readonly parsedBody: unknown;
    readonly apiKey: string;
    /** Function that sends requests to the API. */
    readonly fetch: typeof fetch;
  },
) => Promise<Response>;

/** Creates an {@link McpResponder} without sessions. `url`: of the API, without a trailing slash. */
export function createMcpResponder({
  url,
  isBillingOn,
}: {
  readonly url: string;
  readonly isBillingOn: boolean;
}): McpResponder {
  return (request, { parsedBody, apiKey, fetch }) => {
    // The client of the protocol decides about retries.
    const handler = createMcpHandler(() =>
      createToolServer({ url, isBillingOn, apiKey, fetch, maxRetries: 0 }),
    );
    return handler.fetch(request, { parsedBody });
  };
}
