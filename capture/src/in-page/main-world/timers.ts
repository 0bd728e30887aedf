/**
 * Delays from which a timer is late: a timeout or an interval when it is set, either of them if it is pending when the
 * page has come to rest, and either of them if it fires on a page with a carousel. Unit: ms.
 */
export type LateTimers = {
  readonly timeoutMs: number;
  readonly intervalMs: number;
  readonly atRestMs: number;
  readonly carouselMs: number;
};

/** Global of a page while its timers are being wrapped. */
export interface TimerGlobals {
  shotwrightTimers?: HeldTimers;
}

/** Timers that do not fire by themselves, by the identifiers that the page knows. */
interface HeldTimers {
  /** Holds a timer that `start` starts. */
  hold(id: number, timer: HeldTimer): void;
  /** Starts a timer that is held. */
  arm(id: number): void;
  /** Records that a timer is due. It is held until it is armed again. */
  noteDue(id: number): void;
  forget(id: number): void;
  /** Returns true if timers that are due must be held, because they would show the next slide of a carousel. */
  isCarouselHeld(): boolean;
  /** Returns true if the page has a carousel. */
  hasCarousel?: () => boolean;
  /** Records that a request of a script has failed. */
  noteFailure(): void;
  /** Records a timer that is set. Returns true if a failed request is to be retried then. */
  isRetry(ms: number): boolean;
}

/** A timer that does not fire by itself. */
interface HeldTimer {
  /** Starts the timer and returns its identifier in the browser. */
  readonly start: () => number;
  /** True if the timer is held once the page has come to rest. */
  readonly isLate: boolean;
}

/** Times until the last retry of a failed request, and until the last retry after a long pause; 0 if none is pending. Unit: ms. */
export type RetryTimes = readonly [retryMs: number, longRetryMs: number];

/** Commands to the timers of a page: hold those that are late, start them, or only read the times of retries. */
export type TimerCommand = 'hold' | 'start' | 'read';

/**
 * Runs in the main world before the page's scripts. Creates the record of held timers, and a function under
 * the symbol for `controlName`, which starts all of them or holds those that have been started, and
 * returns the times until the last retries of failed requests.
 */
export function recordTimers(controlName: string): void {
  const { clearTimeout: clear } = window;
  const held = new Map<number, HeldTimer>();
  const running = new Map<number, number>();
  /**
   * Time after a failure within which its retry is scheduled, and maximum delay of the retry. A long delay is more
   * often that of a pop-up, so such a timer must be set sooner after the failure. Unit: ms.
   */
  const short = { plannedMs: 100, maxMs: 6_000 };
  const long = { plannedMs: 20, maxMs: 15_000 };
  let failedMs = -Infinity;
  let retryMs = -Infinity;
  let longRetryMs = -Infinity;
  let areReleased = false;
  const arm = (id: number): void => {
    const timer = held.get(id);
    if (timer !== undefined && !running.has(id)) running.set(id, timer.start());
  };
  const timers: HeldTimers = {
    hold: (id, timer) => held.set(id, timer),
    arm,
    noteDue: (id) => running.delete(id),
    forget(id) {
      clear(running.get(id));
      running.delete(id);
      held.delete(id);
    },
    isCarouselHeld: () => !areReleased && timers.hasCarousel?.() === true,
    noteFailure() {
      failedMs = performance.now();
    },
    isRetry(ms) {
      const nowMs = performance.now();
      const isLong = ms > short.maxMs;
      const limits = isLong ? long : short;
      if (nowMs - failedMs > limits.plannedMs || !(ms <= limits.maxMs)) return false;
      if (isLong) longRetryMs = Math.max(longRetryMs, nowMs + ms);
      else retryMs = Math.max(retryMs, nowMs + ms);
      return true;
    },
  };
  (globalThis as typeof globalThis & TimerGlobals).shotwrightTimers = timers;
  const control = (command: TimerCommand): RetryTimes => {
    if (command === 'start') {
      areReleased = true;
      held.forEach((_timer, id) => arm(id));
    }
    if (command === 'hold') {
      for (const [id, timer] of running) {
        if (held.get(id)?.isLate !== true) continue;
        clear(timer);
        running.delete(id);
      }
    }
    const nowMs = performance.now();
    return [Math.max(0, retryMs - nowMs), Math.max(0, longRetryMs - nowMs)];
  };
  Object.defineProperty(globalThis, Symbol.for(controlName), { value: control });
}

/**
 * Runs after {@link recordTimers}, whose record it removes. Late timers do not fire: what they show, such as
 * the next slide or a pop-up, is not part of the image. Carousels are looked for when a timer is due, because the page
 * may create one after it has set the timer.
 */
export function holdLateTimers(late: LateTimers): void {
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
      if (!(ms >= late.carouselMs)) return Reflect.apply(timer, self, [handler, wantedMs, ...args]);
      const id = Number(Reflect.apply(timer, self, [handler, neverMs, ...args]));
      let dueMs = performance.now() + ms;
      const start = (): number => once(fire, Math.max(0, dueMs - performance.now()));
      const fire = (): void => {
        timers.noteDue(id);
        if (!isRetry && timers.isCarouselHeld()) return;
        const nowMs = performance.now();
        // Like the browser's own, an interval skips the times that passed while it was held.
        dueMs = nowMs - dueMs < ms ? dueMs + ms : nowMs + ms;
        if (isRepeated) timers.arm(id);
        else timers.forget(id);
        if (typeof handler === 'function') Reflect.apply(handler, globalThis, args);
        else once(handler);
      };
      timers.hold(id, { start, isLate: ms >= late.atRestMs });
      const lateMs = isRepeated ? late.intervalMs : late.timeoutMs;
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
