import { addStyles } from '../../in-page/injection.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';
import { CaptureError } from '../../lib/capture-error.ts';

/** True if a style sheet loads something, which the content policy of the page may forbid. */
export function loadsResources(css: string): boolean {
  return /@import|url\(|image-set\(/i.test(css);
}

/** Adds the caller's style sheet to the current document, once. */
export async function injectCss(page: CapturePage): Promise<void> {
  const { injectCss: css } = page.spec;
  if (css === undefined) return;
  const ruleCount = await evaluate(page, addStyles, css);
  if (ruleCount === 0) page.warnings.add('inject_css', 'The style sheet has no valid rule.');
}

/**
 * Runs the caller's script in the page, even if the page's own scripts are disabled, and awaits it
 * if it is asynchronous. Its errors are included in the report and do not fail the capture.
 */
export async function injectJs(page: CapturePage): Promise<void> {
  const { spec, session, progress, limits, consoleErrors } = page;
  if (spec.injectJs === undefined) return;
  const call = {
    expression: spec.injectJs,
    replMode: true,
    awaitPromise: true,
    userGesture: true,
    allowUnsafeEvalBlockedByCSP: true,
  };
  try {
    const running = session.send('Runtime.evaluate', call, {
      timeoutMs: limits.scriptTimeoutMs + 1_000,
    });
    const { exceptionDetails } = await progress.raceWithTimeout(
      page.clock.during(running),
      limits.scriptTimeoutMs,
      navigationTimeoutError,
    );
    if (exceptionDetails === undefined) return;
    const error = exceptionDetails.exception?.description ?? exceptionDetails.text;
    consoleErrors.add(`Injected script: ${error}`);
    page.warnings.add('inject_js', `The script failed: ${firstLine(error)}`);
  } catch (err) {
    if (progress.error !== undefined) throw progress.error;
    // A script that navigates the page destroys the context of its own result.
    const error = err instanceof Error ? err.message : 'no response';
    consoleErrors.add(`Injected script: ${error}`);
    if (err instanceof CaptureError) page.warnings.add('inject_js', `The script failed: ${error}.`);
  }
}

const maxErrorLength = 200;

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, maxErrorLength);
}

function navigationTimeoutError(): CaptureError {
  return new CaptureError('render_timeout', 'it did not finish in time');
}
