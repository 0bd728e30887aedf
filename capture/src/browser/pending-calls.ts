/** A protocol call on its way. */
export interface CallStart {
  readonly sessionId: string;
  readonly method: string;
  readonly timeoutMs: number;
}

interface PendingCall extends CallStart {
  readonly timer: NodeJS.Timeout;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** No answer came in time: from the page of a session, or from the browser itself. */
export class NoAnswerError extends Error {
  readonly isFromPage: boolean;
  readonly timeoutMs: number;

  constructor({ sessionId, method, timeoutMs }: CallStart) {
    super(`${method}: no answer within ${timeoutMs} ms.`);
    this.name = 'NoAnswerError';
    this.isFromPage = sessionId !== '';
    this.timeoutMs = timeoutMs;
  }
}

/** The calls that wait for an answer; each leaves by answer, error, deadline or the end of its session. */
export interface PendingCalls {
  readonly size: number;
  /** Calls `write` with the new call's id; the promise settles with its answer. */
  add(call: CallStart, write: (id: number) => void): Promise<unknown>;
  resolve(id: number, answer: unknown): void;
  reject(id: number, reason: string): void;
  /** Rejects one session's calls, or all of them. */
  rejectAll(reason: string, sessionId?: string): void;
}

/** Gives an empty set of pending calls. */
export function createPendingCalls(): PendingCalls {
  const calls = new Map<number, PendingCall>();
  let lastId = 0;

  function take(id: number): PendingCall | undefined {
    const call = calls.get(id);
    if (call === undefined) return undefined;
    calls.delete(id);
    clearTimeout(call.timer);
    return call;
  }
  function reject(id: number, reason: string): void {
    const call = take(id);
    call?.reject(new Error(`${call.method}: ${reason}`));
  }
  return {
    get size() {
      return calls.size;
    },
    add(start, write) {
      const id = ++lastId;
      return new Promise((resolve, rejectCall) => {
        const timer = setTimeout(() => take(id)?.reject(new NoAnswerError(start)), start.timeoutMs);
        calls.set(id, { ...start, timer, resolve, reject: rejectCall });
        write(id);
      });
    },
    resolve(id, answer) {
      take(id)?.resolve(answer);
    },
    reject,
    rejectAll(reason, sessionId) {
      for (const [id, call] of calls) {
        if (sessionId === undefined || call.sessionId === sessionId) reject(id, reason);
      }
    },
  };
}
