import { startTransition, useEffect, useState } from 'react';

/**
 * Returns the value as of the last painted frame, `initial` before the first one. A deferred value
 * may be ready before the next frame and then delay it; this value changes only after that frame is
 * painted.
 */
export function useAfterPaint<T>(value: T, initial: T): T {
  const [painted, setPainted] = useState({ value: initial });
  useEffect(() => {
    let task: ReturnType<typeof setTimeout> | undefined;
    // A frame is painted between its animation callbacks and the next task.
    const frame = requestAnimationFrame(() => {
      task = setTimeout(() => startTransition(() => setPainted({ value })));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(task);
    };
  }, [value]);
  return painted.value;
}
