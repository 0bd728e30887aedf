const watched = new WeakMap<Promise<unknown>, Set<() => void>>();

/**
 * Calls `react` when `event` settles, unless the returned function was called before. A long-lived
 * promise retains every reaction attached to it, so this attaches only one per promise.
 */
export function onSettled(event: Promise<unknown>, react: () => void): () => void {
  let reactions = watched.get(event);
  if (reactions === undefined) {
    const all = new Set<() => void>();
    const waitUntilStable = (): void => {
      for (const one of all) one();
    };
    event.then(waitUntilStable, waitUntilStable);
    watched.set(event, all);
    reactions = all;
  }
  const list = reactions;
  list.add(react);
  return () => {
    list.delete(react);
  };
}
