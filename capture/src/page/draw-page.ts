import type { CapturedImage } from '../capture-result.ts';
import type { EgressRoute } from '../egress/egress.ts';
import type { CaptureRecord } from '../render-report.ts';
import type { CapturePage } from './capture-page.ts';
import { waitForLoad } from './load.ts';
import { settle } from './settle.ts';
import { shoot } from './shoot.ts';

/** What a page is drawn with. */
export interface DrawPageInput {
  readonly page: CapturePage;
  readonly prepared: Promise<unknown>;
  readonly record: CaptureRecord;
  readonly route: EgressRoute;
}

/** From a page on its way to the finished picture. */
export async function drawPage({
  page,
  prepared,
  record,
  route,
}: DrawPageInput): Promise<CapturedImage> {
  const { fuse, spec } = page;
  await fuse.race(Promise.all([prepared, arrive(page, record)]));
  if (spec.delayMs > 0) await fuse.sleep(spec.delayMs);
  record.clock.enter('capturing');
  const reported = route.report().then((report) => (record.egress = report));
  reported.catch(() => undefined);
  const image = await shoot(page);
  await fuse.race(reported);
  return image;
}

/** Loads and settles, following the page where it goes by itself. */
async function arrive(page: CapturePage, record: CaptureRecord): Promise<void> {
  for (;;) {
    await waitForLoad(page);
    record.clock.enter('waiting');
    if ((await settle(page)) === 'settled') return;
    record.clock.enter('loading');
  }
}
