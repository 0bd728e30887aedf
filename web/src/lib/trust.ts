/**
 * Takes a value that came from outside at its word. For answers of our own server, which its tests hold to the contract,
 * and for objects whose shape a browser or a provider documents.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what it takes for granted
export function trust<T>(value: unknown): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where this is done
  return value as T;
}
