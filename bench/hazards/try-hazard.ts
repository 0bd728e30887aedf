import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { commandLineOf, type ProcessTree } from '../measure/process-tree.ts';
import type { Api, CaptureRecord } from '../server/api.ts';
import { checkFailure, checkImage, checkRejection } from './check-outcome.ts';
import { hazardViewport } from './build.ts';
import type { Hazard } from './hazard.ts';
import { pathOnOtherSite } from './hazards.ts';

/** Delay before the kill: the page of such a hazard takes two seconds. */
const killAfterMs = 1_000;

/** Site with the pages of the hazards. */
export interface HazardSite {
  readonly origin: string;
  /** True for the bench's own site, whose images are known to the pixel. */
  readonly isOwnSite: boolean;
}

/** Dependencies of a hazard run. */
export interface HazardContext {
  readonly api: Api;
  readonly tree: ProcessTree;
  readonly site: HazardSite;
  /** Folder for every image. */
  readonly saveDir: string | undefined;
}

/** Result of a hazard; without violations it ended as expected. */
export interface Trial {
  readonly hazard: Hazard;
  /** Readable summary: status, code, size. */
  readonly end: string;
  readonly ms: number;
  readonly creditsCharged: number;
  /** Error message returned to the caller, if the capture failed. */
  readonly message: string;
  readonly violations: readonly string[];
}

type Outcome = Pick<Trial, 'end' | 'creditsCharged' | 'message' | 'violations'>;

/**
 * Requests one hazard as a customer would and checks its end. `patience` is the factor by which it
 * may take longer than alone.
 */
export async function tryHazard(
  context: HazardContext,
  hazard: Hazard,
  patience = 1,
): Promise<Trial> {
  const startedAt = performance.now();
  let endedAt: number | undefined;
  const ended = await requestHazard(context, hazard, () => (endedAt = performance.now())).catch(
    (error: unknown): Outcome => {
      return { end: 'no response', creditsCharged: 0, message: '', violations: [String(error)] };
    },
  );
  const ms = (endedAt ?? performance.now()) - startedAt;
  const timeoutMs = hazard.timeoutMs * patience;
  const late = ms > timeoutMs ? [`took ${Math.round(ms)} ms, not ${timeoutMs}`] : [];
  return { hazard, ms, ...ended, violations: [...ended.violations, ...late] };
}

/** `onEnd` is called when the API reports the end, before the image is checked. */
async function requestHazard(
  context: HazardContext,
  hazard: Hazard,
  onEnd: () => void,
): Promise<Outcome> {
  const { status, body } = await context.api.post(...requestOf(hazard, context.site));
  if (status !== 202) {
    onEnd();
    return {
      end: `${status} ${String(body['code'])}`,
      message: String(body['message']),
      creditsCharged: Number(body['creditsCharged']),
      violations: checkRejection(hazard, { status, body }),
    };
  }
  if (hazard.kills !== undefined) await killProcess(context.tree, hazard.kills);
  const requestId = String(body['requestId']);
  const record = await context.api.finish(requestId);
  onEnd();
  return checkEnd(context, hazard, { requestId, record });
}

async function checkEnd(
  { api, site, saveDir }: HazardContext,
  hazard: Hazard,
  { requestId, record }: { readonly requestId: string; readonly record: CaptureRecord },
): Promise<Outcome> {
  const { status, code, creditsCharged, message } = record;
  if (status !== 'COMPLETE') {
    const violations = checkFailure(hazard, record);
    return { end: `${status} ${code}`, creditsCharged, message: message ?? '', violations };
  }
  const bytes = await api.image(requestId);
  if (saveDir !== undefined) {
    mkdirSync(saveDir, { recursive: true });
    const extension = bytes[0] === 0x89 ? 'png' : 'jpg';
    writeFileSync(join(saveDir, `${hazard.name}.${extension}`), bytes);
  }
  const { size, violations } = checkImage(hazard, {
    bytes,
    creditsCharged,
    isOwnSite: site.isOwnSite,
  });
  return { end: `${status} ${size}`, creditsCharged, message: '', violations };
}

function requestOf({ request }: Hazard, { origin, isOwnSite }: HazardSite): [string, object] {
  const { source, options } = request;
  const size = { width: hazardViewport.widthPx, height: hazardViewport.heightPx };
  const rest = { ...(options?.['emulate_device'] === undefined && size), ...options };
  if ('html' in source) return ['/html-to-image', { html: source.html(), ...rest }];
  if ('url' in source) return ['/screenshots', { url: source.url, ...rest }];
  const path = isOwnSite ? `/hazard/${source.page}` : (pathOnOtherSite(source.page) ?? '/');
  return ['/screenshots', { url: origin + path, ...rest }];
}

async function killProcess(tree: ProcessTree, type: string): Promise<void> {
  await sleep(killAfterMs);
  const victim = tree.pids().find((pid) => commandLineOf(pid).includes(`--type=${type}`));
  if (victim === undefined) throw new Error(`there is no ${type} to kill`);
  process.kill(victim, 'SIGKILL');
}
