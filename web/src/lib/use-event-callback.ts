import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns a handler with a stable identity that calls the latest `handler`, so that unchanged rows
 * are not rendered again.
 */
export function useEventCallback<A extends unknown[]>(
  handler: (...args: A) => void,
): (...args: A) => void {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
