import type { TimerGlobals } from './timers.ts';

/**
 * Runs after `recordTimers`, whose record it uses. Records there that a request of a script has failed, before the
 * page learns of it, by wrapping `fetch` and `XMLHttpRequest.send`.
 */
export function followFailures(): void {
  const timers = (globalThis as typeof globalThis & TimerGlobals).shotwrightTimers;
  if (timers === undefined) return;
  const firstErrorStatus = 400;
  // Pages replace these globals.
  const NativePromise = Promise;
  const { then } = NativePromise.prototype;
  const { addEventListener } = EventTarget.prototype;
  const failWith =
    (fail: (error: unknown) => void) =>
    (error: unknown): void => {
      timers.noteFailure();
      fail(error);
    };
  const followFetch: ProxyHandler<typeof fetch> = {
    apply(fetchNow, self, args) {
      const fetched: unknown = Reflect.apply(fetchNow, self, args);
      // Not the promise itself: with a handler of ours, no rejection would be reported as unhandled.
      return new NativePromise((resolve, reject) => {
        const onResponse = (response: Response): void => {
          if (response.status >= firstErrorStatus) timers.noteFailure();
          resolve(response);
        };
        const followed: unknown = Reflect.apply(then, fetched, [onResponse, failWith(reject)]);
        return followed;
      });
    },
  };
  const followSend: ProxyHandler<XMLHttpRequest['send']> = {
    apply(send, self: XMLHttpRequest, args) {
      const note = (): void => {
        const isOver = self.readyState === XMLHttpRequest.DONE;
        if (isOver && (self.status === 0 || self.status >= firstErrorStatus)) timers.noteFailure();
      };
      Reflect.apply(addEventListener, self, ['readystatechange', note, true]);
      return Reflect.apply(send, self, args);
    },
  };
  globalThis.fetch = new Proxy(globalThis.fetch, followFetch);
  const owner = XMLHttpRequest.prototype;
  owner.send = new Proxy(owner.send, followSend);
}
