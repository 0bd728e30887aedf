import type { ParsedJson } from './json.ts';

/** A response with its parsed body. */
export interface TestResponse {
  readonly status: number;
  readonly body: ParsedJson;
  readonly headers: Headers;
}

/**
 * A client that behaves as a signed-in dashboard: it stores cookies and sends the CSRF token in its
 * header.
 */
export interface TestBrowser {
  /** By name, as on the wire. Tests change it to steal, drop or forge cookies. */
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<TestResponse>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
  patch(path: string, body: unknown): Promise<TestResponse>;
  delete(path: string): Promise<TestResponse>;
}

/** Creates a browser without cookies. Paths are below `/api/v1`. */
export function createTestBrowser(options: { origin: string; isSecure?: boolean }): TestBrowser {
  const { origin, isSecure = false } = options;
  const cookies = new Map<string, string>();
  const companionName = isSecure ? '__Host-shotwright_csrf' : 'shotwright_csrf';
  const send = async (
    method: string,
    path: string,
    rest: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<TestResponse> => {
    const companion = cookies.get(companionName);
    const res = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(companion === undefined ? {} : { 'x-csrf-token': companion }),
        ...(rest.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...rest.headers,
      },
      ...(rest.body === undefined ? {} : { body: JSON.stringify(rest.body) }),
    });
    for (const line of res.headers.getSetCookie()) storeCookie(cookies, line);
    return { status: res.status, headers: res.headers, body: await res.json() };
  };
  return {
    cookies,
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: (path, body = {}, headers = {}) => send('POST', path, { body, headers }),
    patch: (path, body) => send('PATCH', path, { body }),
    delete: (path) => send('DELETE', path),
  };
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';', 1);
  const at = pair.indexOf('=');
  const name = pair.slice(0, at);
  if (/; max-age=0/i.test(line)) cookies.delete(name);
  else cookies.set(name, pair.slice(at + 1));
}
