import { startTransition, useEffect, useState } from 'react';

/**
 * The value as it was when the last frame was drawn, `initial` before the first one. Unlike a deferred value, which may be
 * ready before the next frame and then makes it late, it follows once that frame is drawn.
 */
export function useAfterFrame<T>(value: T, initial: T): T {
  const [drawn, setDrawn] = useState({ value: initial });
  useEffect(() => {
    let task: ReturnType<typeof setTimeout> | undefined;
    // A frame is drawn between its callbacks and the next task.
    const frame = requestAnimationFrame(() => {
      task = setTimeout(() => startTransition(() => setDrawn({ value })));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(task);
    };
  }, [value]);
  return drawn.value;
}
