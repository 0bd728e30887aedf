import type { Project, StoredFile, VerdictKind } from '@shotwright/contract';
import {
  flaggedVerdictKinds,
  isTerminal,
  verdictKinds,
  type FileSort,
} from '@shotwright/contract/paths';
import { inMode } from '../../lib/api/mode.ts';
import { fileMessages as messages } from '../../lib/messages/files.ts';
import { screenshotStatusMessages } from '../../lib/messages/overview.ts';
import { verdictMessages } from '../../lib/messages/verdicts.ts';
import {
  matcherOf,
  noMoreFilters,
  wireMoreFilters,
  type MoreFilters,
} from './filters/more-filters.rules.ts';

/** Files per page. Source: specification §9. */
export const filesPerPage = 25;

/** Kinds of verdicts to list; `flagged`: all but `ok`. */
export type VerdictFilter = 'all' | 'flagged' | VerdictKind;

/** Filter of the file list. `projectId` null: all projects. */
export interface FileFilter extends MoreFilters {
  readonly text: string;
  readonly type: 'all' | 'url' | 'html';
  readonly projectId: number | null;
  readonly verdict: VerdictFilter;
  /** '' for any. */
  readonly tag: string;
  /** True: captures of test mode; false: live ones. */
  readonly isTest: boolean;
}

/** Filter that every live file matches. */
export const noFilter: FileFilter = {
  text: '',
  type: 'all',
  projectId: null,
  verdict: 'all',
  tag: '',
  isTest: false,
  ...noMoreFilters,
};

/** True if a filter excludes files. */
export function isFiltered(filter: FileFilter): boolean {
  return JSON.stringify({ ...noFilter, ...filter }) !== JSON.stringify(noFilter);
}

/** Returns a filter as the server expects it; a part that filters nothing is absent. */
export function wireFilterOf({ text, type, projectId, verdict, tag, isTest, ...more }: FileFilter) {
  const kinds = verdict === 'flagged' || verdict === 'all' ? flaggedVerdictKinds : [verdict];
  return {
    ...(text.trim() !== '' && { search: text }),
    ...(type !== 'all' && { type }),
    ...(projectId !== null && { projectId }),
    ...(verdict !== 'all' && { verdict: [...kinds] }),
    ...(tag !== '' && { tag }),
    ...wireMoreFilters(more),
    ...inMode(!isTest),
  };
}

/** Returns a filter as query parameters, in which the kinds of verdicts are one text. */
export function queryOf(filter: FileFilter) {
  const { verdict, ...wire } = wireFilterOf(filter);
  return { ...wire, ...(verdict && { verdict: verdict.join(',') }) };
}

/** Number of files that the server found. */
export interface FoundCount {
  readonly total: number;
  /** False if there are more than `total`. */
  readonly isTotalExact: boolean;
  /** Order of the files; absent if they are newest first. */
  readonly sort?: FileSort | undefined;
}

/** Files with their lower-case search texts, in the same order. */
export interface IndexedFiles {
  readonly files: readonly StoredFile[];
  /** Computed on first use, so that showing a list does not wait for the search index. */
  readonly haystacks: () => readonly string[];
}

/** True if the file has an image to show and download. Source: specification §4. */
export function hasImage(file: StoredFile): file is StoredFile & { screenshotUrl: string } {
  return file.status === 'COMPLETE' && Boolean(file.screenshotUrl);
}

/**
 * Returns the URL of the page that compares two files, the older one first; undefined unless both are
 * images.
 */
export function comparisonUrl(files: readonly StoredFile[]): string | undefined {
  const images = files.filter((file) => hasImage(file) && file.imageWidth !== null);
  // The list is newest first.
  const [a, b] = images.toReversed().toSorted((one, other) => timeOf(one) - timeOf(other));
  if (files.length !== 2 || a === undefined || b === undefined) return undefined;
  return `/dashboard/compare?a=${a.id}&b=${b.id}`;
}

/** Returns the URL of the page that annotates a file; undefined if it is no image. */
export function annotationUrl(file: StoredFile): string | undefined {
  if (!hasImage(file) || file.imageWidth === null) return undefined;
  return `/dashboard/screenshots/${file.id}/annotate`;
}

const timeOf = (file: StoredFile): number => Date.parse(file.createdAt);

/** True if the capture is still in progress. */
export function isInProgress(file: Pick<StoredFile, 'status'>): boolean {
  return !isTerminal(file.status);
}

/** Returns the credits that the capture cost; its price while it is still in progress. */
export function creditsOf(
  file: Pick<StoredFile, 'status' | 'creditsRequired' | 'creditsCharged'>,
): number {
  return isInProgress(file) ? file.creditsRequired : file.creditsCharged;
}

/**
 * True if the file can be captured again: failed captures, and captures of URLs. The HTML of a
 * finished capture is not stored, and an annotated copy has no options of its capture.
 */
export function canCaptureAgain(
  file: Pick<StoredFile, 'status' | 'url' | 'annotatedFrom'>,
): boolean {
  if (file.annotatedFrom !== undefined) return false;
  return file.status === 'FAILED' || (file.status === 'COMPLETE' && file.url !== undefined);
}

/**
 * Returns the projects that the files can be moved to: all except the one that already contains all
 * of them.
 */
export function projectsToMoveTo(
  files: readonly StoredFile[],
  projects: readonly Project[],
): readonly Project[] {
  return projects.filter(({ id }) => files.some((file) => file.projectId !== id));
}

/** Returns the captured URL, or the label for HTML. */
export function sourceOf(file: Pick<StoredFile, 'url'>): string {
  return file.url ?? messages.html;
}

/**
 * Returns the download file name: the last path segment of the URL, or `screenshot.png` if there is
 * none.
 */
export function fileNameOf(url: string | null): string {
  const path = (url ?? '').replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/)[0] ?? '';
  const segment = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(segment) || 'screenshot.png';
  } catch {
    return segment;
  }
}

/** Prepares the search texts once, so that a keystroke only compares. */
export function indexFiles(
  files: readonly StoredFile[],
  projectName: (id: number) => string | undefined,
): IndexedFiles {
  let haystacks: readonly string[] | undefined;
  const haystackOf = (file: StoredFile) =>
    [
      sourceOf(file),
      file.id,
      file.screenshotUrl === null ? '' : fileNameOf(file.screenshotUrl),
      projectName(file.projectId),
      file.status,
      screenshotStatusMessages[file.status],
      file.verdict === null ? '' : verdictMessages.kinds[file.verdict.kind],
    ]
      .join('\n')
      .toLowerCase();
  return { files, haystacks: () => (haystacks ??= files.map(haystackOf)) };
}

/** Parses a verdict filter; an invalid one is `all`. */
export function readVerdictFilter(text: string | null): VerdictFilter {
  return (['flagged', ...verdictKinds] as const).find((one) => one === text) ?? 'all';
}

function hasVerdict({ verdict }: StoredFile, wanted: VerdictFilter): boolean {
  if (wanted === 'all') return true;
  return wanted === 'flagged'
    ? verdict !== null && verdict.kind !== 'ok'
    : verdict?.kind === wanted;
}

/**
 * Returns the files that match all of a filter but its mode, tag and device, which the server compares.
 * Without a filter it returns the same array.
 */
export function filterFiles(
  { files, haystacks }: IndexedFiles,
  { text, type, projectId, verdict, ...more }: FileFilter,
): readonly StoredFile[] {
  const parts = text.toLowerCase().split(/\s+/).filter(Boolean);
  const kind = type.toUpperCase();
  const hasMore = matcherOf(more);
  const isOfKind = (file: StoredFile) =>
    (kind === 'ALL' || file.type === kind) &&
    (projectId === null || file.projectId === projectId) &&
    hasVerdict(file, verdict) &&
    (hasMore === undefined || hasMore(file));
  if (parts.length === 0) {
    const isUnfiltered =
      type === 'all' && projectId === null && verdict === 'all' && hasMore === undefined;
    return isUnfiltered ? files : files.filter(isOfKind);
  }
  const texts = haystacks();
  return files.filter(
    (file, at) => isOfKind(file) && parts.every((part) => texts[at]?.includes(part)),
  );
}

/**
 * Parses a page number from 1 to `pageCount`; returns undefined for anything else. Source:
 * specification §5.
 */
export function readPage(text: string, pageCount: number): number | undefined {
  const trimmed = text.trim();
  if (!/^\d{1,9}$/.test(trimmed)) return undefined;
  const page = Number(trimmed);
  return page >= 1 && page <= pageCount ? page : undefined;
}
