import {
  acceptBanner,
  defineBannerTests,
  findBanners,
  hideBanners,
  isBannerDocument,
  unlockPage,
} from '../../in-page/consent.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate, withinLimit } from '../evaluate.ts';
import { inPageCall, scriptOf } from '../execution-context.ts';
import { probe } from '../stability/check-document.ts';
import { waitForResult } from '../stability/wait-for-element.ts';
import { answerBanner, type ConsentClaim } from './answer-banner.ts';
import { acceptWords, bannerWords } from './banner-words.ts';
import { openWorlds, type ConsentWorld } from './consent-frames.ts';
import { consentRules } from './consent-rules.ts';

const noClaim: ConsentClaim = {
  manager: undefined,
  hasAnswered: false,
  isCosmetic: false,
  clicks: 0,
  hasLost: false,
};
const define = inPageCall(defineBannerTests, bannerWords);
/** Time on the page's clock in which an answered banner goes away. Unit: ms. */
const leaveMs = 2_000;

/**
 * Rejects, accepts or hides the banner of a page that has come to rest. Returns true if the page may have
 * changed, so that it must come to rest again.
 */
export async function handleConsent(page: CapturePage): Promise<boolean> {
  const { spec, consent } = page;
  if (spec.consent === undefined) return false;
  const startedMs = performance.now();
  const { action } = spec.consent;
  if (action !== 'hide' && spec.isJavaScriptDisabled)
    page.warnings.add('cookie_banner_action', 'Without JavaScript, a banner can only be hidden.');
  const isAnswered = action !== 'hide' && !spec.isJavaScriptDisabled;
  const wasShown = (await countBanners(page)) > 0;
  const claim = isAnswered ? await answerBanner(page, await openWorlds(page)) : noClaim;
  let count = await (claim.hasAnswered ? awaitBannersGone(page) : countBanners(page));
  const hasClicked = count > 0 && action === 'accept' && isAnswered && (await acceptFirst(page));
  if (hasClicked) count = await awaitBannersGone(page);
  const isLeft = count > 0;
  // A document that was answered may take its claim with it.
  const hasGone = wasShown && !isLeft && claim.hasLost;
  const hasAnswered = (claim.hasAnswered && !claim.isCosmetic) || hasClicked || hasGone;
  const isFound = isLeft || wasShown || claim.manager !== undefined || hasClicked;
  if (isFound) await removeRemains(page);
  const answered = action === 'accept' ? 'accepted' : 'rejected';
  const given = hasAnswered && !isLeft ? answered : 'hidden';
  if (isFound && isAnswered && given === 'hidden')
    page.warnings.add(
      'cookie_banner_action',
      `The banner could not be ${answered}, so it was hidden.`,
    );
  consent.report = {
    outcome: isFound ? given : 'none',
    manager: claim.manager ?? null,
    clicks: claim.clicks + (hasClicked ? 1 : 0),
    ms: Math.round(performance.now() - startedMs),
  };
  return isFound;
}

/**
 * Hides a banner that has come since, or is back, as one of the last changes before the image, and
 * records if one is still visible.
 */
export async function verifyConsent(page: CapturePage): Promise<void> {
  const { report } = page.consent;
  if (report === undefined || (await countBanners(page)) === 0) return;
  await removeRemains(page);
  const isLeft = (await countBanners(page)) > 0;
  if (isLeft) page.warnings.add('block_cookie_banners', 'A banner is still visible.');
  page.consent.report = { ...report, outcome: isLeft ? 'still_visible' : 'hidden' };
}

/** Waits until no banner is visible, and returns the number of those that stay. */
function awaitBannersGone(page: CapturePage): Promise<number> {
  const find = () => countBanners(page);
  return waitForResult(page, { timeoutMs: leaveMs, find, isOver: (count) => count === 0 });
}

/** Finds the banners of the page's document and of its frames, and returns their number. */
async function countBanners(page: CapturePage): Promise<number> {
  const { selectors } = consentRules();
  const calls = [define, inPageCall(findBanners, selectors)] as const;
  const found = await probe(page, () =>
    withinLimit(page, page.executionContext().callAll<[void, number]>(calls)),
  );
  return (found?.[1] ?? 0) + (await bannerFrames(page)).length;
}

/** Hides what countBanners has found, and lets the page scroll. */
async function removeRemains(page: CapturePage): Promise<void> {
  for (const world of await bannerFrames(page)) await hideOwner(page, world);
  const calls = [inPageCall(hideBanners), inPageCall(unlockPage)] as const;
  const hidden = probe(page, () =>
    withinLimit(page, page.executionContext().callAll<[void, void]>(calls)),
  );
  await page.clock.renderDuring(hidden);
}

async function acceptFirst(page: CapturePage): Promise<boolean> {
  return (await probe(page, () => evaluate(page, acceptBanner, acceptWords))) === true;
}

/** Returns the frames whose whole document is a banner. */
async function bannerFrames(page: CapturePage): Promise<readonly ConsentWorld[]> {
  const worlds = (await openWorlds(page)).filter(({ isMain }) => !isMain);
  const expression = scriptOf([define, inPageCall(isBannerDocument)]);
  const counts = await page.progress.race(
    Promise.all(worlds.map((world) => world.evaluate(expression))),
  );
  const found = worlds.filter((_world, at) => counts[at] === 1);
  const shown = await Promise.all(found.map((world) => isOwnerShown(page, world)));
  return found.filter((_world, at) => shown[at]);
}

async function isOwnerShown(page: CapturePage, world: ConsentWorld): Promise<boolean> {
  return (await callOnOwner(page, world, isLargeAndShown)) === true;
}

async function hideOwner(page: CapturePage, world: ConsentWorld): Promise<void> {
  await callOnOwner(page, world, hideElement);
}

const isLargeAndShown = `function () {
  const { width, height } = this.getBoundingClientRect();
  const isShown = this.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  return isShown && width * height >= 0.03 * innerWidth * innerHeight;
}`;
const hideElement = `function () {
  this.style.setProperty('display', 'none', 'important');
}`;

/** Calls a function on the element of a frame in the main frame; undefined if it is gone or nested. */
async function callOnOwner(
  { session, progress }: CapturePage,
  { frameId }: ConsentWorld,
  functionDeclaration: string,
): Promise<unknown> {
  const call = async (): Promise<unknown> => {
    const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId });
    const { object } = await session.send('DOM.resolveNode', { backendNodeId });
    if (object.objectId === undefined) return undefined;
    const { result } = await session.send('Runtime.callFunctionOn', {
      objectId: object.objectId,
      functionDeclaration,
      returnByValue: true,
    });
    return result.value;
  };
  return progress.race(call().catch(() => undefined));
}
