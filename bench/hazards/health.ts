import { setTimeout as sleep } from 'node:timers/promises';

import { decodePicture } from '../measure/picture.ts';
import { commandLineOf, type ProcessTree } from '../measure/process-tree.ts';
import type { Api } from '../ours/api.ts';

/** Maximum time for a tiny capture, and for the processes of the last hazard to exit. */
const HEALTHY_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 100;
const CREDITS_A_CAPTURE = 1;

/** Counts of browser processes in a tree. */
interface Census {
  readonly browsers: number;
  readonly renderers: number;
}

/**
 * Checks that the server is as before: it responds, captures the right page and has ended what
 * hazards started.
 */
export interface HealthCheck {
  /** Returns the faults after a hazard that cost this many credits. */
  faults(creditsCharged: number): Promise<string[]>;
}

/**
 * Creates the check on a healthy server; `origin` is that of the bench's site, `tree` that of the
 * server.
 */
export async function createHealthCheck(
  api: Api,
  tree: ProcessTree,
  origin: string,
): Promise<HealthCheck> {
  let asked = 0;
  /** Captures a page with a colour that has not been used before; returns the remaining credits. */
  const draw = async (): Promise<{ credits: number; faults: string[] }> => {
    asked += 1;
    const color = (0x10_20_30 + asked * 0x01_02_01).toString(16).padStart(6, '0');
    const url = `${origin}/color/${color}`;
    const startedAt = performance.now();
    const source = { url };
    const { requestId } = await api.accept({ page: 'tiny', source, isFullPage: false });
    const credits = api.creditsRemaining() ?? Number.NaN;
    const { status, code } = await api.finish(requestId);
    const ms = performance.now() - startedAt;
    if (status !== 'COMPLETE') return { credits, faults: [`then a tiny page: ${status} ${code}`] };
    const shown = Buffer.from(decodePicture(await api.image(requestId)).at(0, 0)).toString('hex');
    return {
      credits,
      faults: [
        ...(shown === color ? [] : [`then a tiny page shows #${shown}, not #${color}`]),
        ...(ms <= HEALTHY_WITHIN_MS ? [] : [`then a tiny page took ${Math.round(ms)} ms`]),
      ],
    };
  };
  for (let i = 0; i < 3; i += 1) await draw();
  await sleep(1_000);
  const usual = takeCensus(tree);
  let { credits: creditsBefore } = await draw();

  return {
    faults: async (creditsCharged) => {
      const { credits, faults } = await draw();
      const spent = creditsBefore - credits;
      creditsBefore = credits;
      if (spent !== creditsCharged + CREDITS_A_CAPTURE) {
        faults.push(`${spent} credits spent for it and a tiny page`);
      }
      return [...faults, ...(await leftovers(tree, usual))];
    },
  };
}

/** Returns the processes that remain after the hazard had time to end. */
async function leftovers(tree: ProcessTree, usual: Census): Promise<string[]> {
  const deadline = performance.now() + HEALTHY_WITHIN_MS;
  for (;;) {
    const { browsers, renderers } = takeCensus(tree);
    if (browsers <= usual.browsers && renderers <= usual.renderers) return [];
    if (performance.now() > deadline) {
      return [`${browsers} browsers with ${renderers} renderers are left`];
    }
    await sleep(LOOK_EVERY_MS);
  }
}

function takeCensus(tree: ProcessTree): Census {
  const lines = tree.pids().map(commandLineOf);
  return {
    browsers: lines.filter(
      (line) => line.includes('--remote-debugging-pipe') && !line.includes('--type='),
    ).length,
    renderers: lines.filter((line) => line.includes('--type=renderer')).length,
  };
}
