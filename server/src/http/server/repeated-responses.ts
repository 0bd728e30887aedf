import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../lib/clock.ts';
import { matchesEtag } from '../../lib/etag.ts';
import { hasSingleHost } from './single-host.ts';

/** A response that requests with the same URL and `Accept` header may get again. */
export interface RepeatableResponse {
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>;
  readonly etag: string;
  /** Absent: only requests that have the entity tag get it again. */
  readonly body?: Buffer;
  /** Unit: ms since 1970. */
  readonly untilMs: number;
  /** Pattern of the path. */
  readonly route: string;
}

/** Responses in the memory of this process. */
export interface RepeatedResponses {
  /**
   * Sends the response of an identical request, or 304 if the client has it, and returns its status
   * and route. Returns undefined if there is none; the request is then untouched.
   */
  respond(request: RepeatRequest, to: RepeatTarget): { status: number; route: string } | undefined;
  add(request: RepeatRequest, response: RepeatableResponse): void;
}

type RepeatRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>;

interface ResponseWriter {
  writeHead(status: number, headers: string[]): unknown;
  end(body?: Buffer): unknown;
}

interface RepeatTarget {
  readonly response: ResponseWriter;
  readonly requestId: string;
}

interface KeptResponse extends Omit<RepeatableResponse, 'headers'> {
  /** Alternating names and values, as Node takes them. */
  readonly headers: readonly string[];
}

const limits = { count: 500, bytes: 64 * 1024 * 1024, bytesEach: 4 * 1024 * 1024 };
const ownHeaders = new Set(['date', 'content-length', 'x-request-id']);

/** Creates empty {@link RepeatedResponses}; the oldest are removed first. */
export function createRepeatedResponses(clock: Clock): RepeatedResponses {
  const kept = new Map<string, KeptResponse>();
  let bytes = 0;
  const remove = (key: string): void => {
    bytes -= kept.get(key)?.body?.length ?? 0;
    kept.delete(key);
  };
  const find = (key: string): KeptResponse | undefined => {
    const known = kept.get(key);
    if (known === undefined || clock.now().getTime() < known.untilMs) return known;
    remove(key);
    return undefined;
  };
  return {
    respond: (request, { response, requestId }) => {
      if (kept.size === 0 || !isPlain(request)) return undefined;
      const known = find(keyOf(request));
      if (known === undefined) return undefined;
      const { headers, etag, body, route } = known;
      const isKnown = matchesEtag(request.headers['if-none-match'], etag);
      if (!isKnown && body === undefined) return undefined;
      const status = isKnown ? 304 : 200;
      response.writeHead(status, [
        ...headers,
        'x-request-id',
        requestId,
        ...(isKnown ? [] : ['content-length', String(body?.length)]),
      ]);
      response.end(isKnown ? undefined : body);
      return { status, route };
    },
    add: (request, { headers, ...response }) => {
      const size = response.body?.length ?? 0;
      if (size > limits.bytesEach || !isPlain(request) || 'set-cookie' in headers) return;
      const key = keyOf(request);
      remove(key);
      kept.set(key, { ...response, headers: pairsOf(headers) });
      bytes += size;
      for (const oldest of kept.keys()) {
        if (kept.size <= limits.count && bytes <= limits.bytes) break;
        remove(oldest);
      }
    },
  };
}

/** Returns headers without those that belong to a single response. */
function pairsOf(headers: RepeatableResponse['headers']): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || ownHeaders.has(name)
      ? []
      : [value].flat().flatMap((one) => [name, String(one)]),
  );
}

function keyOf({ url, headers }: RepeatRequest): string {
  return `${url} ${headers.accept ?? ''}`;
}

/** True for a GET request without a body and without a key, whose errors come first. */
function isPlain({ method, headers, rawHeaders }: RepeatRequest): boolean {
  return (
    method === 'GET' &&
    headers['x-api-key'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    hasSingleHost(rawHeaders)
  );
}
