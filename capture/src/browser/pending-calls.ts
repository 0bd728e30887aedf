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
        const timer = setTimeout(
          () => reject(id, `no answer within ${start.timeoutMs} ms.`),
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
