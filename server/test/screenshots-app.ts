import { createServer, type RequestListener, type Server } from 'node:http';
import { vi } from 'vitest';
import { startTestApp } from './app.ts';
import type { ParsedJson } from './json.ts';

/** A user with an organisation, a key and a signed-in browser. */
export interface TestCustomer {
  readonly organizationId: string;
  readonly apiKey: string;
  /** Sends a request with the key; `body` makes it a POST. */
  byKey(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Sends a request from the dashboard; `body` makes it a POST. */
  bySession(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Calls `/api/v1` + path from the dashboard with any method. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
  /** Creates another key of the same organisation, for one project. */
  boundKey(projectId: number): Promise<{ readonly id: number; readonly key: string }>;
  deleteKey(id: number): Promise<Response>;
  balance(): Promise<{ readonly available: number; readonly held: number }>;
}

/** A site whose pages are one flat colour, rgb(10, 200, 30), and show their path. */
export const colouredSite: RequestListener = (req, res) => {
  res.setHeader('content-type', 'text/html');
  res.end(`<body style="margin:0;background:rgb(10,200,30)">${req.url}`);
};

/** Returns the parsed body of a response. */
export const readJson = async (res: Response): Promise<ParsedJson> => res.json();

/** The whole product with a real browser, and a site to capture at `siteUrl`. */
export async function openScreenshotsApp(
  site: RequestListener,
  env: Readonly<Record<string, string>> = {},
) {
  const target = createServer(site);
  const siteUrl = await listen(target);
  const app = await startTestApp({
    hasWorker: true,
    env: { ALLOW_PRIVATE_TARGETS: new URL(siteUrl).host, ...env },
  });
  const send = (path: string, body: unknown, headers: Record<string, string>): Promise<Response> =>
    app.request(`/api/v1${path}`, {
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
  return {
    ...app,
    siteUrl,
    send,
    /** Creates a customer; 100 credits by default. */
    customer: async (
      settings: { credits?: number; monthlyLimit?: number } = {},
    ): Promise<TestCustomer> => {
      const { credits, monthlyLimit } = settings;
      const session = await app.session();
      const { organizationId } = session;
      const { key } = await app.apiKey({
        of: session,
        ...(monthlyLimit !== undefined && { monthlyLimit }),
      });
      const account = () =>
        app.db
          .selectFrom('credit_accounts')
          .select(['available', 'held'])
          .where('organization_id', '=', organizationId)
          .executeTakeFirstOrThrow();
      if (credits !== undefined) {
        await app.db
          .updateTable('credit_accounts')
          .set({ available: credits, cycle_credits: credits })
          .where('organization_id', '=', organizationId)
          .execute();
      }
      return {
        organizationId,
        apiKey: key,
        byKey: (path, body, headers) => send(path, body, { 'x-api-key': key, ...headers }),
        bySession: (path, body, headers) => send(path, body, { ...session.headers, ...headers }),
        call: session.call,
        boundKey: (projectId) => app.apiKey({ of: session, projectId }),
        deleteKey: (id) => session.call('DELETE', `/api-keys/${id}`),
        balance: account,
      };
    },
    /** Polls until a capture has ended; returns the observed statuses, in order. */
    untilEnded: async (customer: TestCustomer, id: string): Promise<string[]> => {
      const seen: string[] = [];
      const read = async (): Promise<string> => {
        const { status } = await readJson(await customer.byKey(`/screenshots/${id}`));
        if (seen.at(-1) !== status) seen.push(status);
        return status;
      };
      await vi.waitUntil(async () => /COMPLETE|FAILED/.test(await read()), {
        timeout: 50_000,
        interval: 10,
      });
      return seen;
    },
    close: async () => {
      await app.close();
      target.closeAllConnections();
      target.close();
    },
  };
}

async function listen(server: Server): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return `http://127.0.0.1:${address.port}`;
}
