/**
 * Waits for `work` for at most `timeoutMs`, then returns the result of `onTimeout`, or throws what it
 * throws. The work itself is not stopped; its later result is ignored.
 */
export async function withTimeout<T, U>(
  work: Promise<T>,
  { timeoutMs, onTimeout }: { readonly timeoutMs: number; readonly onTimeout: () => U },
): Promise<T | U> {
  const timeout = Promise.withResolvers<undefined>();
  // Cleared directly instead of through an abort signal, because creating the signal's reason costs
  // more than the rest of a request's wait.
  const timer = setTimeout(() => timeout.resolve(undefined), timeoutMs);
  try {
    return await Promise.race([work, timeout.promise.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}
