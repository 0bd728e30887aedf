import type { StoredFile } from '@shotwright/contract';
import { screen, within } from '@testing-library/react';
// Compiled before the clock of the first test runs.
import '../src/routes/files.tsx';
import '../src/shell/dashboard-layout.tsx';
import { heading, renderApp } from './app.tsx';
import { ada, mockEndpoint, fakeServer } from './fake-api.ts';

/** A finished capture of `https://site-{n}.example/`. */
export function aFile(n: number, change: Partial<StoredFile> = {}): StoredFile {
  return {
    id: `6f0d0c5e-0000-4000-8000-${String(n).padStart(12, '0')}`,
    url: `https://site-${String(n)}.example/`,
    type: 'URL',
    livemode: true,
    status: 'COMPLETE',
    projectId: (n % 2) + 1,
    screenshotUrl: `http://localhost/api/v1/files/${String(n)}/1/signed/site-${String(n)}.png`,
    thumbnailUrl: `/thumbnails/${String(n)}.webp`,
    screenshotImageSize: 1_536,
    imageWidth: 1_280,
    imageHeight: 720,
    creditsRequired: 1,
    creditsCharged: 1,
    duration: 2.5,
    createdAt: '2026-01-05T10:00:00.000Z',
    code: null,
    error: null,
    verdict: null,
    ...change,
  };
}

/** The files 1 to `count`. */
export function someFiles(count: number): StoredFile[] {
  return Array.from({ length: count }, (_, index) => aFile(index + 1));
}

/** A capture of pasted HTML, one that failed, one that runs. */
export const html: StoredFile = aFile(501, { type: 'HTML' });
delete html.url;
export const failed = aFile(502, {
  status: 'FAILED',
  url: 'https://gone.example/',
  screenshotUrl: null,
  thumbnailUrl: null,
  screenshotImageSize: null,
  creditsCharged: 0,
  duration: null,
  code: 'dns_error',
  error: 'The host name does not exist or could not be resolved.',
});
export const running = aFile(503, {
  status: 'PROCESSING',
  url: 'https://slow.example/',
  creditsCharged: 0,
  screenshotUrl: null,
  thumbnailUrl: null,
});

/** The list as the server returns it. */
export function listed(screenshots: StoredFile[]) {
  return {
    screenshots,
    totalScreenshotsSize: 0,
    totalProjects: 2,
    meta: { total: screenshots.length, isTotalExact: true, nextCursor: null },
  };
}

/** The page with these files, at `query`. */
export async function openFiles(files: StoredFile[] = someFiles(3), query = '', user = ada) {
  const list = mockEndpoint('listFiles', () => listed(files));
  fakeServer.use(list.handler);
  const app = renderApp(`/dashboard/files${query}`, { user });
  await heading('File Manager');
  return { ...app, list };
}

/** The rows below the heading. */
export const rows = () => screen.getAllByRole('row').slice(1);

/** The texts in the cells of a row. */
export const cells = (row: HTMLElement | undefined) =>
  within(row!)
    .getAllByRole('cell')
    .map((cell) => cell.lastChild?.textContent);

/** The sources that are shown. */
export const sources = () => rows().map((row) => cells(row)[2]);

/** The box of a file. */
export const boxOf = (source: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${source}` });
