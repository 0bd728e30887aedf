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

/** Methods of the console whose calls are reported. */
export const reportedMethods: readonly string[] = ['assert', 'error'];

/**
 * Calls of each of them in a document that are passed on. Each call costs the browser a message between its
 * processes, also after its reports have been disabled.
 */
export const maxConsoleCalls = 1_000;

/**
 * Runs in the main world before the page's scripts. Passes values to the console as text, as in a browser
 * without developer tools: the report of console messages would read the properties of objects and the stacks of errors,
 * by which pages recognise developer tools, and would be slow for large tables. Only the first `maxCalls` calls of each
 * reported method have an effect.
 */
export function logAsText(
  methods: readonly string[],
  reported: readonly string[],
  maxCalls: number,
): void {
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
  const createLog = (name: string): ProxyHandler<() => unknown> => {
    let leftCalls = reported.includes(name) ? maxCalls : 0;
    return {
      apply(method, self, values: unknown[]) {
        if (leftCalls === 0 || (name === 'assert' && values[0])) return undefined;
        leftCalls -= 1;
        return Reflect.apply(method, self, values.map(toText));
      },
    };
  };
  for (const name of methods) {
    const described = Object.getOwnPropertyDescriptor(console, name);
    if (typeof described?.value !== 'function') continue;
    const value: unknown = new Proxy(described.value, createLog(name));
    Object.defineProperty(console, name, { ...described, value });
  }
}
