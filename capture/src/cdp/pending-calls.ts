/** Session, method and timeout of a protocol call. */
export interface CallInfo {
  readonly sessionId: string;
  readonly method: string;
  readonly timeoutMs: number;
}

interface PendingCall extends CallInfo {
  readonly timer: NodeJS.Timeout;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Thrown if the page of a session, or the browser itself, does not respond in time. */
export class ProtocolTimeoutError extends Error {
  readonly isFromPage: boolean;
  readonly timeoutMs: number;

  constructor({ sessionId, method, timeoutMs }: CallInfo) {
    super(`${method}: no response within ${timeoutMs} ms.`);
    this.name = 'NoAnswerError';
    this.isFromPage = sessionId !== '';
    this.timeoutMs = timeoutMs;
  }
}

/**
 * Calls without a response. A call is removed on response, error, timeout or the end of its
 * session.
 */
export interface PendingCalls {
  readonly size: number;
  /** Calls `write` with the new call's id. Settles with the response. */
  add(call: CallInfo, write: (id: number) => void): Promise<unknown>;
  resolve(id: number, answer: unknown): void;
  reject(id: number, reason: string): void;
  /** Rejects the calls of one session, or all calls. */
  rejectAll(reason: string, sessionId?: string): void;
}

/** Creates an empty set of pending calls. */
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
        const timer = setTimeout(
          () => take(id)?.reject(new ProtocolTimeoutError(start)),
          start.timeoutMs,
        );
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
