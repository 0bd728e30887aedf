import type { CapturedImage } from '../capture-result.ts';
import type { EgressRoute } from '../egress/egress.ts';
import type { CaptureRecord } from '../render-report.ts';
import type { Turnstile } from '../turnstile.ts';
import { hugePx } from '../limits.ts';
import type { CapturePage } from './capture-page.ts';
import { revealElement } from './element.ts';
import { askReport, causeOf, excessOf } from './explain.ts';
import { unfoldPage } from './full-page.ts';
import { injectCss, injectJs } from './inject.ts';
import { waitForLoad } from './load.ts';
import { settle } from './settle.ts';
import { deviceSize, shoot, type PageArea } from './shoot.ts';
import { still } from './stillness.ts';

/** Maximum wait until a page is stable if its resources have stalled. Unit: ms. */
const stalledSettleMs = 300;

/** Dependencies of the screenshot pipeline. */
export interface DrawPageInput {
  readonly page: CapturePage;
  readonly prepared: Promise<unknown>;
  readonly record: CaptureRecord;
  readonly route: EgressRoute;
  readonly hugeShots: Turnstile;
}

/** Waits for a loading page and returns its screenshot. */
export async function drawPage(input: DrawPageInput): Promise<CapturedImage> {
  const { page, prepared, record, route } = input;
  const { fuse, spec, limits } = page;
  await fuse.race(Promise.all([prepared, arrive(input, 'first')]));
  if (spec.delayMs > 0) {
    page.hearing.listen();
    await fuse.sleep(spec.delayMs);
    await arrive(input, 'again');
  }
  const area = await frame(input);
  if (spec.areAnimationsDisabled) await still(page);
  record.clock.enter('capturing');
  const reported = askReport(route);
  const measured = fuse.race(page.session.send('Page.getLayoutMetrics'));
  measured.catch(() => undefined);
  const image = await shootInTurn(input, area);
  record.egress = await fuse.race(reported);
  const { cssContentSize } = await measured;
  record.pageSize = {
    widthPx: Math.ceil(cssContentSize.width),
    heightPx: Math.ceil(cssContentSize.height),
  };
  const excess = excessOf(record.egress, limits);
  if (excess !== undefined) throw excess;
  return image;
}

/** Takes the screenshot. A huge image waits until no other huge image is being rendered. */
async function shootInTurn(
  { page, hugeShots }: DrawPageInput,
  area: PageArea | undefined,
): Promise<CapturedImage> {
  const { widthPx, heightPx } = deviceSize(page, area);
  const isHuge = widthPx * heightPx > hugePx;
  return isHuge ? page.fuse.race(hugeShots.pass(() => shoot(page, area))) : shoot(page, area);
}

/**
 * Loads the page and waits until it is stable, following navigations that the page starts. If these
 * never end, blocks further ones.
 */
async function arrive(input: DrawPageInput, time: 'first' | 'again'): Promise<void> {
  const { page, record } = input;
  let isFirst = time === 'first';
  for (;;) {
    const outcome = await waitForLoad(page);
    await refuseProxyAnswer(input);
    record.clock.enter('waiting');
    if (isFirst) await injectCss(page);
    if (isFirst && time === 'first') await injectJs(page);
    isFirst = false;
    const maxMs = outcome === 'stalled' ? { maxMs: stalledSettleMs } : {};
    if ((await settle(page, { images: 'visible', ...maxMs })) === 'settled') return;
    record.clock.enter('loading');
  }
}

/** Prepares the page and returns the clip to capture. Returns undefined for the viewport. */
async function frame({ page, record }: DrawPageInput): Promise<PageArea | undefined> {
  const { spec, interception, fuse } = page;
  if (!spec.isFullPage && spec.elementSelector === undefined) return undefined;
  page.hearing.listen();
  await fuse.race(interception.hold());
  if (spec.elementSelector !== undefined) {
    return revealElement(page, spec.elementSelector, record.clock.timings().navigateMs);
  }
  const { area, isTruncated } = await unfoldPage(page);
  record.isTruncated = isTruncated;
  return area;
}

/**
 * Over plain http, the egress proxy can report its errors only as 502; its report distinguishes
 * them from a server's 502.
 */
async function refuseProxyAnswer({ page, record, route }: DrawPageInput): Promise<void> {
  const { current } = page.visits;
  if (current?.status !== 502) return;
  record.egress = await askReport(route);
  const cause = causeOf(record.egress, current.url);
  if (cause === undefined) return;
  current.status = null;
  throw cause;
}
