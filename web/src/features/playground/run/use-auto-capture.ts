import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Delay before a loaded setting captures automatically. Units: ms. Source: specification §4, §9.
 */
export const autoCaptureDelayMs = 1_000;

/** Calls `capture` once, one second after mounting, if `isWanted`; can be cancelled until then. */
export function useAutoCapture(input: {
  readonly isWanted: boolean;
  readonly canCapture: boolean;
  readonly capture: () => void;
}) {
  const [state, setState] = useState<'running' | 'impossible' | undefined>(
    input.isWanted ? 'running' : undefined,
  );
  const fire = useEffectEvent(() => {
    if (input.canCapture) input.capture();
    setState(input.canCapture ? undefined : 'impossible');
  });
  useEffect(() => {
    if (state !== 'running') return undefined;
    const timer = setTimeout(() => fire(), autoCaptureDelayMs);
    return () => clearTimeout(timer);
  }, [state]);
  return { state, cancel: () => setState(undefined) };
}
