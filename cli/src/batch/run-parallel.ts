/**
 * Runs a task for each item, in their order, some at the same time. After an error it starts no
 * further one, and throws the first error when the running ones have ended.
 */
export async function runParallel<T>(
  items: readonly T[],
  parallel: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  const open = items.values();
  const work = async (): Promise<void> => {
    while (errors.length === 0) {
      const { value, done } = open.next();
      if (done) return;
      try {
        await run(value);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  if (errors.length > 0) throw errors[0];
}
