import type {
  CapturedDocument,
  CapturedExtract,
  CapturedImage,
  CapturedSlice,
} from '../../capture-result.ts';
import type { ProxySession } from '../../egress/egress.ts';
import type { CaptureTrace } from '../../attempt/capture-trace.ts';
import { CaptureError } from '../../lib/capture-error.ts';
import type { Mutex } from '../../queue/mutex.ts';
import { largeImagePx } from '../../limits.ts';
import type { CapturePage } from '../capture-page.ts';
import { prepareElementClip } from './element-clip.ts';
import { fetchEgressReport, egressErrorFor, egressLimitError } from '../network/egress-errors.ts';
import { prepareFullPage } from './full-page.ts';
import { finishCleaning, hideElements, removeElements, withMask } from '../cleaning/clean-page.ts';
import { assertPage } from '../conditions/assertions.ts';
import { awaitConditions } from '../conditions/await-conditions.ts';
import { clickElement } from '../cleaning/click-elements.ts';
import { showAtMoment } from '../conditions/wait-until.ts';
import { runSteps } from '../steps/run-steps.ts';
import { handleConsent, verifyConsent } from '../consent/handle-consent.ts';
import { preparePageClip } from './page-clip.ts';
import { createExtraction, type Extraction } from '../extract/extraction.ts';
import { encodeImage } from '../output/encode-image.ts';
import { isDocument } from '../output/image-limits.ts';
import { prepareDocument } from '../document/prepare-document.ts';
import { printPdf } from '../document/print-pdf.ts';
import { injectCss, injectJs } from './inject.ts';
import { waitForLoad } from '../navigation/load.ts';
import { passDelay } from '../stability/pass-delay.ts';
import { stabilityRules, type StabilityRules } from '../stability/stability-rules.ts';
import { waitUntilStable } from '../stability/wait-until-stable.ts';
import { scrollToTarget } from './scroll-to.ts';
import { sliceClips, type SliceClip } from './slice-clips.ts';
import { outputSize, takeScreenshot, type Clip } from './take-screenshot.ts';
import { takeScrolled } from './take-scrolled.ts';
import { freezePage } from './freeze-page.ts';
import { takeSameTwice } from '../determinism/take-same-twice.ts';
import { captureWithVerdict } from '../verdict/capture-with-verdict.ts';

/** Dependencies of the screenshot pipeline. */
export interface ScreenshotPageInput {
  readonly page: CapturePage;
  readonly prepared: Promise<unknown>;
  readonly trace: CaptureTrace;
  readonly proxySession: ProxySession;
  readonly largeImageMutex: Mutex;
  /** Mutex for encodings outside of the browser, which are done one at a time. */
  readonly encodingMutex: Mutex;
}

/** Image of a page, and the finished file if it is none. */
export interface CapturedPage {
  readonly image: CapturedImage;
  readonly document?: CapturedDocument;
  readonly extracts?: readonly CapturedExtract[];
  readonly slices?: readonly CapturedSlice[];
}

/** Waits for a loading page and returns its screenshot. */
export async function screenshotPage(input: ScreenshotPageInput): Promise<CapturedPage> {
  const { page, prepared, trace, proxySession } = input;
  const { progress, spec, limits } = page;
  await progress.race(Promise.all([prepared, loadAndStabilize(input)]));
  if (await handleConsent(page)) await loadAndStabilize(input, stabilityRules.injected);
  for (const element of spec.cleaning?.clicked ?? []) {
    await clickElement(page, element);
    await loadAndStabilize(input, stabilityRules.injected);
  }
  await runSteps(page, (documents) => loadAndStabilize(input, stabilityRules.injected, documents));
  if (spec.injectJs !== undefined) {
    await injectJs(page);
    await loadAndStabilize(input, stabilityRules.injected);
  }
  if (spec.waiting !== undefined) {
    await awaitConditions(page);
    const { injected, delayed } = stabilityRules;
    await loadAndStabilize(input, spec.waitUntil === undefined ? injected : delayed);
  }
  if (spec.delayMs > 0) {
    await passDelay(page, spec.delayMs);
    await loadAndStabilize(input, stabilityRules.delayed);
  }
  if (spec.consent !== undefined) await verifyConsent(page);
  await scrollToTarget(page);
  const extraction = createExtraction(page, (isRepeated) =>
    finishCleaning(page, proxySession, isRepeated),
  );
  const clip = isDocument(spec.fileType)
    ? await prepareDocument(page)
    : await prepareClip(input, extraction);
  await finishCleaning(page, proxySession, extraction.isDone);
  await assertPage(page);
  if (spec.areAnimationsDisabled || spec.determinism !== undefined) await freezePage(page);
  if (!extraction.isDone) await extraction.run(true);
  trace.clock.enter('capturing');
  const reported = fetchEgressReport(proxySession);
  const measured = progress.race(page.session.send('Page.getLayoutMetrics'));
  measured.catch(() => undefined);
  const taken = await takeWithVerdict(input, clip, extraction);
  trace.egress = await progress.race(reported);
  const { cssContentSize } = await measured;
  // The screens of a box are joined to a page that is taller than the document.
  const joinedPx = spec.fullPage?.areStickyElementsKept === true ? (clip?.heightPx ?? 0) : 0;
  trace.pageSize = {
    widthPx: Math.ceil(cssContentSize.width),
    heightPx: Math.max(Math.ceil(cssContentSize.height) - (clip?.roomPx ?? 0), joinedPx),
  };
  const excess = egressLimitError(trace.egress, limits);
  if (excess !== undefined) throw excess;
  if (spec.pdf !== undefined)
    return { ...taken, document: await printPdf(page, spec.pdf), ...extraction.files };
  return { ...(await encodeAll(input, taken)), ...extraction.files };
}

/** Image of a page, and its further slices if it is divided. */
type TakenImage = Pick<CapturedPage, 'image' | 'slices'>;

/** Takes the image, or all its slices, with the verdict about it. */
async function takeWithVerdict(
  input: ScreenshotPageInput,
  clip: Clip | undefined,
  extraction: Extraction,
): Promise<TakenImage> {
  const { page, trace } = input;
  const { fullPage: { slices: wanted } = {}, viewport } = page.spec;
  const [first, ...others] =
    wanted && clip ? sliceClips(clip, wanted, viewport.deviceScaleFactor) : [];
  let slices: CapturedSlice[] = [];
  const image = await captureWithVerdict(page, trace, {
    takeImage: () =>
      withMask(page, async () => {
        const top = await takeImage(input, first?.clip ?? clip);
        slices = await takeSlices(input, others, top);
        return top;
      }),
    async wait() {
      await waitUntilStable(page, { images: 'visible', rules: stabilityRules.injected });
      if (clip === undefined) await extraction.run(true);
    },
  });
  return { image, ...(first && { slices }) };
}

/** Takes the slices after the first one. Together they may have as many bytes as one image. */
async function takeSlices(
  input: ScreenshotPageInput,
  clips: readonly SliceClip[],
  first: CapturedImage,
): Promise<CapturedSlice[]> {
  const { maxImageBytes } = input.page.limits;
  const slices: CapturedSlice[] = [];
  let sizeBytes = first.bytes.length;
  for (const { clip, topPx } of clips) {
    const image = await screenshotExclusively(input, clip);
    sizeBytes += image.bytes.length;
    if (sizeBytes > maxImageBytes) {
      const limit = Math.floor(maxImageBytes / 2 ** 20);
      const detail = `The slices are larger than ${limit} MiB. Use JPEG or a lower height.`;
      throw new CaptureError('image_too_large', detail);
    }
    slices.push({ topPx, image });
  }
  return slices;
}

async function encodeAll(
  { page, encodingMutex }: ScreenshotPageInput,
  { image, slices }: TakenImage,
): Promise<TakenImage> {
  const first = await encodeImage(page, image, encodingMutex);
  if (slices === undefined) return { image: first };
  const encoded: CapturedSlice[] = [];
  for (const slice of slices)
    encoded.push({ ...slice, image: await encodeImage(page, slice.image, encodingMutex) });
  return { image: first, slices: encoded };
}

/** Takes the screenshot; twice if it has to be the same again. */
async function takeImage(
  input: ScreenshotPageInput,
  clip: Clip | undefined,
): Promise<CapturedImage> {
  const { page, trace } = input;
  const areScreens =
    clip?.screens !== undefined || page.spec.fullPage?.areStickyElementsKept === true;
  const takeOne = () =>
    areScreens && clip !== undefined
      ? takeScrolled(page, clip, input.encodingMutex)
      : screenshotExclusively(input, clip);
  if (page.spec.determinism === undefined) return takeOne();
  return takeSameTwice(page, takeOne, () => (trace.unsettledFrames += 1));
}

/** Takes the screenshot. A huge image waits until no other huge image is being rendered. */
async function screenshotExclusively(
  { page, largeImageMutex }: ScreenshotPageInput,
  clip: Clip | undefined,
): Promise<CapturedImage> {
  const { widthPx, heightPx } = outputSize(page, clip);
  const isHuge = widthPx * heightPx > largeImagePx;
  return isHuge
    ? page.progress.race(largeImageMutex.pass(() => takeScreenshot(page, clip)))
    : takeScreenshot(page, clip);
}

/**
 * Loads the page and waits until it is stable, following navigations that the page starts. If these
 * never end, blocks further ones.
 */
async function loadAndStabilize(
  input: ScreenshotPageInput,
  rules?: StabilityRules,
  documents = input.page.navigations.documentCount,
): Promise<void> {
  const { page, trace } = input;
  const { navigations } = page;
  for (;;) {
    const outcome = await waitForLoad(page);
    await throwIfProxyError(input);
    throwIfNotSignedIn(page);
    page.gate?.close();
    trace.clock.enter('waiting');
    await injectCss(page);
    await hideElements(page, input.proxySession);
    if (outcome === 'stalled') giveUpLoad(page);
    // A new document gets the time of a first one.
    const isSame = rules !== undefined && navigations.documentCount === documents;
    const options = { images: 'visible', ...(isSame && { rules }) } as const;
    // The consequences of the caller's own actions are waited for in any case.
    const isAtMoment = !isSame || rules === stabilityRules.delayed;
    const settled =
      page.spec.waitUntil !== undefined && isAtMoment
        ? showAtMoment(page, { isNew: !isSame })
        : waitUntilStable(page, options);
    if ((await settled) === 'settled') return;
    trace.clock.enter('loading');
  }
}

/** Stops waiting for the resources that have kept the page from loading. */
function giveUpLoad({ requests, waitLog }: CapturePage): void {
  requests.giveUp();
  waitLog.isLoadGivenUp = true;
}

/** Prepares the page and returns the clip to capture. Returns undefined for the viewport. */
async function prepareClip(
  { page, trace }: ScreenshotPageInput,
  extraction: Extraction,
): Promise<Clip | undefined> {
  const { spec, interception, progress } = page;
  const isViewport = !spec.isFullPage && spec.elementSelector === undefined;
  if (isViewport && spec.clip === undefined) return undefined;
  await progress.race(interception.blockNavigation());
  // Elements deleted later would leave their space empty, or move what is captured.
  const clean = async (): Promise<void> => {
    await extraction.run();
    if (!extraction.isDone) await removeElements(page);
  };
  if (!spec.isFullPage) await clean();
  if (spec.elementSelector !== undefined) {
    return prepareElementClip(page, spec.elementSelector, trace.clock.timings().navigateMs);
  }
  if (spec.clip !== undefined) return preparePageClip(page, spec.clip);
  const { clip, isTruncated } = await prepareFullPage(page, clean);
  trace.isTruncated = isTruncated;
  return clip;
}

function throwIfNotSignedIn({ interception, navigations: { current } }: CapturePage): void {
  if (!interception.isAuthRejected || current?.status !== 401) return;
  const detail = 'The server rejected basic_auth_user and basic_auth_password (status 401).';
  throw new CaptureError('host_returned_error', detail);
}

/**
 * Over plain http, the egress proxy can report its errors only as 502; its report distinguishes
 * them from a server's 502.
 */
async function throwIfProxyError({
  page,
  trace,
  proxySession,
}: ScreenshotPageInput): Promise<void> {
  const { current } = page.navigations;
  if (current?.status !== 502) return;
  trace.egress = await fetchEgressReport(proxySession);
  const cause = egressErrorFor(trace.egress, current.url);
  if (cause === undefined) return;
  current.status = null;
  throw cause;
}
