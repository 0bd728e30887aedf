import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaptureEngine } from '@shotwright/capture';
import { csrf, type ApiKeyAccess } from '@shotwright/contract';
import { openAdminContext, type AdminContext } from '../src/cli/admin-context.ts';
import { startServer } from '../src/composition/compose.ts';
import { readConfig, type Config } from '../src/config/config.ts';
import { inTransaction, type Database } from '../src/db/transaction.ts';
import { newId } from '../src/lib/ids.ts';
import { silentLogger, type Logger } from '../src/lib/logger.ts';
import { createTestDatabase } from './database.ts';
import { testSecret } from './secret.ts';
import { quickPasswords } from './quick-passwords.ts';
import { startSplitServers } from './split-servers.ts';

/** A signed-in user of a separate organisation. */
export interface TestSession {
  readonly email: string;
  readonly password: string;
  readonly userId: string;
  readonly organizationId: string;
  /** Cookies, CSRF token and content type. */
  readonly headers: Readonly<Record<string, string>>;
  /** Calls `/api/v1` + path as this user; a body is sent as JSON. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
}

/** An API key with its organisation and project. */
export interface TestKey {
  readonly id: number;
  readonly key: string;
  readonly organizationId: string;
  /** Calls `/api/v1` + path with this key; a body is sent as JSON. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
}

/**
 * The whole product on a separate database: one process, or API and worker as two processes with
 * TEST_SPLIT=1.
 */
export interface TestApp {
  readonly url: string;
  readonly db: Database;
  /** For an admin command beside the server. */
  readonly databaseUrl: string;
  request(path: string, init?: RequestInit): Promise<Response>;
  session(): Promise<TestSession>;
  /** Creates a key for a new user, or for the organisation of an existing one. */
  apiKey(options?: {
    readonly of?: TestSession;
    readonly projectId?: number;
    readonly monthlyLimit?: number;
    readonly isTest?: boolean;
    readonly access?: ApiKeyAccess;
  }): Promise<TestKey>;
  /** Adds credits to the 100 of a new account. */
  grantCredits(organizationId: string, amount: number): Promise<void>;
  close(): Promise<void>;
}

/** Additional options of {@link startTestApp}. */
export interface TestAppOptions {
  /** Starts a worker with a real browser. Without a worker, captures stay queued. */
  readonly hasWorker?: boolean;
  /** Replaces the real browser; one process only. */
  readonly engine?: CaptureEngine;
  readonly env?: Readonly<Record<string, string>>;
  /** Silent by default; one process only. */
  readonly logger?: Logger;
}

/** Starts a {@link TestApp}; about a second, with a browser two. Close it in `afterAll`. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const stack = new AsyncDisposableStack();
  try {
    const database = await createTestDatabase();
    stack.defer(() => database.close());
    const dataDir = mkdtempSync(join(tmpdir(), 'shotwright-app-'));
    stack.defer(() => rm(dataDir, { recursive: true, force: true }));
    const hasWorker = options.hasWorker === true || options.engine !== undefined;
    const env = {
      DATABASE_URL: database.url,
      DATABASE_CONNECTIONS: '8',
      DATA_DIR: dataDir,
      PORT: '0',
      SECRET_KEY: testSecret,
      CAPTURE_CONCURRENCY: '1',
      ROLES: hasWorker ? 'api,worker' : 'api',
      ...splitEnvironment(),
      ...options.env,
    };
    const { logger = silentLogger } = options;
    const isSplit = process.env['TEST_SPLIT'] === '1' && !options.engine && !options.logger;
    const config = readConfig(env);
    const { url, context } = isSplit
      ? await startSplit(config, { env, logger, stack })
      : await startAlone(config, { ...options, logger, stack });
    const { db, url: databaseUrl } = database;
    return testApp({ url, db, databaseUrl, context, stack });
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

/** Features of the running server, or of a command beside it. */
type Context = Pick<AdminContext, 'features' | 'inTransaction'>;

interface Started {
  readonly url: string;
  readonly context: Context;
}

async function startSplit(
  config: Config,
  input: {
    readonly env: Record<string, string>;
    readonly logger: Logger;
    readonly stack: AsyncDisposableStack;
  },
): Promise<Started> {
  const { env, logger, stack } = input;
  const server = await startSplitServers(env);
  stack.defer(() => server.close());
  const context = await openAdminContext(config, logger);
  stack.defer(() => context.close());
  return { url: server.publicUrl, context };
}

async function startAlone(
  config: Config,
  input: Pick<TestAppOptions, 'engine'> & {
    readonly logger: Logger;
    readonly stack: AsyncDisposableStack;
  },
): Promise<Started> {
  const { engine, logger, stack } = input;
  const server = await startServer(config, {
    logger,
    isCheckingResponses: true,
    passwords: quickPasswords,
    ...(engine && { engine }),
  });
  stack.defer(() => server.close());
  const { features, data } = server;
  return {
    url: server.publicUrl,
    context: { features, inTransaction: (work) => inTransaction(data.db, work) },
  };
}

function splitEnvironment(): Record<string, string> {
  const {
    TEST_S3_ENDPOINT: endpoint,
    TEST_S3_ACCESS_KEY_ID: accessKeyId = 'S3RVER',
    TEST_S3_SECRET_ACCESS_KEY: secretAccessKey = 'S3RVER',
  } = process.env;
  if (endpoint === undefined) return {};
  return {
    STORAGE: 's3',
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

interface Parts {
  readonly url: string;
  readonly db: Database;
  readonly databaseUrl: string;
  readonly context: Context;
  readonly stack: AsyncDisposableStack;
}

function testApp({ url, db, databaseUrl, context, stack }: Parts): TestApp {
  const { accounts, apiKeys, credits } = context.features;
  const request = (path: string, init?: RequestInit) =>
    fetch(url + path, { redirect: 'manual', ...init });
  const callWith =
    (headers: Readonly<Record<string, string>>) => (method: string, path: string, body?: unknown) =>
      request(`/api/v1${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
  const session = async (): Promise<TestSession> => {
    const email = `person-${newId()}@example.com`;
    const password = `secret-${newId()}`;
    const names = { firstName: 'Ada', lastName: 'Test' };
    const ids = await accounts.admin.createUserByAdmin({ email, password, ...names });
    const headers = await signIn(request, { email, password });
    return { email, password, ...ids, headers, call: callWith(headers) };
  };
  return {
    url,
    db,
    databaseUrl,
    request,
    session,
    apiKey: async ({ of, projectId = null, monthlyLimit = null, ...others } = {}) => {
      const { organizationId } = of ?? (await session());
      const made = { organizationId, name: 'Test', projectId, monthlyLimit, ...others };
      const { id, key } = await apiKeys.createApiKey(made);
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      return { id, key, organizationId, call: callWith(headers) };
    },
    grantCredits: async (organizationId, amount) => {
      const uniqueKey = `grant:test:${newId()}`;
      await context.inTransaction((tx) => credits.grant(tx, { organizationId, amount, uniqueKey }));
    },
    close: () => stack.disposeAsync(),
  };
}

/** Signs in; returns the headers of that session. */
export async function signIn(
  request: TestApp['request'],
  credentials: { readonly email: string; readonly password: string },
): Promise<Record<string, string>> {
  const response = await request('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  if (!response.ok) throw new Error(`sign-in failed: ${await response.text()}`);
  const pairs = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const companion = pairs.find((pair) => pair.startsWith(`${csrf.cookie}=`)) ?? '';
  return {
    cookie: pairs.join('; '),
    [csrf.header]: decodeURIComponent(companion.slice(csrf.cookie.length + 1)),
    'content-type': 'application/json',
  };
}
