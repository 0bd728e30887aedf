import { hasOwnMotion, type Readiness } from '../../in-page/readiness.ts';
import type { CapturePage } from '../capture-page.ts';
import { extendedLimitMs } from '../clock/clock-failure.ts';
import { evaluate } from '../evaluate.ts';
import { checkOnce, probe, scriptTime } from './check-document.ts';

/** Time of the page for which a document that changes frame by frame is followed. Unit: ms. */
const followedMs = { ofChanges: 2_550, ofScripts: 1_020 } as const;
/** Shortest and longest time between two of its frames. Unit: ms. */
const frameMs = { least: 17, most: 60 } as const;
const framesPerCheck = 4;
/** Time for which a page that changes again and again is followed, and the least number of its changes in each part. */
const restless = { maxMs: 3_500, partMs: 500, stepMs: 50, leastChanges: 3 } as const;
/** Real time after which a page whose frames are expensive is followed no longer. Unit: ms. */
const maxFollowedMs = { ofChanges: 2_000, ofScripts: 1_000 } as const;

/** Time since a document is followed: real time, its frames, and time of the page. */
interface Followed {
  readonly realMs: number;
  readonly frames: number;
  readonly passedMs: number;
}

/**
 * Follows a document that changes frame by frame, or whose scripts run frame by frame, such as a
 * number that counts up. Frames that show a change count as well: the document does not tell what a canvas or a
 * shadow tree shows. Scripts that have run without an end before are followed only while they change something.
 */
export async function followChanges(
  page: CapturePage,
  { changeCount }: Pick<Readiness, 'changeCount'>,
  advance: (ms: number) => Promise<unknown>,
): Promise<void> {
  const { clock, waitLog } = page;
  waitLog.hasFollowedChanges = true;
  let seenChanges = changeCount;
  let seenScriptS = await scriptTime(page);
  let seenDamage = clock.changeCount;
  const movesByItself = (await probe(page, () => evaluate(page, hasOwnMotion))) ?? true;
  const startedMs = performance.now();
  const isOver = (ms: number): boolean => performance.now() - startedMs > extendedLimitMs(ms);
  let frames = 0;
  let passedMs = 0;
  while (passedMs < followedMs.ofChanges && !isOver(maxFollowedMs.ofChanges)) {
    const realMs = performance.now() - startedMs;
    const stepMs = nextFrameMs(
      { realMs, frames, passedMs },
      extendedLimitMs(maxFollowedMs.ofChanges),
    );
    for (let step = 0; step < framesPerCheck; step += 1) await advance(stepMs);
    frames += framesPerCheck;
    passedMs += framesPerCheck * stepMs;
    const readiness = await checkOnce(page, 'visible');
    if (readiness === undefined) break;
    const scriptS = await scriptTime(page);
    const isRunning = scriptS !== seenScriptS;
    const isSeen = clock.changeCount - seenDamage >= framesPerCheck - 1;
    const isDrawing = isSeen && (isRunning || !movesByItself);
    const isChanging = readiness.changeCount - seenChanges >= framesPerCheck - 1 || isDrawing;
    if (!isChanging && !isRunning) break;
    const isEndless = passedMs > followedMs.ofScripts || isOver(maxFollowedMs.ofScripts);
    if (!isChanging && isEndless) waitLog.hasEndlessScripts = true;
    if (!isChanging && waitLog.hasEndlessScripts) break;
    seenChanges = readiness.changeCount;
    seenScriptS = scriptS;
    seenDamage = clock.changeCount;
  }
}

/**
 * Returns the time of the page until its next frame. Frames that take so long that `maxRealMs` would end before the
 * page's time become fewer and longer, so that a slow machine sees the same end.
 */
export function nextFrameMs({ realMs, frames, passedMs }: Followed, maxRealMs: number): number {
  if (frames === 0) return frameMs.least;
  const leftMs = Math.max(0, maxRealMs - realMs);
  const affordableFrames = (leftMs * frames) / realMs;
  const neededMs = (followedMs.ofChanges - passedMs) / affordableFrames;
  return Math.min(frameMs.most, Math.max(frameMs.least, neededMs));
}

/** Follows a document that changes again and again, but not frame by frame, such as text that is typed. */
export async function followSteps(
  page: CapturePage,
  { changeCount }: Pick<Readiness, 'changeCount'>,
  advance: (ms: number) => Promise<unknown>,
): Promise<void> {
  const startedMs = performance.now();
  let seenChanges = changeCount;
  for (let ms = 0; ms < restless.maxMs; ms += restless.partMs) {
    if (performance.now() - startedMs > extendedLimitMs(maxFollowedMs.ofScripts)) break;
    for (let step = 0; step < restless.partMs; step += restless.stepMs)
      await advance(restless.stepMs);
    const readiness = await checkOnce(page, 'visible');
    if (readiness === undefined || readiness.changeCount - seenChanges < restless.leastChanges)
      break;
    seenChanges = readiness.changeCount;
  }
}
