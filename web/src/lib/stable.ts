import { useCallback, useLayoutEffect, useRef } from 'react';

/** A handler that stays the same while what it does may change, so that rows which did not change are not drawn again. */
export function useStable<A extends unknown[]>(
  handler: (...args: A) => void,
): (...args: A) => void {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
