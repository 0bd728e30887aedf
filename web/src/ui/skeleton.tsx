import { useEffect, useRef, useState } from 'react';
import { cn } from '../lib/cn.ts';

/** When a skeleton appears and how long it stays at least. Units: ms. Source: acceptance CP-10. */
export const skeletonTimes = { delayMs: 150, minimumMs: 300 } as const;

/** A grey bar in the place of text; give it the size of what will stand there. */
export function Skeleton(props: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn('breathe inline-block h-4 rounded-[4px] bg-line align-middle', props.className)}
    />
  );
}

/** Whether to show a skeleton: not before 150 ms of waiting, and then for at least 300 ms. */
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
