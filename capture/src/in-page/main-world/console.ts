/** Methods of the console that take values of any kind. */
export const consoleMethods = [
  'assert',
  'debug',
  'dir',
  'dirxml',
  'error',
  'group',
  'groupCollapsed',
  'info',
  'log',
  'table',
  'trace',
  'warn',
] as const;

/**
 * Calls of each method in a document that are passed on. Each call costs the browser a message between its processes,
 * also after its reports have been disabled.
 */
export const maxConsoleCalls = 1_000;

/**
 * Runs in the main world before the page's scripts. Passes values to the console as text, as in a browser
 * without developer tools: the report of console messages would read the properties of objects and the stacks of errors,
 * by which pages recognise developer tools, and would be slow for large tables. Of each method, only the first
 * `maxCalls` calls have an effect.
 */
export function logAsText(methods: readonly string[], maxCalls: number): void {
  // Pages replace these globals.
  const [Text, NativeError, NativeDate, Pattern] = [String, Error, Date, RegExp];
  const { isArray } = Array;
  const toText = (value: unknown): unknown => {
    if (typeof value !== 'object' && typeof value !== 'function') return value;
    if (value === null) return value;
    try {
      if (isArray(value)) return `Array(${value.length})`;
      const isDescribed =
        typeof value === 'function' ||
        value instanceof NativeError ||
        value instanceof NativeDate ||
        value instanceof Pattern;
      return isDescribed ? Text(value) : 'Object';
    } catch {
      return 'Object';
    }
  };
  const createLog = (isAssertion: boolean): ProxyHandler<() => unknown> => {
    let calls = 0;
    return {
      apply(method, self, values: unknown[]) {
        if (isAssertion && values[0]) return undefined;
        calls += 1;
        return calls > maxCalls ? undefined : Reflect.apply(method, self, values.map(toText));
      },
    };
  };
  for (const name of methods) {
    const described = Object.getOwnPropertyDescriptor(console, name);
    if (typeof described?.value !== 'function') continue;
    const value: unknown = new Proxy(described.value, createLog(name === 'assert'));
    Object.defineProperty(console, name, { ...described, value });
  }
}
