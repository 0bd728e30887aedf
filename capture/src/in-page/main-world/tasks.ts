/** Interfaces with methods, of their own or inherited, that return a promise, an `IDBRequest` or an `IDBTransaction`. */
export const taskMethods = {
  AudioDecoder: ['flush'],
  AudioEncoder: ['flush'],
  BaseAudioContext: ['decodeAudioData'],
  Blob: ['arrayBuffer', 'text'],
  Cache: ['add', 'addAll', 'delete', 'keys', 'match', 'matchAll', 'put'],
  CacheStorage: ['delete', 'has', 'keys', 'match', 'open'],
  CookieStore: ['delete', 'get', 'getAll', 'set'],
  FileSystemDirectoryHandle: ['getDirectoryHandle', 'getFileHandle', 'removeEntry'],
  FileSystemFileHandle: ['createWritable', 'getFile'],
  FileSystemWritableFileStream: ['abort', 'close', 'seek', 'truncate', 'write'],
  GPU: ['requestAdapter'],
  // Only of images that come from memory; the others are requests.
  HTMLImageElement: ['decode'],
  IDBDatabase: ['transaction'],
  IDBFactory: ['databases', 'deleteDatabase', 'open'],
  ImageDecoder: ['decode'],
  Keyboard: ['getLayoutMap'],
  MediaCapabilities: ['decodingInfo', 'encodingInfo'],
  MediaDevices: ['enumerateDevices', 'getUserMedia'],
  Navigator: ['getBattery', 'requestMIDIAccess'],
  NavigatorUAData: ['getHighEntropyValues'],
  OfflineAudioContext: ['startRendering'],
  OffscreenCanvas: ['convertToBlob'],
  PaymentRequest: ['canMakePayment', 'hasEnrolledInstrument'],
  Permissions: ['query'],
  // Only of stored responses; the others are requests.
  Response: ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'],
  // The page gets another promise, because `followRegistrations` handles rejections of this one.
  ServiceWorkerContainer: ['register'],
  StorageManager: ['estimate', 'getDirectory', 'persist', 'persisted'],
  SubtleCrypto: [
    'decrypt',
    'deriveBits',
    'deriveKey',
    'digest',
    'encrypt',
    'exportKey',
    'generateKey',
    'importKey',
    'sign',
    'unwrapKey',
    'verify',
    'wrapKey',
  ],
  VideoDecoder: ['flush'],
  VideoEncoder: ['flush'],
  XRSystem: ['isSessionSupported'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Functions like {@link taskMethods} that belong to no interface. */
export const taskFunctions = {
  globalThis: ['createImageBitmap'],
  WebAssembly: ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Names = Readonly<Record<string, readonly string[]>>;

/** Name of the binding through which a page's tasks are reported. */
export const taskBinding = 'shotwrightTasks';

/** Global of a page: first the binding, then the record of open tasks, then removed. */
export interface TaskGlobals {
  shotwrightTasks?: OpenTasks | ((state: 'begin' | 'end') => void);
}

/** Record of the objects of a page that are expected to reply. Each one counts as a task. */
interface ExpectedReplies {
  /** Records that an object is expected to reply: `another`: once more; `next`: once, however often it is called. */
  expect(owner: object, kind: 'next' | 'another'): void;
  /** Records a reply. */
  receive(owner: object): void;
  /** Wraps the method `name` of a prototype so that `after` is called with the object and the result after each call. */
  wrap(owner: object, name: string, after: (self: object, result: unknown) => void): void;
  /** Replaces the global constructor `name` by one that calls `construct` to create the object. */
  replace(name: string, construct: Construct): void;
}

/** Returns a new object. `make` calls the native constructor with the arguments that it receives. */
type Construct = (args: readonly unknown[], make: (args: readonly unknown[]) => object) => object;

/** Record of a page's open tasks. */
interface OpenTasks {
  replies?: ExpectedReplies;
  begin(): void;
  /** Ends a task, which may have given stored responses. */
  end(result?: unknown): void;
  /** True for a response that no task has given, and an image with an address on the network. */
  isOfNetwork(owner: unknown): boolean;
}

/**
 * Runs in the main world before the page's scripts. Replaces a binding by a record that reports through
 * it when the first task begins and when the last one has ended.
 */
export function recordTasks(): void {
  const own = globalThis as typeof globalThis & TaskGlobals;
  const report = own.shotwrightTasks;
  if (typeof report !== 'function') return;
  // Pages replace this global.
  const [NativeResponse, NativeImage] = [Response, HTMLImageElement];
  const stored = new WeakSet();
  let openCount = 0;
  let isReported = false;
  let channel: MessageChannel | undefined;
  const openChannel = (): MessageChannel => {
    const opened = new MessageChannel();
    opened.port1.addEventListener('message', () => {
      if (openCount > 0 || !isReported) return;
      isReported = false;
      report('end');
    });
    opened.port1.start();
    return opened;
  };
  own.shotwrightTasks = {
    begin() {
      openCount += 1;
      if (!isReported) report('begin');
      isReported = true;
    },
    end(result) {
      for (const one of Array.isArray(result) ? result : [result]) {
        if (one instanceof NativeResponse) stored.add(one);
      }
      openCount -= 1;
      // The next one of a series begins when the page has handled this one.
      if (openCount === 0) (channel ??= openChannel()).port2.postMessage(null);
    },
    isOfNetwork: (owner) =>
      owner instanceof NativeImage
        ? !/^(?:blob|data):/.test(owner.src)
        : owner instanceof NativeResponse && !stored.has(owner),
  };
}

/**
 * Runs after {@link recordTasks}, whose record it removes. Wraps the functions that begin work which the
 * browser does outside the thread of the page, such as reading a database.
 */
export function followTasks(methods: Names, functions: Names): void {
  const own = globalThis as typeof globalThis & TaskGlobals;
  const tasks = own.shotwrightTasks;
  if (tasks === undefined || typeof tasks === 'function') return;
  delete own.shotwrightTasks;
  // Pages replace these globals.
  const [NativePromise, Request, Transaction] = [Promise, IDBRequest, IDBTransaction];
  const { then } = NativePromise.prototype;
  const ofMethods = { configurable: true, enumerable: true, writable: true };
  const settleWith =
    (settle: (result: unknown) => void) =>
    (result: unknown): void => {
      tasks.end(result);
      settle(result);
    };
  const followPromise = (task: Promise<unknown>): Promise<unknown> =>
    new NativePromise((resolve, reject) => {
      const followed: unknown = Reflect.apply(then, task, [
        settleWith(resolve),
        settleWith(reject),
      ]);
      return followed;
    });
  const followEvents = (task: EventTarget, types: readonly string[]): void => {
    let isOpen = true;
    const settle = (): void => {
      if (isOpen) tasks.end();
      isOpen = false;
    };
    for (const type of types) task.addEventListener(type, settle, { once: true });
  };
  const follow: ProxyHandler<() => unknown> = {
    apply: (method, self, args) => {
      const task: unknown = Reflect.apply(method, self, args);
      const isPromise = task instanceof NativePromise;
      if (!isPromise && !(task instanceof Transaction) && !(task instanceof Request)) return task;
      if (tasks.isOfNetwork(self)) return task;
      tasks.begin();
      // Not the promise itself: with a handler of ours, no rejection would be reported as unhandled.
      if (isPromise) return followPromise(task);
      // A blocked request may wait for another page for ever.
      const requestEvents = ['success', 'error', 'blocked'];
      followEvents(task, task instanceof Request ? requestEvents : ['complete', 'abort']);
      return task;
    },
  };
  const followAll = (owner: unknown, names: readonly string[]): void => {
    if (typeof owner !== 'object' || owner === null) return;
    for (const name of names) {
      const method: unknown = Reflect.get(owner, name);
      if (typeof method !== 'function') continue;
      const described = Object.getOwnPropertyDescriptor(owner, name) ?? ofMethods;
      Object.defineProperty(owner, name, { ...described, value: new Proxy(method, follow) });
    }
  };
  for (const [name, names] of Object.entries(methods)) {
    const owner: unknown = Reflect.get(globalThis, name);
    if (typeof owner === 'function') followAll(owner.prototype, names);
  }
  for (const [name, names] of Object.entries(functions)) {
    followAll(Reflect.get(globalThis, name), names);
  }
}
