import type { CaptureCleaning } from '../../capture-cleaning.ts';
import {
  findMatches,
  hideMatches,
  maskMatches,
  removeMask,
  removeMatches,
  type SelectorMatches,
} from '../../in-page/cleaning.ts';
import type { ProxySession } from '../../egress/egress.ts';
import { CaptureError } from '../../lib/capture-error.ts';
import type { CaptureSpec } from '../../capture-spec.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate, withinLimit } from '../evaluate.ts';
import { blockedSlots } from './blocked-slots.ts';
import { answersOfFrames, type PageFrame, type PageOfFrames } from '../frames/page-frames.ts';
import { fetchEgressReport } from '../network/egress-errors.ts';
import { inPageCall, type InPageCall } from '../execution-context.ts';

type Action = 'hide' | 'remove' | 'mask';
type CleanedPage = PageOfFrames &
  Pick<CapturePage, 'spec' | 'warnings' | 'interception' | 'cleaned'>;

const options = {
  hide: 'hide_selectors',
  remove: 'remove_selectors',
  mask: 'mask_selectors',
} as const;
const defaultColor = '#000000';

/**
 * Hides elements of the current document, also those that it adds later, and those that show nothing
 * because their host was blocked. Returns the number of matches of each selector of the caller.
 */
export async function hideElements(
  page: CleanedPage,
  proxySession: Pick<ProxySession, 'report' | 'hosts'>,
): Promise<readonly number[]> {
  const counts = await apply(page, 'hide', await blockedElements(page, proxySession));
  page.cleaned.hidden = sumOf(counts);
  return counts;
}

/**
 * Deletes elements, and hides those that came late, as the last change before the screenshot. A
 * selector without a match is a warning, unless its matches may have been deleted before.
 */
export async function finishCleaning(
  page: CleanedPage,
  proxySession: Pick<ProxySession, 'report' | 'hosts'>,
  isRepeated = false,
): Promise<void> {
  const removed = await removeElements(page);
  const hidden = await hideElements(page, proxySession);
  if (isRepeated) return;
  warn(page, 'remove', removed);
  warn(page, 'hide', hidden);
}

/** Deletes elements. Returns how many each selector has matched so far. */
export async function removeElements(page: CleanedPage): Promise<readonly number[]> {
  const removed = await apply(page, 'remove');
  return selectorsOf(page.spec.cleaning, 'remove').map((selector, at) => {
    const count = (page.cleaned.removed.get(selector) ?? 0) + (removed[at] ?? 0);
    page.cleaned.removed.set(selector, count);
    return count;
  });
}

/** Takes an image while elements are covered by boxes. */
export async function withMask<T>(page: CleanedPage, takeImage: () => Promise<T>): Promise<T> {
  if ((page.spec.cleaning?.masked ?? []).length === 0) return takeImage();
  const masked = await apply(page, 'mask');
  page.cleaned.masked = sumOf(masked);
  warn(page, 'mask', masked);
  const image = await takeImage();
  await page.clock.renderDuring(evaluate(page, removeMask));
  await page.clock.renderDuring(inFrames<[void]>(page, [inPageCall(removeMask)]));
  return image;
}

/** Returns the number of matches of each selector. Throws `invalid_selector` naming the first one. */
async function apply(
  page: CleanedPage,
  action: Action,
  more: readonly string[] = [],
): Promise<readonly number[]> {
  const selectors = [
    ...selectorsOf(page.spec.cleaning, action),
    ...(action === 'hide' ? slotsOf(page.spec) : []),
    ...more,
  ];
  if (selectors.length === 0) return [];
  const color = page.spec.cleaning?.maskColor ?? defaultColor;
  const change = {
    hide: () => inPageCall(hideMatches, selectors),
    remove: () => inPageCall(removeMatches),
    mask: () => inPageCall(maskMatches, color),
  }[action]();
  const calls = [inPageCall(findMatches, selectors), change] as const;
  const changed = page.executionContext().callAll<[SelectorMatches, void]>(calls);
  // A clock that has seen no change would take the image without a new frame.
  const [found] = await page.clock.renderDuring(withinLimit(page, changed));
  if (found.invalid !== undefined) throw invalidSelectorError(options[action], found.invalid);
  // Slots of blocked hosts are in the page: a frame of such a host is hidden as a whole.
  if (selectorsOf(page.spec.cleaning, action).length === 0) return found.counts;
  const framed = await page.clock.renderDuring(inFrames<[SelectorMatches, void]>(page, calls));
  return found.counts.map((count, at) =>
    framed.reduce(
      (sum, [inFrame]) => sum + (inFrame.invalid === undefined ? (inFrame.counts[at] ?? 0) : 0),
      count,
    ),
  );
}

/** Calls the engine's functions in the visible frames of the page, and returns the results of each. */
async function inFrames<R extends readonly unknown[]>(
  page: CleanedPage,
  calls: { readonly [K in keyof R]: InPageCall<R[K]> },
): Promise<readonly R[]> {
  const ask = (frame: PageFrame) => frame.executionContext().callAll<R>(calls);
  const answers: R[] = [];
  for await (const answer of answersOfFrames(page, ask)) answers.push(answer);
  return answers;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Returns the error for a selector of an option that is neither CSS nor XPath. */
export function invalidSelectorError(option: string, selector: string): CaptureError {
  const detail = `${option}: the selector "${selector.slice(0, 200)}" is not valid CSS or XPath. Put "xpath=" before an XPath.`;
  return new CaptureError('invalid_selector', detail);
}

function selectorsOf(cleaning: CaptureCleaning = {}, action: Action): readonly string[] {
  const { hidden = [], removed = [], masked = [] } = cleaning;
  return { hide: hidden, remove: removed, mask: masked }[action];
}

/** Returns one selector for the slots of each category of hosts that is blocked. */
function slotsOf({ blocking: { hostCategories = [] } = {} }: CaptureSpec): readonly string[] {
  return hostCategories
    .map((category) => blockedSlots[category].join())
    .filter((selector) => selector !== '');
}

/** Returns a selector of the images and frames of hosts that were blocked. */
async function blockedElements(
  { spec, interception, progress }: CleanedPage,
  proxySession: Pick<ProxySession, 'report' | 'hosts'>,
): Promise<readonly string[]> {
  if (spec.blocking?.hostCategories === undefined) return [];
  const report = await progress.race(fetchEgressReport(proxySession));
  const hosts = [...interception.blockedHosts, ...(report?.blockedHosts ?? [])];
  // A host may have been allowed since.
  const blocked = hosts.filter((host) => proxySession.hosts.categoryOf(host) !== undefined);
  if (blocked.length === 0) return [];
  const selectors = [...new Set(blocked)].flatMap((host) =>
    ['img', 'iframe'].map((tag) => `${tag}[src*=${JSON.stringify(`//${host}`)}]`),
  );
  return [selectors.join()];
}

function warn(page: CleanedPage, action: Action, counts: readonly number[]): void {
  for (const [at, selector] of selectorsOf(page.spec.cleaning, action).entries()) {
    if (counts[at] === 0)
      page.warnings.add(
        options[action],
        `The selector "${selector.slice(0, 200)}" matched nothing.`,
      );
  }
}
