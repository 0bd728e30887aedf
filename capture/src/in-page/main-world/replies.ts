import type { TaskGlobals } from './tasks.ts';

/** Methods of decoders whose results arrive in a callback, by interface. Encoders are excluded, because they may drop frames. */
export const decoderMethods = {
  AudioDecoder: 'decode',
  VideoDecoder: 'decode',
} as const satisfies Readonly<Record<string, string>>;

/** Methods whose results arrive in an event, with the types of these events, by interface. */
export const replyMethods = {
  Worker: [['postMessage'], ['message', 'messageerror', 'error']],
  FileReader: [
    ['readAsArrayBuffer', 'readAsDataURL', 'readAsText', 'readAsBinaryString'],
    ['loadend'],
  ],
} as const satisfies ReplyMethods;

type ReplyMethods = Readonly<
  Record<string, readonly [methods: readonly string[], types: readonly string[]]>
>;

/**
 * Runs after `recordTasks` and adds the record of expected replies. An object that does not reply within `maxReplyMs`
 * is no longer waited for until it sends something.
 */
export function recordReplies(maxReplyMs: number): void {
  const tasks = (globalThis as typeof globalThis & TaskGlobals).shotwrightTasks;
  if (tasks === undefined || typeof tasks === 'function') return;
  // Pages replace these globals.
  const { setTimeout: later, clearTimeout: clear } = window;
  const expected = new Map<object, { readonly count: number; readonly timer: number }>();
  const silent = new WeakSet<object>();
  const end = (owner: object): void => {
    clear(expected.get(owner)?.timer);
    if (expected.delete(owner)) tasks.end();
  };
  const giveUp = (owner: object): void => {
    silent.add(owner);
    end(owner);
  };
  const set = (owner: object, count: number): void => {
    const open = expected.get(owner);
    if (open === undefined) tasks.begin();
    else clear(open.timer);
    expected.set(owner, { count, timer: later(giveUp, maxReplyMs, owner) });
  };
  tasks.replies = {
    expect(owner, kind) {
      const { count = 0 } = expected.get(owner) ?? {};
      if (silent.has(owner) || (kind === 'next' && count > 0)) return;
      set(owner, count + 1);
    },
    receive(owner) {
      silent.delete(owner);
      const { count = 0 } = expected.get(owner) ?? {};
      if (count > 1) set(owner, count - 1);
      else end(owner);
    },
    wrap(owner, name, after) {
      const described = Object.getOwnPropertyDescriptor(owner, name);
      if (typeof described?.value !== 'function') return;
      const value: unknown = new Proxy(described.value, {
        apply(method, self: object, args) {
          const result: unknown = Reflect.apply(method, self, args);
          after(self, result);
          return result;
        },
      });
      Object.defineProperty(owner, name, { ...described, value });
    },
    replace(name, construct) {
      const Native: unknown = Reflect.get(globalThis, name);
      if (typeof Native !== 'function') return;
      const value = new Proxy(Native, {
        construct: (target, args: unknown[], newTarget) =>
          construct(args, (given) => {
            const made: object = Reflect.construct(target, given, newTarget);
            return made;
          }),
      });
      const described = { configurable: true, writable: true, value };
      Object.defineProperty(Native.prototype, 'constructor', described);
      Object.defineProperty(globalThis, name, described);
    },
  };
}

/** Runs after {@link recordReplies}. Makes each call of the methods a task that ends with the next event of their types. */
export function followReplies(methods: ReplyMethods): void {
  const tasks = (globalThis as typeof globalThis & TaskGlobals).shotwrightTasks;
  if (tasks === undefined || typeof tasks === 'function') return;
  const { replies } = tasks;
  if (replies === undefined) return;
  const { addEventListener } = EventTarget.prototype;
  for (const [name, [names, types]] of Object.entries(methods)) {
    // Runs before the listeners of the page, which may send the next request.
    replies.replace(name, (args, make) => {
      const owner = make(args);
      const receive = (): void => replies.receive(owner);
      for (const type of types) Reflect.apply(addEventListener, owner, [type, receive, true]);
      return owner;
    });
    const Owner: unknown = Reflect.get(globalThis, name);
    if (typeof Owner !== 'function') continue;
    const expect = (self: object): void => replies.expect(self, 'next');
    for (const method of names) replies.wrap(Owner.prototype, method, expect);
  }
}

/** Runs after {@link recordReplies}. Makes each call of a decoder a task that ends with its callback. */
export function followDecoders(decoders: Readonly<Record<string, string>>): void {
  const tasks = (globalThis as typeof globalThis & TaskGlobals).shotwrightTasks;
  if (tasks === undefined || typeof tasks === 'function') return;
  const { replies } = tasks;
  if (replies === undefined) return;
  const follow = (callbacks: object, decoder: () => object): object => {
    const followed: object = Object.create(callbacks);
    for (const name of ['output', 'error']) {
      const callback: unknown = Reflect.get(callbacks, name);
      if (typeof callback !== 'function') continue;
      const value = (...results: unknown[]): void => {
        replies.receive(decoder());
        Reflect.apply(callback, undefined, results);
      };
      Object.defineProperty(followed, name, { value });
    }
    return followed;
  };
  for (const [name, method] of Object.entries(decoders)) {
    const Decoder: unknown = Reflect.get(globalThis, name);
    if (typeof Decoder !== 'function') continue;
    replies.wrap(Decoder.prototype, method, (decoder) => replies.expect(decoder, 'another'));
    replies.replace(name, ([callbacks, ...rest], make) => {
      const isGiven = typeof callbacks === 'object' && callbacks !== null;
      const decoder = make([isGiven ? follow(callbacks, () => decoder) : callbacks, ...rest]);
      return decoder;
    });
  }
}

/**
 * Runs after {@link recordReplies}. Makes each registration of a service worker a task that ends when the worker is
 * active or redundant.
 */
export function followRegistrations(): void {
  const tasks = (globalThis as typeof globalThis & TaskGlobals).shotwrightTasks;
  if (tasks === undefined || typeof tasks === 'function') return;
  const { replies } = tasks;
  const Container: unknown = Reflect.get(globalThis, 'ServiceWorkerContainer');
  if (replies === undefined || typeof Container !== 'function') return;
  // Pages replace this global.
  const NativePromise = Promise;
  const { then } = NativePromise.prototype;
  const { addEventListener } = EventTarget.prototype;
  replies.wrap(Container.prototype, 'register', (_, registered) => {
    if (!(registered instanceof NativePromise)) return;
    const end = (): void => replies.receive(registered);
    const endWhenActive = (registration: ServiceWorkerRegistration): void => {
      const worker = registration.installing ?? registration.waiting ?? registration.active;
      const check = (): void => {
        if (worker === null || ['activated', 'redundant'].includes(worker.state)) end();
      };
      if (worker !== null) Reflect.apply(addEventListener, worker, ['statechange', check]);
      check();
    };
    replies.expect(registered, 'next');
    Reflect.apply(then, registered, [endWhenActive, end]);
  });
}
