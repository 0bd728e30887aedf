/**
 * Runs in the main world before the page's scripts. Idle callbacks run after `maxMs` at the latest:
 * a browser whose frames are issued one by one may begin no idle period.
 */
export function limitIdleCallbacks(maxMs: number): void {
  const idleMs = 10;
  const limit: ProxyHandler<typeof requestIdleCallback> = {
    apply: (request, self, [callback, options, ...rest]) => {
      if (typeof callback !== 'function') return Reflect.apply(request, self, [callback, options]);
      const timeout = Number(options?.timeout) || Infinity;
      const run = (deadline: IdleDeadline): void => {
        const endMs = performance.now() + idleMs;
        const isLimit = deadline.didTimeout && timeout > maxMs;
        const timeRemaining = (): number => Math.max(0, endMs - performance.now());
        callback(isLimit ? { didTimeout: false, timeRemaining } : deadline);
      };
      return Reflect.apply(request, self, [run, { timeout: Math.min(timeout, maxMs) }, ...rest]);
    },
  };
  globalThis.requestIdleCallback = new Proxy(globalThis.requestIdleCallback, limit);
}
