import { inSeconds } from '../../lib/capture-error.ts';
import type { CapturePage } from '../capture-page.ts';

const quietIntervalMs = 50;
const notNetwork: ReadonlySet<string> = new Set(['stream', 'worker', 'task']);

/** Wait for a time without requests. Unit: ms. */
export interface NetworkIdle {
  /** Option that asks for it. */
  readonly option: string;
  readonly idleMs: number;
  /** Time beyond which a page that is never idle is waited for no longer. */
  readonly timeoutMs: number;
}

/**
 * Waits until the page has requested nothing for a time, in reality and on its clock; if it never does,
 * warns. Streams, workers and tasks do not count.
 */
export async function awaitNetworkIdle(
  page: CapturePage,
  { option, idleMs, timeoutMs }: NetworkIdle,
): Promise<void> {
  const { requests, clock, changed, warnings, waited } = page;
  const startedMs = performance.now();
  const untilMs = startedMs + idleMs + timeoutMs;
  const note = (isMet: boolean): void => {
    waited.push({ for: option, ms: Math.round(performance.now() - startedMs), met: isMet });
  };
  let quietSince = { realMs: startedMs, clockMs: clock.elapsedMs };
  let { count } = requests;
  // On an overloaded machine the clock of the page is slower, and with it what the page requests next.
  const isIdle = (): boolean =>
    performance.now() - quietSince.realMs >= idleMs &&
    clock.elapsedMs - quietSince.clockMs >= idleMs;
  while (!isIdle()) {
    if (performance.now() >= untilMs) {
      note(false);
      const message = `The page requested something again and again for ${inSeconds(timeoutMs)}.`;
      warnings.add(option, message);
      return;
    }
    await clock.follow(quietIntervalMs, changed.next());
    const isBusy = requests.underWay().some(({ kind }) => !notNetwork.has(kind));
    if (isBusy || requests.count !== count)
      quietSince = { realMs: performance.now(), clockMs: clock.elapsedMs };
    count = requests.count;
  }
  note(true);
}
