/**
 * Casts an external value to `T` without validation. Only for responses of our own server, which
 * its tests check against the contract, and for objects whose shape a browser or a provider
 * documents.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller specifies the assumed type
export function unsafeCast<T>(value: unknown): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only place for such a cast
  return value as T;
}
