// Runs the baseline in a separate process, so that its CPU time is counted with its browser's.
// Shots are requested and returned by IPC.
import type { ShotJob } from '../shot.ts';
import { launchBareBrowser } from './bare-browser.ts';
import { createBareShooter } from './bare-shot.ts';
import { findHeadlessShell } from './find-browser.ts';

const browser = await launchBareBrowser(findHeadlessShell());
const shoot = createBareShooter(browser);

process.on('message', ({ id, job }: { id: number; job: ShotJob }) => {
  shoot(job).then(
    (shot) => process.send?.({ id, shot }),
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
