import { useState } from 'react';

/** The slots of rows by what they show, in their order. */
type Slots = ReadonlyMap<string, number>;

/**
 * A key for the row of each of `ids`: what stays keeps its row. In another `step` of a search what is new takes over the rows
 * of what went, for a row filled anew costs half of one made anew, which is felt at each key. Otherwise it gets rows of its
 * own: what changes by itself must not slip under somebody's hand, and another page begins without the focus.
 */
export function useRowSlots(ids: readonly string[], step: string): readonly number[] {
  const [shown, setShown] = useState<{ step: string; slots: Slots }>({
    step,
    slots: new Map(),
  });
  if (shown.step === step && [...shown.slots.keys()].join() === ids.join())
    return [...shown.slots.values()];
  const slots = fillSlots(shown.slots, { ids, isReused: shown.step !== step });
  setShown({ step, slots });
  return [...slots.values()];
}

/** Where each of `ids` goes: to its own slot, else to one that is left where those are reused, else to a new one. */
export function fillSlots(
  before: Slots,
  { ids, isReused }: { readonly ids: readonly string[]; readonly isReused: boolean },
): Slots {
  const wanted = new Set(ids);
  const left = isReused ? [...before].filter(([id]) => !wanted.has(id)).map(([, at]) => at) : [];
  let next = 1 + Math.max(-1, ...before.values());
  return new Map(ids.map((id) => [id, before.get(id) ?? left.shift() ?? next++]));
}
