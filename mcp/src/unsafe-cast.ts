/** Casts arguments of a client to `T` without validation. Only for values that the API validates. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller specifies the assumed type
export function unsafeCast<T>(value: unknown): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only place for such a cast
  return value as T;
}
