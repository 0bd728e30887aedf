import type { CapturePage } from '../capture-page.ts';
import { createSlice, stabilityRules } from './stability-rules.ts';
import { waitUntilStable } from './wait-until-stable.ts';

/**
 * Lets the caller's delay pass: on the page's clock where its timers and animations decide what it
 * shows, with real time for every relevant request. A page that follows its server (a stream, a
 * worker, a poller) gets the whole delay in real time, because its content comes by the server's
 * clock.
 */
export async function passDelay(page: CapturePage, delayMs: number): Promise<void> {
  const { clock, spec, requests, waitLog, navigations } = page;
  const startedMs = performance.now();
  const clockStartedMs = clock.elapsedMs;
  const passedMs = (): number => clock.elapsedMs - clockStartedMs;
  const documents = navigations.documentCount;
  const slice = createSlice();
  while (passedMs() < delayMs) {
    const followsServer = requests.followsServer && spec.determinism === undefined;
    if (followsServer || clock.kind === 'real') {
      await clock.follow(delayMs - passedMs());
    } else {
      const stepStartedMs = performance.now();
      const hasChanged = await clock.advance(Math.min(slice.ms, delayMs - passedMs()));
      slice.record(performance.now() - stepStartedMs, hasChanged);
      if (requests.waits().length > 0) await waitForRequests(page);
    }
    // A new document has to load before the rest of the delay can pass.
    if (navigations.documentCount !== documents || navigations.isNavigating) break;
  }
  waitLog.add('delay', { clockMs: passedMs(), realMs: performance.now() - startedMs });
}

async function waitForRequests(page: CapturePage): Promise<void> {
  await waitUntilStable(page, { images: 'visible', rules: stabilityRules.delayed });
}
