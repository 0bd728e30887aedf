// Runs the baseline in a separate process, so that its CPU time is counted with its browser's.
// Captures are requested and returned by IPC.
import '../measure/collect-rarely.ts';
import type { CaptureJob } from '../target.ts';
import { launchBaselineBrowser } from './baseline-browser.ts';
import { createBaselineCapture } from './baseline-capture.ts';

const browser = await launchBaselineBrowser();
const capture = createBaselineCapture(browser);

process.on('message', ({ id, job }: { id: number; job: CaptureJob }) => {
  capture(job).then(
    (result) => process.send?.({ id, result }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
process.once('disconnect', () => {
  browser.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
process.send?.('ready');
