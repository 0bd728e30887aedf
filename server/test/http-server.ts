import { deviceNames, findDevice } from '@shotwright/capture';
import { csrf } from '@shotwright/contract';
import { createHttpApp, type HttpAppOptions } from '../src/http/server/app.ts';
import { createReadiness } from '../src/http/server/health.ts';
import type { MemberRole } from '@shotwright/contract';
import { createMetrics } from '../src/http/server/metrics.ts';
import { apiPages, operatorPages } from '../src/http/pages/service-pages.ts';
import { systemClock } from '../src/lib/clock.ts';
import { silentLogger } from '../src/lib/logger.ts';
import { AppError } from '../src/shared/app-error.ts';
import { testRuntimeConfig } from './runtime-config.ts';

/** The key and the session that {@link startHttpServer} accepts. */
export const knownKey = 'sk_known';
export const knownSession = { token: 'session-token', companion: 'companion-token' };
export const organizationId = '0190f5a4-0000-7000-8000-000000000001';

/** A server with the routes of a test, one known key and one known session. */
export interface HttpServer {
  readonly url: string;
  /** Tokens of sessions that were ended because their CSRF cookie was missing. */
  readonly endedTokens: string[];
  request(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** Settings of {@link startHttpServer}; `isStaff` and `role` are those of the known session. */
interface TestServerOptions {
  readonly isStaff?: boolean;
  readonly role?: MemberRole;
  readonly runtimeConfig?: typeof testRuntimeConfig;
}

/** Starts the HTTP layer alone, because it does not depend on the features. */
export async function startHttpServer(
  overrides: Partial<HttpAppOptions>,
  { isStaff = false, role = 'owner', runtimeConfig = testRuntimeConfig }: TestServerOptions = {},
): Promise<HttpServer> {
  const endedTokens: string[] = [];
  const metrics = createMetrics();
  const publicUrl = overrides.publicUrl ?? 'http://localhost:3000';
  const app = await createHttpApp({
    routes: [],
    pages: [
      ...operatorPages({ metrics, readiness: createReadiness({}, systemClock) }),
      ...apiPages({
        runtimeConfig,
        publicUrl,
        rateLimits: { key: 6_000, session: 3_000, address: 20_000, link: 120 },
        devices: deviceNames().flatMap((name) => findDevice(name) ?? []),
      }),
    ],
    rawMounts: [],
    authenticators: {
      authenticateKey: async (key) => {
        if (key === knownKey)
          return {
            kind: 'key',
            organizationId,
            apiKeyId: 1,
            projectId: null,
            isTest: false,
            access: 'full',
          };
        const message = 'This API key is unknown.';
        throw new AppError({ code: 'api_key_invalid', message });
      },
      authenticateSession: async ({ sessionToken, companionToken }) =>
        sessionToken === knownSession.token && companionToken === knownSession.companion
          ? { kind: 'session', organizationId, userId: 'u', sessionId: 's', role }
          : undefined,
      endSessionByToken: async (token) => {
        endedTokens.push(token);
      },
      isStaff: async () => isStaff,
    },
    logger: silentLogger,
    metrics,
    publicUrl,
    trustedProxies: false,
    contentSources: { scripts: [], frames: [], styles: [], connections: [] },
    isCheckingResponses: true,
    brand: runtimeConfig,
    ...overrides,
  });
  const port = await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    endedTokens,
    request: (path, init) => fetch(url + path, { redirect: 'manual', ...init }),
    close: () => app.close(),
  };
}

/** Returns the headers of a signed-in browser; `csrf` adds those that a write needs. */
export function sessionHeaders(prefix = ''): Record<string, string> {
  const { token, companion } = knownSession;
  return {
    cookie: `${prefix}shotwright_session=${token}; ${prefix}${csrf.cookie}=${companion}`,
    [csrf.header]: companion,
    'content-type': 'application/json',
  };
}
