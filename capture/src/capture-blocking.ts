import type { HostCategory } from './egress/blocking/host-category.ts';

/** Kinds of resources that a capture can block. */
export const resourceKinds = [
  'image',
  'media',
  'font',
  'script',
  'stylesheet',
  'xhr',
  'other',
] as const;
/** One of the {@link resourceKinds}. */
export type ResourceKind = (typeof resourceKinds)[number];

/** Requests of a page that are blocked. The page itself never is. */
export interface CaptureBlocking {
  /** Categories of third-party hosts that are blocked. */
  readonly hostCategories?: readonly HostCategory[];
  readonly resourceKinds?: readonly ResourceKind[];
  /** Patterns of whole URLs, in which `*` stands for any text. */
  readonly blockedUrls?: readonly string[];
  /** Like `blockedUrls`; they take precedence over everything that blocks. */
  readonly allowedUrls?: readonly string[];
}
