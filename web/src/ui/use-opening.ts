import { useState } from 'react';

/** A dialog about an item; each opening has its own `openCount`, so that earlier input does not reappear. */
export function useOpening<Item>() {
  const [opening, setOpening] = useState<{
    openCount: number;
    isOpen: boolean;
    item: Item | undefined;
  }>({ openCount: 0, isOpen: false, item: undefined });
  return {
    ...opening,
    open: (item?: Item) =>
      setOpening(({ openCount }) => ({ openCount: openCount + 1, isOpen: true, item })),
    close: () => setOpening((last) => ({ ...last, isOpen: false })),
  };
}

/** A dialog of {@link useOpening}. */
export type Opening<Item> = ReturnType<typeof useOpening<Item>>;
