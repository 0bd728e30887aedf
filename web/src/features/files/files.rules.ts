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

/** A file beside the lower-case text that a search looks through. */
export interface IndexedFile {
  readonly file: StoredFile;
  readonly haystack: string;
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
): IndexedFile[] {
  return files.map((file) => ({
    file,
    haystack: [
      sourceOf(file),
      file.id,
      file.screenshotUrl === null ? '' : fileNameOf(file.screenshotUrl),
      projectName(file.projectId),
      file.status,
      screenshotStatusMessages[file.status],
    ]
      .join('\n')
      .toLowerCase(),
  }));
}

/** The files of the wanted type and project that hold every word of the text. */
export function filterFiles(files: readonly IndexedFile[], filter: FileFilter): StoredFile[] {
  const parts = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const type = filter.type.toUpperCase();
  return files
    .filter(
      ({ file, haystack }) =>
        (type === 'ALL' || file.type === type) &&
        (filter.projectId === null || file.projectId === filter.projectId) &&
        parts.every((part) => haystack.includes(part)),
    )
    .map(({ file }) => file);
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
