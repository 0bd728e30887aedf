import { useEffect, useRef, useState } from 'react';
import { cn } from '../lib/cn.ts';

/**
 * Delay before a skeleton appears and its minimum duration. Units: ms. Source: acceptance CP-10.
 */
export const skeletonTimes = { delayMs: 150, minimumMs: 300 } as const;

/** Grey placeholder bar for text; set the size of the expected content. */
export function Skeleton(props: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn('breathe inline-block h-4 rounded-[4px] bg-line align-middle', props.className)}
    />
  );
}

/** True if a skeleton should be shown: after 150 ms of waiting, and then for at least 300 ms. */
export function useSkeleton(isWaiting: boolean): boolean {
  const [isShown, setShown] = useState(false);
  const shownAt = useRef(0);
  useEffect(() => {
    if (isWaiting === isShown) return undefined;
    const waitMs = isWaiting
      ? skeletonTimes.delayMs
      : Math.max(0, skeletonTimes.minimumMs - (Date.now() - shownAt.current));
    const timer = setTimeout(() => {
      shownAt.current = Date.now();
      setShown(isWaiting);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [isWaiting, isShown]);
  return isShown;
}
