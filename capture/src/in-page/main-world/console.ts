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
 * Runs in the main world before the page's scripts. Passes values to the console as text, as in a browser
 * without developer tools: the report of console messages would read the properties of objects and the stacks of errors,
 * by which pages recognise developer tools, and would be slow for large tables.
 */
export function logAsText(methods: readonly string[]): void {
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
  const log: ProxyHandler<() => unknown> = {
    apply: (method, self, values: unknown[]) => Reflect.apply(method, self, values.map(toText)),
  };
  for (const name of methods) {
    const described = Object.getOwnPropertyDescriptor(console, name);
    if (typeof described?.value !== 'function') continue;
    const value: unknown = new Proxy(described.value, log);
    Object.defineProperty(console, name, { ...described, value });
  }
}
