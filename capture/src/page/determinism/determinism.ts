import {
  deliverFirstMessages,
  roundClocks,
  seedRandomness,
  simulateWorkerTime,
} from '../../in-page/determinism.ts';
import type { CdpSession } from '../../browser/browser.ts';
import type { CaptureDeterminism } from '../../capture-spec.ts';
import type { ClockKind } from '../clock/page-clock.ts';
import { inPageCall, scriptOf } from '../execution-context.ts';

/** Smallest step of the clocks that scripts read. Unit: ms. */
const clockStepMs = 100;
/** Time for which the timers of a worker run. Unit: ms. */
const workerMs = 1_000;

/**
 * Sends the settings that make a document deterministic. On the virtual clock its time stands still from its
 * start, at the given instant.
 */
export function makeFrameDeterministic(
  session: CdpSession,
  { startMs, seed }: CaptureDeterminism,
  clockKind: ClockKind,
): Promise<unknown>[] {
  const source = scriptOf([
    inPageCall(seedRandomness, seed),
    inPageCall(roundClocks, startMs, clockStepMs),
    inPageCall(deliverFirstMessages),
  ]);
  const standing = { policy: 'pause', initialVirtualTime: startMs / 1_000 } as const;
  return [
    session.send('Page.addScriptToEvaluateOnNewDocument', { source }),
    ...(clockKind === 'virtual' ? [session.send('Emulation.setVirtualTimePolicy', standing)] : []),
  ];
}

/** Sends the settings that make a worker deterministic, as far as possible. */
export function makeWorkerDeterministic(
  session: CdpSession,
  { startMs, seed }: CaptureDeterminism,
): Promise<unknown>[] {
  const expression = scriptOf([
    inPageCall(seedRandomness, seed),
    inPageCall(simulateWorkerTime, startMs, workerMs),
    inPageCall(deliverFirstMessages),
  ]);
  return [session.send('Runtime.evaluate', { expression })];
}
