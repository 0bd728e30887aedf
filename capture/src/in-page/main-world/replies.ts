import type { TaskGlobals } from './tasks.ts';

/** Decoders by their methods that take work, whose results come by a callback. Encoders may leave work out. */
export const coderMethods = {
  AudioDecoder: 'decode',
  VideoDecoder: 'decode',
} as const satisfies Readonly<Record<string, string>>;

/** Methods whose results come by an event, with the types of the events, by the interface. */
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
 * Runs after `recordTasks`, and adds the record of expected replies. What does not come within `maxReplyMs` is no longer
 * expected, and nothing more of the same object until it has sent something.
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
          after(self);
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

/** Runs after {@link recordReplies}. Follows methods until the next event that may be the reply. */
export function followReplies(methods: ReplyMethods): void {
  const tasks = (globalThis as typeof globalThis & TaskGlobals).shotwrightTasks;
  if (tasks === undefined || typeof tasks === 'function') return;
  const { replies } = tasks;
  if (replies === undefined) return;
  const { addEventListener } = EventTarget.prototype;
  for (const [name, [names, types]] of Object.entries(methods)) {
    // Before the listeners of the page, which may ask for the next reply.
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

/** Runs after {@link recordReplies}. Follows coders until each piece of work has called their callback. */
export function followCoders(coders: Readonly<Record<string, string>>): void {
  const tasks = (globalThis as typeof globalThis & TaskGlobals).shotwrightTasks;
  if (tasks === undefined || typeof tasks === 'function') return;
  const { replies } = tasks;
  if (replies === undefined) return;
  const follow = (callbacks: object, coder: () => object): object => {
    const followed: object = Object.create(callbacks);
    for (const name of ['output', 'error']) {
      const callback: unknown = Reflect.get(callbacks, name);
      if (typeof callback !== 'function') continue;
      const value = (...results: unknown[]): void => {
        replies.receive(coder());
        Reflect.apply(callback, undefined, results);
      };
      Object.defineProperty(followed, name, { value });
    }
    return followed;
  };
  for (const [name, method] of Object.entries(coders)) {
    const Coder: unknown = Reflect.get(globalThis, name);
    if (typeof Coder !== 'function') continue;
    replies.wrap(Coder.prototype, method, (coder) => replies.expect(coder, 'another'));
    replies.replace(name, ([callbacks, ...rest], make) => {
      const isGiven = typeof callbacks === 'object' && callbacks !== null;
      const coder = make([isGiven ? follow(callbacks, () => coder) : callbacks, ...rest]);
      return coder;
    });
  }
}
