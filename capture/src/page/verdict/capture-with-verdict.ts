import type { CaptureTrace } from '../../attempt/capture-trace.ts';
import type { CapturedImage } from '../../capture-result.ts';
import { probeCompleteness, probeDocument } from '../../in-page/verdict-signals.ts';
import { pageUnresponsiveError } from '../evaluate.ts';
import { inlineHtmlUrl } from '../network/request-handling.ts';
import type { CapturePage } from '../capture-page.ts';
import { inPageCall } from '../execution-context.ts';
import { allMarkers } from './challenge-signatures.ts';
import { decideVerdict, deservesSecondLook, hasContent } from './decide-verdict.ts';
import { isUniform } from './uniform-image.ts';
import type { VerdictSignals } from './verdict.ts';

/** A page that does not respond to the probe in this time gets no verdict about its document. */
const probeTimeoutMs = 1_000;

/** Steps of a capture that the verdict may repeat. */
export interface VerdictSteps {
  takeImage(): Promise<CapturedImage>;
  /** Lets the page continue before the second look. */
  wait(): Promise<unknown>;
}

/**
 * Takes the image and stores the verdict about it. A blank or incomplete page is captured once
 * more after a wait, and the second image counts.
 */
export async function captureWithVerdict(
  page: CapturePage,
  trace: CaptureTrace,
  { takeImage, wait }: VerdictSteps,
): Promise<CapturedImage> {
  const first = await captureOnce(page, trace, takeImage);
  if (!deservesSecondLook(first.verdict)) return accept(trace, first);
  await wait();
  return accept(trace, await captureOnce(page, trace, takeImage));
}

type ImageWithVerdict = Awaited<ReturnType<typeof captureOnce>>;

function accept(trace: CaptureTrace, { image, verdict }: ImageWithVerdict): CapturedImage {
  trace.verdict = verdict;
  return image;
}

async function captureOnce(
  page: CapturePage,
  trace: CaptureTrace,
  takeImage: VerdictSteps['takeImage'],
) {
  const probing = probe(page);
  const image = await takeImage();
  const found = await page.progress.race(probing);
  const canBeBlank = found.document !== undefined && !hasContent(found.document);
  const signals: VerdictSignals = {
    ...responseSignals(page),
    ...found,
    isUniformImage: canBeBlank && (await page.progress.race(isUniform(image))),
    isTruncated: trace.isTruncated,
  };
  return { image, verdict: decideVerdict(signals) };
}

async function probe(
  page: CapturePage,
): Promise<Pick<VerdictSignals, 'document' | 'completeness'>> {
  const { widthPx, heightPx } = page.spec.viewport;
  const context = page.executionContext();
  const markers = allMarkers.map(({ kind, value }) => [kind, value]);
  const probes = context.callAll([
    inPageCall(probeDocument, markers),
    inPageCall(probeCompleteness, widthPx, heightPx),
  ]);
  const found = await page.progress
    .raceWithTimeout(probes, probeTimeoutMs, () => pageUnresponsiveError(probeTimeoutMs))
    .catch(() => undefined);
  return found === undefined ? {} : { document: found[0], completeness: found[1] };
}

function responseSignals({ navigations: { current }, spec, documentResponse }: CapturePage) {
  const isInlineHtml = current?.url === inlineHtmlUrl;
  return {
    requestedUrl: spec.source.kind === 'url' ? spec.source.url : null,
    finalUrl: isInlineHtml ? null : (current?.url ?? null),
    status: isInlineHtml ? null : (current?.status ?? null),
    headers: isInlineHtml ? {} : documentResponse.headers,
    hasStalled: current?.loadedMs === null,
  };
}
