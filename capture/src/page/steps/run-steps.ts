import type { CaptureStep } from '../../capture-steps.ts';
import { CaptureError, inSeconds } from '../../lib/capture-error.ts';
import type { CapturePage } from '../capture-page.ts';
import type { Navigation } from '../navigation/navigation-log.ts';
import { hasFailed } from '../navigation/navigations.ts';
import { inferNetError } from '../navigation/net-errors.ts';
import { actions } from './actions.ts';
import { StepError } from './find-target.ts';

/** Real time of all steps of a capture. Unit: ms. */
const maxStepsMs = 60_000;

/** Waits for what follows a step; `documents`: number of documents before it. */
type Settle = (documents: number) => Promise<void>;

/**
 * Performs the caller's steps in order, and waits for what follows each one. A step that is not
 * possible fails the capture, or is a warning if it is optional.
 */
export async function runSteps(page: CapturePage, settle: Settle): Promise<void> {
  const { steps = [] } = page.spec;
  const untilMs = performance.now() + maxStepsMs;
  for (const [index, step] of steps.entries()) {
    const name = `${index + 1} (${step.action})`;
    page.waitLog.renew();
    page.navigations.renew();
    const error =
      performance.now() > untilMs
        ? new StepError(`the steps before took longer than ${inSeconds(maxStepsMs)}`)
        : await perform(page, step, settle);
    if (error === undefined) continue;
    if (!step.isOptional)
      throw new CaptureError(error.reason, `steps: step ${name} failed: ${error.message}.`);
    page.warnings.add('steps', `Step ${name} was skipped: ${error.message}.`);
  }
  if (steps.length > 0) page.waitLog.renew();
}

/** Performs one step and reports it. Returns the error if it was not possible. */
async function perform(
  page: CapturePage,
  step: CaptureStep,
  settle: Settle,
): Promise<StepError | undefined> {
  const { action } = step;
  const startedMs = performance.now();
  let ok = false;
  try {
    const documents = page.navigations.documentCount;
    await actions[action](page, step);
    await settle(documents);
    const { latest } = page.navigations;
    if (action === 'goto' && latest !== undefined && hasFailed(latest)) throw gotoError(latest);
    ok = true;
    return undefined;
  } catch (err) {
    if (err instanceof StepError) return err;
    if (err instanceof CaptureError || page.progress.error !== undefined) throw err;
    // The document was replaced while the step asked it something.
    return new StepError('the page changed to another document');
  } finally {
    page.steps.push({ action, ms: Math.round(performance.now() - startedMs), ok });
  }
}

/** Returns the error of a URL that leads to no page: the one of its server, or of the step. */
function gotoError({ errorText, url }: Navigation): Error {
  const isOfServer = errorText !== null && errorText !== 'net::ERR_ABORTED';
  return isOfServer ? inferNetError(errorText, url) : new StepError('the URL leads to no page');
}
