const watched = new WeakMap<Promise<unknown>, Set<() => void>>();

/**
 * Calls `react` when `event` settles, until the answered function is called. A long-lived promise keeps every reaction
 * ever attached to it; this attaches one.
 */
export function whenSettled(event: Promise<unknown>, react: () => void): () => void {
  let reactions = watched.get(event);
  if (reactions === undefined) {
    const all = new Set<() => void>();
    const settle = (): void => {
      for (const one of all) one();
    };
    event.then(settle, settle);
    watched.set(event, all);
    reactions = all;
  }
  const list = reactions;
  list.add(react);
  return () => {
    list.delete(react);
  };
}
