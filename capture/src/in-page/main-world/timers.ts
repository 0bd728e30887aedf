/** Lengths from which timers are late: when they are set, and if they are open when a page has come to rest. Unit: ms. */
export type LateTimers = {
  readonly timeoutMs: number;
  readonly intervalMs: number;
  readonly atRestMs: number;
};

/** Global of a page while its timers are being wrapped. */
export interface TimerGlobals {
  shotwrightTimers?: HeldTimers;
}

/** Timers that do not fire by themselves, by the identifiers that the page knows. */
interface HeldTimers {
  /** Holds a timer that `start` starts. */
  hold(id: number, start: () => number): void;
  /** Starts a timer that is held. */
  arm(id: number): void;
  /** Records that a timer goes on as another one of the browser. */
  replace(id: number, timer: number): void;
  forget(id: number): void;
  /** Records that a request of a script has failed. */
  noteFailure(): void;
  /** Records a timer that is set. Returns true if a failed request is to be retried then. */
  isRetry(ms: number): boolean;
}

/** Commands to the timers of a page: hold those that are late, start them, or only read the time of a retry. */
export type TimerCommand = 'hold' | 'start' | 'read';

/**
 * Runs in the main world before the page's scripts. Creates the record of held timers, and a function under
 * the symbol for `controlName`, which starts all of them or holds those that have been started, and
 * returns the time until the last retry of a failed request. Unit: ms.
 */
export function recordTimers(controlName: string): void {
  const { clearTimeout: clear } = window;
  const starts = new Map<number, () => number>();
  const running = new Map<number, number>();
  /** Time from a failure within which its retry is planned, and longest time until a retry. Unit: ms. */
  const plannedMs = 100;
  const maxRetryMs = 6_000;
  let failedMs = -Infinity;
  let retryMs = -Infinity;
  const arm = (id: number): void => {
    const start = starts.get(id);
    if (start !== undefined && !running.has(id)) running.set(id, start());
  };
  (globalThis as typeof globalThis & TimerGlobals).shotwrightTimers = {
    hold: (id, start) => starts.set(id, start),
    arm,
    replace: (id, timer) => running.set(id, timer),
    forget(id) {
      clear(running.get(id));
      running.delete(id);
      starts.delete(id);
    },
    noteFailure() {
      failedMs = performance.now();
    },
    isRetry(ms) {
      const nowMs = performance.now();
      if (nowMs - failedMs > plannedMs || !(ms <= maxRetryMs)) return false;
      retryMs = Math.max(retryMs, nowMs + ms);
      return true;
    },
  };
  const control = (command: TimerCommand): number => {
    if (command === 'start') starts.forEach((_start, id) => arm(id));
    if (command === 'hold') {
      for (const timer of running.values()) clear(timer);
      running.clear();
    }
    return Math.max(0, retryMs - performance.now());
  };
  Object.defineProperty(globalThis, Symbol.for(controlName), { value: control });
}

/**
 * Runs after {@link recordTimers}, whose record it removes. Late timers do not fire: what they bring, such as
 * the next slide or a pop-up, comes later than the image.
 */
export function holdLateTimers({ timeoutMs, intervalMs, atRestMs }: LateTimers): void {
  const neverMs = 2 ** 31 - 1;
  const own = globalThis as typeof globalThis & TimerGlobals;
  const timers = own.shotwrightTimers;
  if (timers === undefined) return;
  delete own.shotwrightTimers;
  // Pages replace these globals.
  const { setTimeout: once, setInterval: repeat } = window;
  const hold: ProxyHandler<typeof setTimeout> = {
    apply(timer, self, [handler, wantedMs, ...args]) {
      const ms = Number(wantedMs);
      const isRepeated = Object.is(timer, repeat);
      const isRetry = !isRepeated && timers.isRetry(ms);
      if (!(ms >= atRestMs)) return Reflect.apply(timer, self, [handler, wantedMs, ...args]);
      const id = Number(Reflect.apply(timer, self, [handler, neverMs, ...args]));
      const dueMs = performance.now() + ms;
      const fire = (): void => {
        timers.forget(id);
        if (isRepeated) timers.replace(id, repeat(handler, ms, ...args));
        if (typeof handler === 'function') Reflect.apply(handler, globalThis, args);
        else once(handler);
      };
      timers.hold(id, () => once(fire, Math.max(0, dueMs - performance.now())));
      const lateMs = isRepeated ? intervalMs : timeoutMs;
      if (ms < lateMs || isRetry) timers.arm(id);
      return id;
    },
  };
  const forget: ProxyHandler<typeof clearTimeout> = {
    apply(clear, self, [id]) {
      timers.forget(Number(id));
      return Reflect.apply(clear, self, [id]);
    },
  };
  globalThis.setTimeout = new Proxy(globalThis.setTimeout, hold);
  globalThis.setInterval = new Proxy(globalThis.setInterval, hold);
  globalThis.clearTimeout = new Proxy(globalThis.clearTimeout, forget);
  globalThis.clearInterval = new Proxy(globalThis.clearInterval, forget);
}

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
