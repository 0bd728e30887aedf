import type { Screenshot, ScreenshotPage } from './printed/responses.ts';
import type { CallOptions } from './transport/settings.ts';

/** Screenshots of a list. Fields that are absent do not filter. */
export interface ListFilter {
  readonly projectId?: number | undefined;
  /** Part of the URL. */
  readonly url?: string | undefined;
  readonly status?: Screenshot['status'] | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  /** Screenshots of a page, at most 100. */
  readonly limit?: number | undefined;
}

type ListScreenshots = (filter: ListFilter, call: CallOptions) => Promise<ScreenshotPage>;

/** Yields the screenshots of all pages, each once. */
export async function* eachScreenshot(
  listScreenshots: ListScreenshots,
  filter: ListFilter = {},
  call: CallOptions = {},
): AsyncGenerator<Screenshot> {
  const seen = new Set<string>();
  for (let page = filter.page ?? 1; ; page += 1) {
    const { screenshots, meta } = await listScreenshots({ ...filter, page }, call);
    for (const screenshot of screenshots) {
      // A new screenshot moves the older ones to the next page.
      if (seen.has(screenshot.id)) continue;
      seen.add(screenshot.id);
      yield screenshot;
    }
    if (meta.page * meta.limit >= meta.total) return;
  }
}
