import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { commandLineOf, type ProcessTree } from '../measure/process-tree.ts';
import type { Api, CaptureRecord } from '../ours/api.ts';
import { faultsOfFailure, faultsOfPicture, faultsOfRefusal } from './check-end.ts';
import { hazardViewport } from './build.ts';
import type { Hazard } from './hazard.ts';
import { pathElsewhere } from './hazards.ts';

/** Delay before the kill: the page of such a hazard takes two seconds. */
const killAfterMs = 1_000;

/** Site with the pages of the hazards. */
export interface HazardSite {
  readonly origin: string;
  /** True for the bench's own site, whose images are known to the pixel. */
  readonly isOurs: boolean;
}

/** Dependencies of a hazard run. */
export interface HazardMeans {
  readonly api: Api;
  readonly tree: ProcessTree;
  readonly site: HazardSite;
  /** Folder for every image. */
  readonly saveDir: string | undefined;
}

/** Result of a hazard; without faults it ended as expected. */
export interface Trial {
  readonly hazard: Hazard;
  /** Readable summary: status, code, size. */
  readonly end: string;
  readonly ms: number;
  readonly creditsCharged: number;
  /** Error message returned to the caller, if the capture failed. */
  readonly message: string;
  readonly faults: readonly string[];
}

type Ended = Pick<Trial, 'end' | 'creditsCharged' | 'message' | 'faults'>;

/** Requests one hazard as a customer would and checks its end. */
export async function tryHazard(means: HazardMeans, hazard: Hazard): Promise<Trial> {
  const startedAt = performance.now();
  let endedAt: number | undefined;
  const ended = await askFor(means, hazard, () => (endedAt = performance.now())).catch(
    (error: unknown): Ended => {
      return { end: 'no answer', creditsCharged: 0, message: '', faults: [String(error)] };
    },
  );
  const ms = (endedAt ?? performance.now()) - startedAt;
  const late = ms > hazard.withinMs ? [`took ${Math.round(ms)} ms, not ${hazard.withinMs}`] : [];
  return { hazard, ms, ...ended, faults: [...ended.faults, ...late] };
}

/** `onEnd` is called when the API reports the end, before the image is checked. */
async function askFor(means: HazardMeans, hazard: Hazard, onEnd: () => void): Promise<Ended> {
  const { status, body } = await means.api.post(...requestOf(hazard, means.site));
  if (status !== 202) {
    onEnd();
    return {
      end: `${status} ${String(body['code'])}`,
      message: String(body['message']),
      creditsCharged: Number(body['creditsCharged']),
      faults: faultsOfRefusal(hazard, { status, body }),
    };
  }
  if (hazard.kills !== undefined) await killOne(means.tree, hazard.kills);
  const requestId = String(body['requestId']);
  const record = await means.api.finish(requestId);
  onEnd();
  return endOf(means, hazard, { requestId, record });
}

async function endOf(
  { api, site, saveDir }: HazardMeans,
  hazard: Hazard,
  { requestId, record }: { readonly requestId: string; readonly record: CaptureRecord },
): Promise<Ended> {
  const { status, code, creditsCharged, message } = record;
  if (status !== 'COMPLETE') {
    const faults = faultsOfFailure(hazard, record);
    return { end: `${status} ${code}`, creditsCharged, message: message ?? '', faults };
  }
  const bytes = await api.image(requestId);
  if (saveDir !== undefined) {
    mkdirSync(saveDir, { recursive: true });
    const extension = bytes[0] === 0x89 ? 'png' : 'jpg';
    writeFileSync(join(saveDir, `${hazard.name}.${extension}`), bytes);
  }
  const { size, faults } = faultsOfPicture(hazard, { bytes, creditsCharged, isOurs: site.isOurs });
  return { end: `${status} ${size}`, creditsCharged, message: '', faults };
}

function requestOf({ request }: Hazard, { origin, isOurs }: HazardSite): [string, object] {
  const { source, options } = request;
  const size = { width: hazardViewport.widthPx, height: hazardViewport.heightPx };
  const rest = { ...(options?.['emulate_device'] === undefined && size), ...options };
  if ('html' in source) return ['/html-to-image', { html: source.html(), ...rest }];
  if ('url' in source) return ['/screenshots', { url: source.url, ...rest }];
  const path = isOurs ? `/hazard/${source.page}` : (pathElsewhere(source.page) ?? '/');
  return ['/screenshots', { url: origin + path, ...rest }];
}

async function killOne(tree: ProcessTree, type: string): Promise<void> {
  await sleep(killAfterMs);
  const victim = tree.pids().find((pid) => commandLineOf(pid).includes(`--type=${type}`));
  if (victim === undefined) throw new Error(`there is no ${type} to kill`);
  process.kill(victim, 'SIGKILL');
}
