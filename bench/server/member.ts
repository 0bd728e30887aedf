import { randomUUID } from 'node:crypto';
import { csrf } from '@shotwright/contract';

import type { ServerProcess } from './server-process.ts';

/** A user signed in to the dashboard. */
export interface Member {
  readonly email: string;
  /** Cookies of the session, as a header. */
  readonly cookie: string;
  /**
   * Calls `/api/v1` + path with a JSON body and returns the response's data. An error response
   * rejects with its status and body.
   */
  call(method: string, path: string, body: object): Promise<Record<string, unknown>>;
}

/** Creates a user and signs them in. */
export async function createMember(server: ServerProcess, name: string): Promise<Member> {
  const email = `${name}@bench.example`;
  const password = `long-${randomUUID()}`;
  await server.admin('user', 'create', '--email', email, '--password', password);
  const signedIn = await send(server.origin, { path: '/auth/login', body: { email, password } });
  const pairs = signedIn.headers.getSetCookie().map((text) => text.split(';', 1)[0] ?? '');
  const companion = pairs.find((pair) => pair.startsWith(`${csrf.cookie}=`)) ?? '';
  const headers = {
    cookie: pairs.join('; '),
    [csrf.header]: decodeURIComponent(companion.slice(csrf.cookie.length + 1)),
  };
  return {
    email,
    cookie: headers.cookie,
    call: async (method, path, body) => {
      const response: unknown = await (
        await send(server.origin, { method, path, body, headers })
      ).json();
      return Object(Object(response).data);
    },
  };
}

async function send(
  origin: string,
  call: { method?: string; path: string; body: object; headers?: Record<string, string> },
): Promise<Response> {
  const response = await fetch(`${origin}/api/v1${call.path}`, {
    method: call.method ?? 'POST',
    headers: { 'content-type': 'application/json', ...call.headers },
    body: JSON.stringify(call.body),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok)
    throw new Error(`HTTP ${response.status}: ${(await response.text()).slice(0, 200)}`);
  return response;
}
