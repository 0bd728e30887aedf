/**
 * Calls `run`, which processes up to `batchSize` rows and returns their number, until a batch is not
 * full. Returns the sum. Throws the reason of `signal` before the next batch.
 */
export async function inBatches(
  batchSize: number,
  run: () => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  let count: number;
  do {
    signal?.throwIfAborted();
    count = await run();
    total += count;
  } while (count === batchSize);
  return total;
}
