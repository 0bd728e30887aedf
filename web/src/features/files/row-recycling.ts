import { useState } from 'react';

/** Row slots by ID, in display order. */
type Slots = ReadonlyMap<string, number>;

/**
 * Returns a React key for the row of each ID; an ID that remains retains its row. In another `step`
 * of a search, new IDs reuse the rows of removed ones: reusing a row costs half of creating one,
 * which is noticeable on each keystroke. Otherwise new IDs get new rows, because rows that change
 * on their own must not move under the pointer, and another page starts without the focus.
 */
export function useRecycledRows(ids: readonly string[], step: string): readonly number[] {
  const [shown, setShown] = useState<{ step: string; slots: Slots }>({
    step,
    slots: new Map(),
  });
  if (shown.step === step && [...shown.slots.keys()].join() === ids.join())
    return [...shown.slots.values()];
  const slots = assignSlots(shown.slots, { ids, isReused: shown.step !== step });
  setShown({ step, slots });
  return [...slots.values()];
}

/** Assigns a slot to each ID: its previous slot, else a free slot if `isReused`, else a new one. */
export function assignSlots(
  before: Slots,
  { ids, isReused }: { readonly ids: readonly string[]; readonly isReused: boolean },
): Slots {
  const wanted = new Set(ids);
  const left = isReused ? [...before].filter(([id]) => !wanted.has(id)).map(([, at]) => at) : [];
  let next = 1 + Math.max(-1, ...before.values());
  return new Map(ids.map((id) => [id, before.get(id) ?? left.shift() ?? next++]));
}
