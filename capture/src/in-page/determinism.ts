/**
 * Replaces the sources of randomness by a seeded generator. Runs in the main world of a document, or in a
 * worker, before its scripts.
 */
export function seedRandomness(seed: number): void {
  let state = seed | 0;
  // Mulberry32: small, and the same in every browser.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const fill = <T extends ArrayBufferView>(view: T): T => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (const index of bytes.keys()) bytes[index] = Math.floor(next() * 256);
    return view;
  };
  const uuid = (): string => {
    const bytes = fill(new Uint8Array(16));
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
  const { crypto } = globalThis as { crypto?: Crypto };
  const replaced = [
    [Math, 'random', next],
    [crypto, 'getRandomValues', fill],
    // Only secure contexts have it.
    [crypto && 'randomUUID' in crypto ? crypto : undefined, 'randomUUID', uuid],
  ] as const;
  for (const [target, name, value] of replaced) {
    if (target === undefined) continue;
    Object.defineProperty(target, name, { configurable: true, writable: true, value });
  }
}

/**
 * Rounds the clocks that scripts read down to `stepMs`, and starts `performance` at 0. Virtual time moves by
 * 10 ms for each resource, in an order that depends on the network. Runs in the main world of a document.
 */
export function roundClocks(startMs: number, stepMs: number): void {
  const round = (ms: number): number => Math.floor(ms / stepMs) * stepMs;
  const RealDate = Date;
  const now = (): number => startMs + round(RealDate.now() - startMs);
  const RoundedDate = new Proxy(RealDate, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  Object.defineProperty(globalThis, 'Date', {
    configurable: true,
    writable: true,
    value: RoundedDate,
  });
  RealDate.prototype.constructor = RoundedDate;

  const readMs = performance.now.bind(performance);
  const readStartMs = readMs();
  const originMs = now();
  const elapsed = (): number => round(readMs() - readStartMs + 1);
  Object.defineProperty(Performance.prototype, 'now', { configurable: true, value: elapsed });
  Object.defineProperty(Performance.prototype, 'timeOrigin', {
    configurable: true,
    get: () => originMs,
  });
  Object.defineProperty(Event.prototype, 'timeStamp', { configurable: true, get: elapsed });
}

/**
 * Runs the timers of a worker in order and without waiting, up to `maxMs` after its start, because no
 * policy of virtual time reaches workers. Later timers never run. Runs before the worker's script.
 */
export function simulateWorkerTime(startMs: number, maxMs: number): void {
  const timers = new Map<number, { atMs: number; everyMs: number | undefined; call(): void }>();
  const { port1, port2 } = new MessageChannel();
  let nowMs = 0;
  let lastId = 0;
  let isScheduled = false;
  const schedule = (): void => {
    if (isScheduled || timers.size === 0) return;
    isScheduled = true;
    port2.postMessage(0);
  };
  port1.addEventListener('message', () => {
    isScheduled = false;
    const [next] = [...timers].sort(
      ([firstId, first], [otherId, other]) => first.atMs - other.atMs || firstId - otherId,
    );
    if (next === undefined || next[1].atMs > maxMs) return;
    const [id, timer] = next;
    nowMs = Math.max(nowMs, timer.atMs);
    if (timer.everyMs === undefined) timers.delete(id);
    else timer.atMs = nowMs + timer.everyMs;
    schedule();
    timer.call();
  });
  port1.start();
  const start =
    (isRepeated: boolean) =>
    (handler: unknown, delayMs: unknown = 0, ...args: unknown[]): number => {
      const everyMs = Math.max(1, Number(delayMs) || 0);
      lastId += 1;
      timers.set(lastId, {
        atMs: nowMs + everyMs,
        everyMs: isRepeated ? Math.max(4, everyMs) : undefined,
        call: () => {
          if (typeof handler === 'function') Reflect.apply(handler, globalThis, args);
        },
      });
      schedule();
      return lastId;
    };
  const stop = (id: unknown): void => {
    timers.delete(Number(id));
  };
  Object.assign(globalThis, {
    setTimeout: start(false),
    setInterval: start(true),
    clearTimeout: stop,
    clearInterval: stop,
  });
  const RealDate = Date;
  const now = (): number => startMs + nowMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  RealDate.prototype.constructor = globalThis.Date;
  Object.defineProperty(Performance.prototype, 'now', { configurable: true, value: () => nowMs });
}

/**
 * Delivers only the first message of each kind from event sources and web sockets, because later ones
 * come by the server's clock. Runs before the scripts of a document or worker.
 */
export function deliverFirstMessages(): void {
  const { EventSource: Source, WebSocket: Socket } = globalThis as Partial<typeof globalThis>;
  for (const Original of [Source, Socket]) {
    if (Original === undefined) continue;
    const Limited = new Proxy(Original, {
      construct(target, args: unknown[], newTarget) {
        const stream: EventTarget = Reflect.construct(target, args, newTarget);
        const add = stream.addEventListener;
        const limited = new Set(['open', 'error', 'close']);
        const limit = (type: string): void => {
          let count = 0;
          if (!limited.has(type)) {
            add.call(stream, type, (event) => {
              count += 1;
              if (count > 1) event.stopImmediatePropagation();
            });
          }
          limited.add(type);
        };
        limit('message');
        stream.addEventListener = (type: string, ...rest: [never]) => {
          limit(type);
          add.call(stream, type, ...rest);
        };
        return stream;
      },
    });
    Object.defineProperty(globalThis, Original.name, {
      configurable: true,
      writable: true,
      value: Limited,
    });
  }
}
