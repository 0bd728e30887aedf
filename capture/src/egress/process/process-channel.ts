import { fork, type SendHandle } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPendingCalls } from '../../cdp/pending-calls.ts';
import type { EgressResponse, EgressProcessSettings, EgressRequest } from './messages.ts';

const responseTimeoutMs = 10_000;
const closeTimeoutMs = 2_000;
/**
 * Number of lookup threads: each lookup occupies one, and a hanging resolver must not block other
 * lookups.
 */
const lookupThreads = '64';

/**
 * Otherwise the bytes passing through would cause a full garbage collection every ten megabytes.
 */
const collectBySize = '--external-memory-accounted-in-global-limit';

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** IPC channel to one egress process. */
export interface ProcessChannel {
  readonly pid: number;
  /** Rejects if the process exits, returns an error, or does not respond within 10 s. */
  request(message: WithoutId<EgressRequest>, handle?: SendHandle): Promise<EgressResponse>;
  /** Settles when the process has exited. */
  readonly ended: Promise<void>;
  readonly hasEnded: boolean;
  /** Ends the process, by force after two seconds. */
  end(): Promise<void>;
}

/**
 * Starts an egress process with this IP policy. It exits when the channel closes, and therefore
 * also when this process is killed.
 */
export function openProcessChannel(settings: EgressProcessSettings): ProcessChannel {
  const calls = createPendingCalls();
  const { promise: ended, resolve: markEnded } = Promise.withResolvers<void>();
  let hasEnded = false;
  const child = fork(
    fileURLToPath(new URL('main.ts', import.meta.url)),
    [JSON.stringify(settings)],
    {
      execArgv: [collectBySize],
      env: { UV_THREADPOOL_SIZE: lookupThreads, ...compileCache() },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  function leave(): void {
    hasEnded = true;
    calls.rejectAll('the egress process has ended.');
    markEnded();
  }
  child.once('exit', leave);
  child.on('error', leave);
  child.on('message', (response: EgressResponse) => {
    if (response.kind === 'refused') calls.reject(response.id, response.message);
    else calls.resolve(response.id, response);
  });
  return {
    pid: child.pid ?? 0,
    ended,
    get hasEnded() {
      return hasEnded;
    },
    async request(message, handle) {
      if (hasEnded) throw new Error('The egress process has ended.');
      const start = {
        sessionId: '',
        method: `egress ${message.kind}`,
        timeoutMs: responseTimeoutMs,
      };
      return toResponse(
        await calls.add(start, (id) => child.send({ id, ...message }, handle, () => undefined)),
      );
    },
    async end() {
      if (child.connected) child.disconnect();
      const force = setTimeout(() => child.kill('SIGKILL'), closeTimeoutMs);
      await ended;
      clearTimeout(force);
    },
  };
}

/**
 * Returns the variable that sets the compile cache of the egress process; nothing if this process has no
 * compile cache. The two use separate folders, because a process that reads untrusted traffic must not
 * write code that other processes load.
 */
function compileCache(): { readonly NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: join(folder, 'egress') };
}

/** Casts a message: our own process sends only {@link EgressResponse}s. */
function toResponse(response: unknown): EgressResponse {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this folder sends and receives the messages
  return response as EgressResponse;
}
