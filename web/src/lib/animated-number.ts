import { useEffect, useRef, useState } from 'react';

/** How long a number counts to its new value. Units: ms. */
const durationMs = 240;

/** The number to show on the way from the value before to `value`; at once the first time and where motion is unwanted. */
export function useAnimatedNumber(value: number): number {
  const [shown, setShown] = useState(value);
  const current = useRef(value);
  useEffect(() => {
    const from = current.current;
    if (from === value) return undefined;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const startedAt = performance.now();
    const step = (now: number) => {
      const share = isStill ? 1 : Math.min(1, Math.max(0, (now - startedAt) / durationMs));
      current.current = share === 1 ? value : Math.round(from + (value - from) * share);
      setShown(current.current);
      if (share < 1) frame = requestAnimationFrame(step);
    };
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}
