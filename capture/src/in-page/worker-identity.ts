/** Values of `navigator` in a worker. */
export type WorkerIdentity = {
  readonly userAgent: string;
  readonly platform: string;
  readonly languages: readonly string[];
};

/**
 * Sets the values of `navigator` in a worker, most of which the protocol's override does not reach. Runs
 * before the worker's script.
 */
export function setWorkerIdentity({ userAgent, platform, languages }: WorkerIdentity): void {
  const values = {
    userAgent,
    appVersion: userAgent.replace(/^Mozilla\//, ''),
    platform,
    language: languages[0] ?? '',
    languages: Object.freeze([...languages]),
  };
  const prototype: unknown = Object.getPrototypeOf(navigator);
  if (typeof prototype !== 'object' || prototype === null) return;
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get: () => value,
    });
  }
}
