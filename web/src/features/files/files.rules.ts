import type { Project, ScreenshotStatus, StoredFile } from '@shotwright/contract';
import { fileMessages as words } from '../../lib/messages/files.ts';
import { screenshotStatusMessages } from '../../lib/messages/overview.ts';
import type { Tone } from '../../ui/badge.tsx';

/** How many files one page shows. Source: specification §9. */
export const filesPerPage = 25;

/** What of the files is shown. `projectId` null: of all projects. */
export interface FileFilter {
  readonly text: string;
  readonly type: 'all' | 'url' | 'html';
  readonly projectId: number | null;
}

/** Files beside the lower-case texts that a search looks through, in the same order. */
export interface IndexedFiles {
  readonly files: readonly StoredFile[];
  /** Written down when first asked for: showing a list does not wait for what only a search needs. */
  readonly haystacks: () => readonly string[];
}

/** The colour of a status: green, red, and yellow for anything else. Source: specification §4. */
export function statusTone(status: ScreenshotStatus): Tone {
  if (status === 'COMPLETE') return 'green';
  return status === 'FAILED' ? 'red' : 'amber';
}

/** Whether a file's picture can be seen and downloaded. Source: specification §4. */
export function hasPicture(file: StoredFile): file is StoredFile & { screenshotUrl: string } {
  return file.status === 'COMPLETE' && Boolean(file.screenshotUrl);
}

/** Whether a capture is still under way. */
export function isInProgress(file: Pick<StoredFile, 'status'>): boolean {
  return file.status !== 'COMPLETE' && file.status !== 'FAILED';
}

/** Whether a file can be captured once more: what failed, and addresses. The HTML of a finished capture is not kept. */
export function canCaptureAgain(file: Pick<StoredFile, 'status' | 'url'>): boolean {
  return file.status === 'FAILED' || (file.status === 'COMPLETE' && file.url !== undefined);
}

/** The projects that files can be moved to: not the one that all of them are in. */
export function projectsToMoveTo(
  files: readonly StoredFile[],
  projects: readonly Project[],
): readonly Project[] {
  return projects.filter(({ id }) => files.some((file) => file.projectId !== id));
}

/** The address that was captured, or the word for HTML. */
export function sourceOf(file: Pick<StoredFile, 'url'>): string {
  return file.url ?? words.html;
}

/** What a file is saved as: the last path segment of its address, `screenshot.png` where there is none. */
export function fileNameOf(address: string | null): string {
  const path = (address ?? '').replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/)[0] ?? '';
  const segment = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(segment) || 'screenshot.png';
  } catch {
    return segment;
  }
}

/** Writes down once what each file is found by, so that a keystroke only compares. */
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
    ]
      .join('\n')
      .toLowerCase();
  return { files, haystacks: () => (haystacks ??= files.map(haystackOf)) };
}

/** The files of the wanted type and project that hold every word of the text; all of them are answered as they are. */
export function filterFiles(
  { files, haystacks }: IndexedFiles,
  { text, type, projectId }: FileFilter,
): readonly StoredFile[] {
  const parts = text.toLowerCase().split(/\s+/).filter(Boolean);
  const kind = type.toUpperCase();
  const isOfKind = (file: StoredFile) =>
    (kind === 'ALL' || file.type === kind) && (projectId === null || file.projectId === projectId);
  if (parts.length === 0) {
    return type === 'all' && projectId === null ? files : files.filter(isOfKind);
  }
  const texts = haystacks();
  return files.filter(
    (file, at) => isOfKind(file) && parts.every((part) => texts[at]?.includes(part)),
  );
}

/** How many pages a list has; an empty one has one. */
export function pageCountOf(fileCount: number): number {
  return Math.max(1, Math.ceil(fileCount / filesPerPage));
}

/** A page number as typed: a whole number from 1 to `pageCount`, else undefined. Source: specification §5. */
export function readPage(text: string, pageCount: number): number | undefined {
  const trimmed = text.trim();
  if (!/^\d{1,9}$/.test(trimmed)) return undefined;
  const page = Number(trimmed);
  return page >= 1 && page <= pageCount ? page : undefined;
}
