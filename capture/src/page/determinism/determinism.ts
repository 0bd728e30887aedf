import {
  deliverFirstMessages,
  roundClocks,
  seedRandomness,
  simulateWorkerTime,
} from '../../in-page/determinism.ts';
import type { CdpSession } from '../../browser/browser.ts';
import type { CaptureDeterminism } from '../../capture-spec.ts';
import type { ClockKind } from '../clock/page-clock.ts';

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
  const source = [
    callOf(seedRandomness, seed),
    callOf(roundClocks, startMs, clockStepMs),
    callOf(deliverFirstMessages),
  ].join(';\n');
  const standing = { policy: 'pause', initialVirtualTime: startMs / 1_000 } as const;
  return [
    session.send('Page.addScriptToEvaluateOnNewDocument', { source }),
    session.send('Emulation.setTimezoneOverride', { timezoneId: 'UTC' }),
    ...(clockKind === 'virtual' ? [session.send('Emulation.setVirtualTimePolicy', standing)] : []),
  ];
}

/** Sends the settings that make a worker deterministic, as far as possible. */
export function makeWorkerDeterministic(
  session: CdpSession,
  { startMs, seed }: CaptureDeterminism,
): Promise<unknown>[] {
  const expression = [
    callOf(seedRandomness, seed),
    callOf(simulateWorkerTime, startMs, workerMs),
    callOf(deliverFirstMessages),
  ].join(';\n');
  return [session.send('Runtime.evaluate', { expression })];
}

function callOf<A extends readonly number[]>(inPage: (...args: A) => void, ...args: A): string {
  return `(${inPage.toString()})(${args.join()})`;
}
