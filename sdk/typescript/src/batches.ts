import type { CaptureOptions, UrlCaptureOptions } from './printed/capture-options.ts';
import type { Batch, BatchItem, BatchReceipt, SitemapReading } from './printed/responses.ts';
import type { ApiRequest, CallOptions } from './transport/settings.ts';

/** Captures that are requested together: `items` or `urls`. */
export interface BatchRequest {
  /** Captures with options of their own, which replace those of `options`. */
  readonly items?: readonly CaptureOptions[] | undefined;
  readonly urls?: readonly string[] | undefined;
  /** Options of all captures. */
  readonly options?: Readonly<Partial<Omit<UrlCaptureOptions, 'url' | 'project_id'>>> | undefined;
  readonly project_id?: number | undefined;
  readonly name?: string | undefined;
  /** True checks and prices the batch without capturing anything. */
  readonly dry_run?: boolean | undefined;
  /** True captures the valid items, as many as the credits suffice for. */
  readonly partial?: boolean | undefined;
  readonly webhook_url?: string | undefined;
}

/** A website or a sitemap, and which of its pages are wanted. */
export interface SitemapRequest {
  /** A sitemap, an index of sitemaps, or a website without a path, whose robots.txt names them. */
  readonly url: string;
  /** Patterns in which `*` is any text; one that begins with `/` is compared with the path and query. */
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** Only pages that the sitemap says were changed since; ISO 8601 in UTC. */
  readonly lastmod_after?: string | undefined;
  /** False lists pages of other sites, too. */
  readonly same_site?: boolean | undefined;
  readonly limit?: number | undefined;
}

/** Items of a list. */
export interface BatchItemFilter {
  readonly status?: BatchItem['status'] | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  /** Items of a page, at most 100. */
  readonly limit?: number | undefined;
}

/** One page of items, in the order of the request. */
export interface BatchItemPage {
  readonly items: readonly BatchItem[];
  readonly meta: { readonly page: number; readonly limit: number; readonly total: number };
}

/** Calls about batches, and about the lists that they are made from. */
export interface BatchCalls {
  /** Requests many captures, all of which are accepted or none. */
  createBatch(batch: BatchRequest, call?: CallOptions): Promise<BatchReceipt>;
  /** Pages of a website, from its sitemap. */
  readSitemap(sitemap: SitemapRequest, call?: CallOptions): Promise<SitemapReading>;
  /** Progress of a batch. */
  getBatch(id: string, call?: CallOptions): Promise<Batch>;
  /** One page of the items of a batch with their results. */
  listBatchItems(id: string, filter?: BatchItemFilter, call?: CallOptions): Promise<BatchItemPage>;
  /** Keeps the queued captures of a batch from starting. */
  pauseBatch(id: string, call?: CallOptions): Promise<Batch>;
  /** Lets the captures of a paused batch start. */
  resumeBatch(id: string, call?: CallOptions): Promise<Batch>;
  /** Cancels the queued and running captures of a batch. */
  cancelBatch(id: string, call?: CallOptions): Promise<Batch>;
  /** Captures the failed items of a batch again. */
  retryBatch(id: string, call?: CallOptions): Promise<BatchReceipt>;
}

/** Returns the calls about batches; `readAs` sends a request and returns the data of its response. */
export function batchCalls(
  readAs: <T>(request: ApiRequest, call?: CallOptions) => Promise<T>,
): BatchCalls {
  return {
    createBatch: (body, call) => readAs({ ...posted('', call), body }, call),
    readSitemap: (body, call) => readAs({ method: 'POST', path: '/sitemaps', body }, call),
    getBatch: (id, call) => readAs({ method: 'GET', path: pathOf(id) }, call),
    listBatchItems: (id, filter = {}, call) =>
      readAs({ method: 'GET', path: `${pathOf(id)}/items`, query: { ...filter } }, call),
    pauseBatch: (id, call) => readAs({ method: 'POST', path: `${pathOf(id)}/pause` }, call),
    resumeBatch: (id, call) => readAs({ method: 'POST', path: `${pathOf(id)}/resume` }, call),
    cancelBatch: (id, call) => readAs({ method: 'POST', path: `${pathOf(id)}/cancel` }, call),
    retryBatch: (id, call) => readAs(posted(`${segmentOf(id)}/retry`, call), call),
  };
}

/** Repeats after a lost connection have one effect. */
function posted(path: string, { idempotencyKey = crypto.randomUUID() }: CallOptions = {}) {
  return { method: 'POST', path: `${root}${path}`, idempotencyKey } as const;
}

const root = '/batches';
const segmentOf = (id: string): string => `/${encodeURIComponent(id)}`;
const pathOf = (id: string): string => `${root}${segmentOf(id)}`;
