import { componentSelectors, mayHaveClosedRoots } from '../../in-page/full-page/closed-roots.ts';
import { hasMovingImages } from '../../in-page/readiness.ts';
import type { CapturePage } from '../capture-page.ts';
import { pageUnresponsiveError, withinLimit } from '../evaluate.ts';
import { inPageCall } from '../execution-context.ts';
import { keepClosedRoots } from '../screenshot/closed-roots.ts';
import { probe } from './check-document.ts';
import { stabilityRules, type StabilityRules } from './stability-rules.ts';

/** Returns the rules of the wait for a document, by its scripts and its navigations. */
export async function defaultRules(page: CapturePage): Promise<StabilityRules> {
  const isScriptFree = await waitForScriptDetection(page);
  if (isScriptFree || page.spec.isJavaScriptDisabled) {
    const { source } = page.spec;
    const hasTarget = source.kind === 'url' && source.url.includes('#');
    if (hasTarget) return stabilityRules.scrolledToTarget;
    const hasNavigated = page.navigations.documentCount > 1;
    if (page.spec.injectCss !== undefined) return stabilityRules.injected;
    if (hasNavigated) return stabilityRules.navigated;
    return (await prepareMotion(page)) ? stabilityRules.moving : stabilityRules.scriptFree;
  }
  return page.clock.kind === 'virtual' ? stabilityRules.first : stabilityRules.firstInRealTime;
}

/**
 * Hands the closed shadow roots of a document without scripts to the functions that look for animations. Returns
 * true if its images may move.
 */
async function prepareMotion(page: CapturePage): Promise<boolean> {
  const calls = [
    inPageCall(hasMovingImages),
    inPageCall(mayHaveClosedRoots, componentSelectors.withoutScripts),
  ] as const;
  const found = await probe(page, () =>
    withinLimit(page, page.executionContext().callAll<[boolean, boolean]>(calls)),
  );
  const [isMoving = false, hasClosedRoots = false] = found ?? [];
  if (hasClosedRoots) await probe(page, () => keepClosedRoots(page));
  return isMoving;
}

/** Waits for script detection, because it determines the execution context of the checks. */
function waitForScriptDetection({
  progress,
  scriptDetection,
  limits,
}: CapturePage): Promise<boolean> {
  return progress.raceWithTimeout(scriptDetection.isScriptFree(), limits.screenshotTimeoutMs, () =>
    pageUnresponsiveError(limits.screenshotTimeoutMs),
  );
}
