import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LocalContext } from './billing.ts';
import { readForm, type Form } from './form.ts';
import type { Json } from './json.ts';
import { localRoutes, WireError } from './routes.ts';

const maxBodyBytes = 64 * 1_024;

/**
 * Serves the provider's API below `/v1` to callers with the key. Repeats the stored response for a
 * known idempotency key.
 */
export function createLocalApi(ctx: LocalContext, secretKey: string) {
  const answer = (
    method: string,
    url: URL,
    request: { body: string; key: string },
  ): ApiResponse => {
    const known = ctx.state.find('answers', request.key === '' ? null : request.key);
    if (known) return known;
    const form = readForm(request.body === '' ? url.search.slice(1) : request.body);
    const result = handle(ctx, { method, path: url.pathname, form });
    if (method === 'GET') return result;
    if (request.key !== '' && result.status < 500) remember(ctx, { id: request.key, ...result });
    ctx.state.save();
    return result;
  };
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (!isSame(req.headers.authorization ?? '', `Bearer ${secretKey}`))
      return send(res, errorResponse(new WireError(401, 'Invalid API Key provided.')));
    const url = new URL(req.url ?? '/', 'http://local');
    const body = await readBody(req);
    if (body === undefined) return send(res, errorResponse(new WireError(413, 'Too large.')));
    const key = String(req.headers['idempotency-key'] ?? '');
    send(res, answer(req.method ?? 'GET', url, { body, key }));
  };
}

const maxStoredResponses = 100;

function remember({ state }: LocalContext, answer: ApiResponse & { readonly id: string }): void {
  state.put('answers', answer);
  for (const { id } of state.list('answers').slice(0, -maxStoredResponses))
    state.remove('answers', id);
}

interface ApiResponse {
  readonly status: number;
  readonly body: string;
}

function handle(
  ctx: LocalContext,
  call: { method: string; path: string; form: Form },
): ApiResponse {
  try {
    for (const { method, pattern, run } of localRoutes) {
      const match = method === call.method ? pattern.exec(call.path) : null;
      if (match) return jsonResponse(200, run(ctx, { id: match[1] ?? '', form: call.form }));
    }
    throw new WireError(404, `Unrecognized request URL (${call.method}: ${call.path}).`);
  } catch (error) {
    return errorResponse(error);
  }
}

function errorResponse(error: unknown): ApiResponse {
  if (!(error instanceof WireError))
    return jsonResponse(500, {
      error: { type: 'api_error', message: 'The test provider failed.' },
    });
  const { status, message, code } = error;
  const type = status === 402 ? 'card_error' : 'invalid_request_error';
  return jsonResponse(status, { error: { type, message, ...(code !== undefined && { code }) } });
}

function jsonResponse(status: number, body: Json): ApiResponse {
  return { status, body: JSON.stringify(body) };
}

function send(res: ServerResponse, { status, body }: ApiResponse): void {
  res.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_local' });
  res.end(body);
}

function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Reads the text of a request. Returns undefined if it exceeds the size limit. */
export async function readBody(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBodyBytes) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
