import { useEffect, useEffectEvent, useState } from 'react';

/** When a loaded setting captures by itself. Units: ms. Source: specification §4, §9. */
export const autoCaptureDelayMs = 1_000;

/** Runs `capture` once, a second after mounting, where `isWanted`; can be called off until then. */
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
  return { state, callOff: () => setState(undefined) };
}
