/**
 * Processes the items, at most `limit` concurrently. Rejects with the first failure after all
 * started work has ended.
 */
export async function forEachConcurrently<T>(
  items: AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let hasFailed = false;
  const workers = Array.from({ length: limit }, async () => {
    try {
      for (;;) {
        if (hasFailed) return;
        const next = await iterator.next();
        if (next.done === true) return;
        await work(next.value);
      }
    } catch (err) {
      hasFailed = true;
      throw err;
    }
  });
  const results = await Promise.allSettled(workers);
  await iterator.return?.();
  for (const end of results) if (end.status === 'rejected') throw end.reason;
}
