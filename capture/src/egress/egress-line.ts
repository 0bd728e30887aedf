import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createPendingCalls } from '../browser/pending-calls.ts';
import type { EgressAnswer, EgressProcessSettings, EgressRequest } from './egress-messages.ts';

const answerTimeoutMs = 10_000;
const politeEndMs = 2_000;
/** A resolver that hangs must not hold up the names that answer: each lookup holds a thread. */
const lookupThreads = '64';

/** Bytes that pass through would otherwise cause a full collection at every tenth megabyte. */
const collectBySize = '--external-memory-accounted-in-global-limit';

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** The channel to one egress process. */
export interface EgressLine {
  readonly pid: number;
  /** Rejects when the process ends, refuses, or does not answer in 10 s. */
  ask(request: WithoutId<EgressRequest>): Promise<EgressAnswer>;
  /** Settles when the process has gone. */
  readonly ended: Promise<void>;
  readonly hasEnded: boolean;
  /** Lets the process end, after two seconds by force. */
  end(): Promise<void>;
}

/** Starts an egress process with this address policy. It ends when the channel closes, so also when this process is killed. */
export function openEgressLine(settings: EgressProcessSettings): EgressLine {
  const calls = createPendingCalls();
  const { promise: ended, resolve: markEnded } = Promise.withResolvers<void>();
  let hasEnded = false;
  const child = fork(
    fileURLToPath(new URL('egress-process.ts', import.meta.url)),
    [JSON.stringify(settings)],
    {
      execArgv: [collectBySize],
      env: { UV_THREADPOOL_SIZE: lookupThreads },
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
  child.on('message', (answer: EgressAnswer) => {
    if (answer.kind === 'refused') calls.reject(answer.id, answer.message);
    else calls.resolve(answer.id, answer);
  });
  return {
    pid: child.pid ?? 0,
    ended,
    get hasEnded() {
      return hasEnded;
    },
    async ask(request) {
      if (hasEnded) throw new Error('The egress process has ended.');
      const start = { sessionId: '', method: `egress ${request.kind}`, timeoutMs: answerTimeoutMs };
      return toAnswer(
        await calls.add(start, (id) => child.send({ id, ...request }, () => undefined)),
      );
    },
    async end() {
      if (child.connected) child.disconnect();
      const force = setTimeout(() => child.kill('SIGKILL'), politeEndMs);
      await ended;
      clearTimeout(force);
    },
  };
}

/** Our own process speaks only in {@link EgressAnswer}s. */
function toAnswer(answer: unknown): EgressAnswer {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both ends are this folder's
  return answer as EgressAnswer;
}
