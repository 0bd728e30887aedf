import type { WaitReason } from '../../capture-result.ts';
import { probeLoaders, type Readiness } from '../../in-page/readiness.ts';
import type { CapturePage } from '../capture-page.ts';
import { extendedLimitMs } from '../clock/clock-failure.ts';
import { evaluate } from '../evaluate.ts';
import { countedWaitMs } from '../network/open-requests.ts';
import { checkWithAnimations, probe } from './check-document.ts';
import { followChanges, followSteps } from './follow-changes.ts';
import { createHiddenWait, type HiddenWait } from './hidden-wait.ts';
import { nextRetry } from './retry-wait.ts';
import { hasBusyWorker } from './busy-workers.ts';
import { defaultRules } from './default-rules.ts';
import { endlessMs, holdAnimations } from './late-motion.ts';
import {
  constantSlice,
  createSlice,
  largeLoaderShare,
  maxAnimationMs,
  maxDeterministicMs,
  maxFastMs,
  stabilityRules,
  type Slice,
  type StabilityRules,
} from './stability-rules.ts';

/** Interval of checks while the network is waited for. Unit: ms. */
const networkIntervalMs = 33;
const imageIntervalMs = 16;
/** Last part of a page's time, and frames with a change in it from which the page is restless. Unit: ms. */
const lastPartMs = 1_000;
const restlessChanges = 4;
/** Time beyond the end of an animation, so that a frame shows it. Unit: ms. */
const lastFrameMs = 20;
/** Steps of an animation after which the document is checked again. */
const stepsPerCheck = 5;
/**
 * Maximum number of steps in which animations end after the time for fast steps is over, so that none is
 * shown halfway.
 */
const maxLateSteps = 2;
/** Real time for which a page that polls is followed. Unit: ms. */
const maxPollingMs = 2_500;
/** A full page requests more, so its waits for the network may take longer by this factor. */
const fullPageFactor = 1.5;

/** Conditions and rules of the wait. */
export interface StabilityOptions {
  readonly images: 'visible' | 'all';
  /** Default: by the page's scripts and its navigations. */
  readonly rules?: StabilityRules;
  /** True if changes frame by frame are followed once more. Default: only after the first load. */
  readonly areChangesFollowed?: boolean;
}

/** State of one wait. */
interface Wait {
  readonly rules: StabilityRules;
  readonly images: StabilityOptions['images'];
  readonly slice: Slice;
  /** Time on the page's clock since the wait began. */
  totalMs: number;
  /** Time for which animations have been followed. */
  animationMs: number;
  /** Number of steps in which animations passed after the time for fast steps. */
  lateSteps: number;
  readonly hidden: HiddenWait | undefined;
  areEndlessHeld: boolean;
  mustFollowChanges: boolean;
  /** Frames that showed a change before the last second of the page's time. */
  earlyChanges: number;
}

/**
 * Waits until a page has come to rest: relevant requests, timers of the near future, finite
 * animations, images, fonts and changes frame by frame. The network is waited for in real time; the
 * rest passes on the page's clock. Returns `left` if the page navigates during the wait.
 */
export async function waitUntilStable(
  page: CapturePage,
  { images, rules: given, areChangesFollowed = false }: StabilityOptions,
): Promise<'settled' | 'left'> {
  const rules = given ?? (await defaultRules(page));
  const isFirst = rules.calmMs >= stabilityRules.first.calmMs && !page.waitLog.hasFollowedChanges;
  const wait: Wait = {
    rules,
    images,
    slice: page.spec.determinism === undefined ? createSlice() : constantSlice,
    totalMs: 0,
    animationMs: 0,
    lateSteps: 0,
    hidden: isFirst ? createHiddenWait(page) : undefined,
    areEndlessHeld: false,
    mustFollowChanges: areChangesFollowed || isFirst,
    earlyChanges: 0,
  };
  page.clock.start();
  for (;;) {
    if (isNavigating(page)) return 'left';
    if (mustHoldEndless(wait)) {
      wait.areEndlessHeld = true;
      await holdAnimations(page);
    }
    if (await waitForNetwork(page, wait)) continue;
    if (await passRetry(page, wait)) continue;
    if (await passTimers(page, wait)) continue;
    const found = await checkWithAnimations(page, {
      images: wait.images,
      mayBeHidden: wait.hidden !== undefined,
    });
    if (found === undefined || isNavigating(page)) return 'left';
    const { readiness } = found;
    page.navigations.recordMetrics(readiness);
    if (await followAnimations(page, wait, found.animationMs)) continue;
    if (await waitForResources(page, wait, readiness)) continue;
    if (await passChanges(page, wait, readiness)) continue;
    if (await passHidden(page, wait, found.isHidden)) continue;
    // The last frame may have asked for something that only the checks since then have reported.
    if (page.requests.waits().length > 0 && mayWaitForNetwork(page)) continue;
    if (mayWaitForNetwork(page) && (await hasBusyWorker(page))) continue;
    page.waitLog.noteUnderWay(page.requests.underWay());
    return 'settled';
  }
}

/** Lets real time pass while something relevant is under way. */
async function waitForNetwork(page: CapturePage, wait: Wait): Promise<boolean> {
  const { requests, waitLog, clock, spec } = page;
  const waits = requests.waits();
  if (!mayWaitForNetwork(page)) return false;
  waitLog.noteEnded(requests.endedCount, clock.elapsedMs);
  const mayPoll = spec.determinism === undefined && waitLog.pollingMs < maxPollingMs;
  const isPolling = mayPoll && requests.isPolling;
  if (waits.length === 0 && !isPolling) {
    // The last response may lead to further requests.
    await clock.catchUp();
    return requests.waits().length > 0;
  }
  waitLog.noteRequests(waits);
  const realMs = await measure({ page, wait }, 'requests', () =>
    clock.follow(networkIntervalMs, page.changed.next()),
  );
  // A poller waits for its server, so that its clock is the server's.
  if (isPolling) waitLog.pollingMs += realMs;
  else waitLog.discount(realMs - countedWaitMs(waits, realMs));
  return true;
}

/** Lets the page's clock pass, as fast as its frames can be computed. */
async function passTimers(page: CapturePage, wait: Wait): Promise<boolean> {
  const { rules, slice, totalMs } = wait;
  const quietMs = page.clock.elapsedMs - page.waitLog.endedAtMs;
  const leftMs = Math.max(rules.calmMs - totalMs, rules.afterMs - quietMs);
  if (leftMs <= 0 || !mayPassQuickly(page)) return false;
  const ms = Math.min(slice.ms, leftMs);
  if (leftMs >= lastPartMs) wait.earlyChanges = page.clock.changeCount;
  // The last step is drawn, so that the checks after it see its layout.
  if (!slice.isDrawn && leftMs > ms) {
    await measure({ page, wait }, 'timers', () => page.clock.advanceUndrawn(ms));
    slice.recordUndrawn();
    return true;
  }
  let hasChanged = true;
  const costMs = await measure({ page, wait }, 'timers', async () => {
    hasChanged = await page.clock.advance(ms);
  });
  if (page.clock.kind === 'virtual') slice.record(costMs, hasChanged);
  return true;
}

/**
 * Lets the next part of `remainingMs` pass, the longest rest of the page's finite animations. Without
 * scripts, that is all of it once a frame has started them: styles alone decide what such a page
 * shows at any time. A page whose frames have taken too long gets the rest in one step, too.
 */
async function followAnimations(
  page: CapturePage,
  wait: Wait,
  remainingMs: number,
): Promise<boolean> {
  const { usual, endless } = maxAnimationMs;
  const maxMs = page.waitLog.hasEndlessAnimations ? endless : usual;
  const animationMs = Math.min(remainingMs, maxMs - wait.animationMs);
  if (remainingMs > 1 && wait.animationMs >= usual) page.waitLog.hasEndlessAnimations = true;
  const isLate = !mayPassQuickly(page);
  if (animationMs <= 1 || (isLate && wait.lateSteps >= maxLateSteps)) return false;
  if (isLate) wait.lateSteps += 1;
  const isInOneStep =
    isLate || (wait.animationMs > 0 && (await page.scriptDetection.isScriptFree()));
  let leftMs = animationMs + lastFrameMs;
  for (let step = 0; step < stepsPerCheck && leftMs > 0; step += 1) {
    const untilHeldMs = wait.areEndlessHeld ? Infinity : endlessMs - wait.totalMs;
    const ms = Math.min(leftMs, isInOneStep ? untilHeldMs : wait.slice.ms);
    await measure({ page, wait }, 'animations', () => page.clock.advance(ms));
    wait.animationMs += ms;
    leftMs -= ms;
    const isInterrupted = isNavigating(page) || page.requests.waits().length > 0;
    if (isInterrupted || wait.animationMs === ms || mustHoldEndless(wait)) break;
  }
  return true;
}

/**
 * Lets time pass until a page retries a request that has failed: in real time at first, because servers
 * recover by theirs.
 */
async function passRetry(page: CapturePage, wait: Wait): Promise<boolean> {
  const { ms, isReal, record } = await nextRetry(page);
  if (ms === 0 || !(isReal ? mayWaitForNetwork(page) : mayPassQuickly(page))) return false;
  const realMs = await measure({ page, wait }, isReal ? 'requests' : 'timers', () =>
    isReal ? page.clock.follow(ms, page.changed.next()) : page.clock.advance(ms),
  );
  record(isReal ? realMs : ms);
  return true;
}

/** Lets time pass on a page that shows nothing of itself, and some more when it has shown itself. */
async function passHidden(page: CapturePage, wait: Wait, isHidden: boolean): Promise<boolean> {
  const ms = (await wait.hidden?.next(isHidden)) ?? 0;
  if (ms === 0 || !mayPassQuickly(page)) return false;
  await measure({ page, wait }, 'loaders', () => page.clock.advance(ms));
  return true;
}

/** Returns true if it is time to hold motion without an end. */
function mustHoldEndless({ areEndlessHeld, totalMs }: Wait): boolean {
  return !areEndlessHeld && totalMs >= endlessMs;
}

/** Waits for images and fonts, and for whatever is under way while a loader fills the view. */
async function waitForResources(
  page: CapturePage,
  wait: Wait,
  readiness: Readiness,
): Promise<boolean> {
  const reason = await missingResource(page, readiness);
  if (reason === undefined || !mayWaitForNetwork(page)) return false;
  const ms = reason === 'loaders' ? networkIntervalMs : imageIntervalMs;
  await measure({ page, wait }, reason, () => page.clock.follow(ms, page.changed.next()));
  return true;
}

async function missingResource(
  page: CapturePage,
  { areImagesLoading, areFontsLoading }: Readiness,
): Promise<WaitReason | undefined> {
  const { waitLog, requests, spec } = page;
  if (areImagesLoading && !waitLog.isLoadGivenUp) return 'images';
  if (areFontsLoading && !waitLog.isLoadGivenUp) return 'fonts';
  if (spec.determinism !== undefined) return undefined;
  if (requests.underWay().length === 0 && !requests.isPolling) return undefined;
  const share = (await probe(page, () => evaluate(page, probeLoaders))) ?? 0;
  return share >= largeLoaderShare ? 'loaders' : undefined;
}

/** Follows changes frame by frame, once. */
async function passChanges(page: CapturePage, wait: Wait, readiness: Readiness): Promise<boolean> {
  if (page.spec.determinism !== undefined || page.clock.kind !== 'virtual') return false;
  if (!wait.mustFollowChanges) return false;
  wait.mustFollowChanges = false;
  const isRestless = page.clock.changeCount - wait.earlyChanges >= restlessChanges;
  const advance = (ms: number): Promise<unknown> =>
    measure({ page, wait }, 'changes', () => page.clock.advance(ms));
  await followChanges(page, readiness, advance);
  if (isRestless) await followSteps(page, readiness, advance);
  return true;
}

/** Runs one step of a wait, records its times, and returns its real time. */
async function measure(
  { page: { clock, waitLog }, wait }: { readonly page: CapturePage; readonly wait: Wait },
  reason: WaitReason,
  step: () => Promise<unknown>,
): Promise<number> {
  const startedMs = performance.now();
  const clockStartedMs = clock.elapsedMs;
  await step();
  const realMs = performance.now() - startedMs;
  const clockMs = clock.elapsedMs - clockStartedMs;
  wait.totalMs += clockMs;
  waitLog.add(reason, { clockMs, realMs });
  return realMs;
}

function mayWaitForNetwork({ waitLog, limits, spec }: CapturePage): boolean {
  const maxMs = limits.stabilityTimeoutMs * (spec.isFullPage ? fullPageFactor : 1);
  return waitLog.networkMs < maxMs;
}

function mayPassQuickly({ clock, waitLog, spec }: CapturePage): boolean {
  const maxMs = spec.determinism === undefined ? extendedLimitMs(maxFastMs) : maxDeterministicMs;
  return clock.kind === 'real' || waitLog.fastMs < maxMs;
}

function isNavigating({ navigations, interception }: CapturePage): boolean {
  return navigations.isNavigating && !interception.isNavigationBlocked;
}
