import { createServer, type RequestListener, type Server } from 'node:http';
import { vi } from 'vitest';
import { createCaptureEngine, deviceNames, findDevice } from '@shotwright/capture';
import { createApiKeysService } from '../src/features/api-keys/api-keys.service.ts';
import { createFileLinks } from '../src/features/files/file-links.ts';
import { screenshotsRoutes } from '../src/features/screenshots/screenshots.routes.ts';
import { systemClock } from '../src/lib/clock.ts';
import { silentLogger } from '../src/lib/logger.ts';
import { insertOrganization, insertUser } from './factories.ts';
import { sessionHeaders, startHttpServer } from './http-server.ts';
import { openTestScreenshots } from './screenshots.ts';

/** Somebody with an organisation, a key and a signed-in browser of their own. */
export interface TestCustomer {
  readonly organizationId: string;
  readonly apiKey: string;
  readonly apiKeyId: number;
  /** Asks with the key; `body` makes it a POST. */
  byKey(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Asks from the dashboard; `body` makes it a POST. */
  bySession(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** A site whose every page is one flat colour, rgb(10, 200, 30), with its own path written on it. */
export const colouredSite: RequestListener = (req, res) => {
  res.setHeader('content-type', 'text/html');
  res.end(`<body style="margin:0;background:rgb(10,200,30)">${req.url}`);
};

/** The body of an answer. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test says by its expectations what it believes the shape is
export const readJson = async (res: Response): Promise<any> => res.json();

/** The screenshot endpoints over HTTP with the real engine, and a site to capture at `siteUrl`. */
export async function openScreenshotsApp(site: RequestListener) {
  const target = createServer(site);
  const siteUrl = await listen(target);
  const allowPrivateTargets = [new URL(siteUrl).host];
  const engine = await createCaptureEngine({ concurrency: 2, allowPrivateTargets });
  const bench = await openTestScreenshots({ allowPrivateTargets, deadlineMs: 60_000 });
  bench.engine.capture = (spec, options) => engine.capture(spec, options);
  const { db, keyRing, projects, requestScreenshot, screenshots } = bench;
  const clock = systemClock;
  const publicUrl = 'http://localhost:3000';
  const apiKeys = createApiKeysService({
    db,
    keyRing,
    clock,
    logger: silentLogger,
    requireProject: projects.requireProject,
  });
  const signedIn = { organizationId: '', userId: '' };
  const server = await startHttpServer({
    publicUrl,
    routes: screenshotsRoutes({
      requestScreenshot,
      screenshots,
      links: createFileLinks({ keyRing, clock, publicUrl, linkSeconds: 60 }),
      devices: deviceNames().flatMap((name) => findDevice(name) ?? []),
      publicUrl,
    }),
    authenticators: {
      authenticateKey: apiKeys.authenticateApiKey,
      authenticateSession: async () => ({ kind: 'session', sessionId: 's', ...signedIn }),
      endSessionByToken: async () => undefined,
    },
  });
  const workers = await bench.jobs.work(bench.handlers);
  const ask = (path: string, body: unknown, headers: Record<string, string>): Promise<Response> =>
    server.request(`/api/v1${path}`, {
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
  return {
    ...bench,
    siteUrl,
    server,
    apiKeys,
    ask,
    /** Makes a customer; the browser of the last one asked is the one signed in. */
    customer: async (settings: { credits?: number; monthlyLimit?: number } = {}) => {
      const { credits, monthlyLimit = null } = settings;
      const { id: organizationId } = await insertOrganization(
        db,
        credits === undefined ? {} : { credits },
      );
      const { id: userId } = await insertUser(db, { organization_id: organizationId });
      const key = await apiKeys.createApiKey({
        organizationId,
        name: 'key',
        monthlyLimit,
        projectId: null,
      });
      const customer: TestCustomer = {
        organizationId,
        apiKey: key.key,
        apiKeyId: key.id,
        byKey: (path, body, headers) => ask(path, body, { 'x-api-key': key.key, ...headers }),
        bySession: (path, body, headers) => {
          Object.assign(signedIn, { organizationId, userId });
          return ask(path, body, { ...sessionHeaders(), ...headers });
        },
      };
      return customer;
    },
    /** Asks until a capture has ended; answers the states that were seen, in order. */
    untilEnded: async (customer: TestCustomer, id: string): Promise<string[]> => {
      const seen: string[] = [];
      const look = async (): Promise<string> => {
        const { status } = await readJson(await customer.byKey(`/screenshots/${id}`));
        if (seen.at(-1) !== status) seen.push(status);
        return status;
      };
      await vi.waitUntil(async () => /COMPLETE|FAILED/.test(await look()), {
        timeout: 20_000,
        interval: 10,
      });
      return seen;
    },
    close: async () => {
      await workers.stop({ graceMs: 1_000 });
      await server.close();
      await bench.close();
      await engine.close();
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
