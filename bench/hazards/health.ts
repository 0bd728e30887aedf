import { setTimeout as sleep } from 'node:timers/promises';

import { topLeftColor } from '../measure/decode-image.ts';
import { commandLineOf, type ProcessTree } from '../measure/process-tree.ts';
import type { Api } from '../server/api.ts';

/** Maximum time for a tiny capture, and for the processes of the last hazard to exit. */
const healthyTimeoutMs = 10_000;
const pollIntervalMs = 100;
const creditsPerCapture = 1;

/**
 * Checks that the server is as before: it responds, captures the right page and has ended what
 * hazards started.
 */
export interface HealthCheck {
  /** Returns the violations after a hazard that cost this many credits. */
  violations(creditsCharged: number): Promise<string[]>;
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
  let captureCount = 0;
  /** Captures a page with a colour that has not been used before; returns the remaining credits. */
  const captureNewColor = async (): Promise<{ credits: number; violations: string[] }> => {
    captureCount += 1;
    const color = (0x10_20_30 + captureCount * 0x01_02_01).toString(16).padStart(6, '0');
    const url = `${origin}/color/${color}`;
    const startedAt = performance.now();
    const source = { url };
    const { requestId } = await api.accept({ page: 'tiny', source, isFullPage: false });
    const credits = api.creditsRemaining() ?? Number.NaN;
    const { status, code } = await api.finish(requestId);
    const ms = performance.now() - startedAt;
    if (status !== 'COMPLETE')
      return { credits, violations: [`then a tiny page: ${status} ${code}`] };
    const shown = topLeftColor(await api.image(requestId));
    return {
      credits,
      violations: [
        ...(shown === color ? [] : [`then a tiny page shows #${shown}, not #${color}`]),
        ...(ms <= healthyTimeoutMs ? [] : [`then a tiny page took ${Math.round(ms)} ms`]),
      ],
    };
  };
  for (let i = 0; i < 3; i += 1) await captureNewColor();
  await sleep(1_000);
  const initialCount = countRenderers(tree);
  let { credits: creditsBefore } = await captureNewColor();

  return {
    violations: async (creditsCharged) => {
      const { credits, violations } = await captureNewColor();
      const spent = creditsBefore - credits;
      creditsBefore = credits;
      if (spent !== creditsCharged + creditsPerCapture) {
        violations.push(`${spent} credits spent for it and a tiny page`);
      }
      return [...violations, ...(await findLeftovers(tree, initialCount))];
    },
  };
}

/**
 * Returns the renderers that remain after the hazard had time to end. Browsers without a renderer
 * wait for the next capture.
 */
async function findLeftovers(tree: ProcessTree, initialCount: number): Promise<string[]> {
  const deadline = performance.now() + healthyTimeoutMs;
  for (;;) {
    const renderers = countRenderers(tree);
    if (renderers <= initialCount) return [];
    if (performance.now() > deadline) return [`${renderers} renderers are left`];
    await sleep(pollIntervalMs);
  }
}

function countRenderers(tree: ProcessTree): number {
  return tree.pids().filter((pid) => commandLineOf(pid).includes('--type=renderer')).length;
}
