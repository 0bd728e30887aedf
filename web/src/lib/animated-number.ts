import { useEffect, useRef, useState } from 'react';

/** Duration of the animation. Units: ms. */
const durationMs = 240;

/**
 * Returns the animated number between the previous value and `value`; immediate on first render and
 * with reduced motion.
 */
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
