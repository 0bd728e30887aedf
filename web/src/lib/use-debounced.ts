import { useEffect, useState } from 'react';

/** Returns a value once it has not changed for `quietMs`. Units: ms. */
export function useDebounced<T extends string | null>(value: T, quietMs: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return debounced;
}
