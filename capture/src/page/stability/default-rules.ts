import { hasMovingImages } from '../../in-page/readiness.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate, pageUnresponsiveError } from '../evaluate.ts';
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
    const isMoving = await probe(page, () => evaluate(page, hasMovingImages));
    return isMoving === true ? stabilityRules.moving : stabilityRules.scriptFree;
  }
  return page.clock.kind === 'virtual' ? stabilityRules.first : stabilityRules.firstInRealTime;
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
