import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { stepZoom } from '../src/features/files/preview/zoom.rules.ts';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, mockEndpoint, aScreenshot, failure, fakeServer, neverResponds } from './fake-api.ts';
import {
  aFile,
  boxOf,
  failed,
  html,
  listed,
  openFiles,
  someFiles,
  sources,
} from './files.page.tsx';

const compare = () => screen.queryByRole('button', { name: 'Compare' });
const site = (n: number) => `https://site-${String(n)}.example/`;

describe('selecting files', () => {
  test('[FM-14] the checkbox in the heading selects this page only', async () => {
    const app = await openFiles(someFiles(30));
    await screen.findByText(site(1));
    const all = screen.getAllByRole<HTMLInputElement>('checkbox', {
      name: 'Select all on this page',
    })[1];
    await app.user.click(boxOf(site(1)));
    expect([all?.checked, all?.indeterminate]).toEqual([false, true]);
    await app.user.click(all!);
    expect(screen.getByRole('button', { name: 'Bulk Delete Selected (25)' })).toBeTruthy();
    expect([all?.checked, all?.indeterminate]).toEqual([true, false]);
    await app.user.click(all!);
    expect(screen.getByRole('button', { name: 'Bulk Delete Selected (0)' })).toBeTruthy();
  });

  test('[FM-13] another page or another filter clears the selection', async () => {
    const app = await openFiles(someFiles(30));
    await screen.findByText(site(1));
    await app.user.click(boxOf(site(1)));
    await app.user.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('Page 2 of 2');
    expect(screen.getByRole('button', { name: 'Bulk Delete Selected (0)' })).toBeTruthy();
    await app.user.click(screen.getByRole('button', { name: 'Previous page' }));
    await screen.findByText('Page 1 of 2');
    expect(boxOf(site(1)).checked).toBe(false);
  });

  test('[FM-23] all results are selected only in a separate step', async () => {
    const app = await openFiles(someFiles(30), '?q=site');
    await screen.findByText(site(1));
    expect(screen.queryByRole('button', { name: 'Select all 30 results' })).toBeNull();
    await app.user.click(screen.getAllByRole('checkbox', { name: 'Select all on this page' })[1]!);
    await app.user.click(screen.getByRole('button', { name: 'Select all 30 results' }));
    expect(screen.getByRole('button', { name: 'Bulk Delete Selected (30)' })).toBeTruthy();
  });

  test('[FM-23] Shift selects the range since the last checkbox', async () => {
    const app = await openFiles(someFiles(10));
    await screen.findByText(site(1));
    await app.user.click(boxOf(site(2)));
    await app.user.keyboard('{Shift>}');
    await app.user.click(boxOf(site(6)));
    await app.user.keyboard('{/Shift}');
    expect(screen.getByText('5 selected')).toBeTruthy();
  });

  test('[FM-23] two images are compared on a page of their own, the older one first', async () => {
    const document = aFile(2, { imageWidth: null, imageHeight: null, previewUrl: '/previews/2' });
    const older = aFile(3, { createdAt: '2026-01-04T10:00:00.000Z' });
    const app = await openFiles([older, document, aFile(1)]);
    await screen.findByText(site(1));
    await app.user.click(boxOf(site(1)));
    expect(compare()).toBeNull();
    await app.user.click(boxOf(site(2)));
    expect(compare()).toBeNull();
    await app.user.click(boxOf(site(2)));
    await app.user.click(boxOf(site(3)));
    fakeServer.use(mockEndpoint('getScreenshot', neverResponds).handler);
    await app.user.click(compare()!);
    await heading('Compare captures');
    expect(app.path()).toBe(`/dashboard/compare?a=${older.id}&b=${aFile(1).id}`);
  });

  test('single keys move between rows, select, open and close them', async () => {
    fakeServer.use(mockEndpoint('getScreenshot', aScreenshot(1)).handler);
    const app = await openFiles(someFiles(30));
    await screen.findByText(site(1));
    await app.user.keyboard('jjx');
    expect(boxOf(site(2)).checked).toBe(true);
    await app.user.keyboard(']');
    await screen.findByText('Page 2 of 2');
    await app.user.keyboard('[[');
    await screen.findByText('Page 1 of 2');
    await app.user.keyboard('j{Enter}');
    expect(await screen.findByRole('dialog', { name: site(1) })).toBeTruthy();
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('deleting files', () => {
  test('[FM-9] with nothing selected it explains what to do', async () => {
    const app = await openFiles();
    await app.user.click(await screen.findByRole('button', { name: 'Bulk Delete Selected (0)' }));
    expect(toastTexts()).toEqual(['Error / Please select files to delete.']);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('[FM-8] [FM-16] the selected files are deleted after confirmation, and the list is reloaded', async () => {
    let files = someFiles(3);
    const remove = mockEndpoint('deleteFiles', () => {
      files = files.slice(2);
      return { deletedCount: 2 };
    });
    fakeServer.use(mockEndpoint('listFiles', () => listed(files)).handler, remove.handler);
    const app = renderApp('/dashboard/files', { user: ada });
    await screen.findByText(site(1));
    await app.user.click(boxOf(site(1)));
    await app.user.click(boxOf(site(2)));
    await app.user.click(screen.getByRole('button', { name: 'Bulk Delete Selected (2)' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete file' }));
    expect(
      dialog.getByText('Are you sure you want to delete "2 files"? This action cannot be undone.'),
    ).toBeTruthy();
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sources()).toEqual([site(3)]));
    expect(remove.received.map(({ body }) => body)).toEqual([{ ids: [aFile(1).id, aFile(2).id] }]);
    expect(toastTexts()).toEqual(['Files deleted successfully']);
    expect(screen.getByRole('button', { name: 'Bulk Delete Selected (0)' })).toBeTruthy();
  });

  test('[FM-6] [FM-8] the dialog names a single file, and a failure is shown', async () => {
    fakeServer.use(mockEndpoint('deleteFiles', () => new Response('', { status: 502 })).handler);
    const app = await openFiles();
    await app.user.click(await screen.findByRole('button', { name: `Delete ${site(2)}` }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete file' }));
    expect(dialog.getByText(new RegExp(`"${site(2)}"`))).toBeTruthy();
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Failed to delete files']));
  });
});

describe('downloading', () => {
  test('[FM-7] sends the screenshotUrl and saves the bytes under the last part of its path', async () => {
    const bodies: unknown[] = [];
    const saved: string[] = [];
    URL.createObjectURL = vi.fn<typeof URL.createObjectURL>(() => 'blob:1');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    fakeServer.use(
      http.post('*/api/v1/projects/files/download', async ({ request }) => {
        bodies.push(await request.json());
        return new HttpResponse('bytes', { headers: { 'content-type': 'image/png' } });
      }),
    );
    const app = await openFiles();
    await app.user.click(await screen.findByRole('button', { name: `Download ${site(1)}` }));
    await waitFor(() => expect(toastTexts()).toEqual(['File downloaded successfully']));
    expect(bodies).toEqual([{ url: aFile(1).screenshotUrl }]);
    expect(saved).toEqual(['site-1.png']);
  });

  test.each([
    [failure(404, 'There is no such file.'), 'Error / There is no such file.'],
    [new Response('', { status: 502 }), 'Error / Failed to download file'],
  ])('[FM-7] [HX-6] a failed download shows the server’s message', async (response, text) => {
    fakeServer.use(http.post('*/api/v1/projects/files/download', () => response));
    const app = await openFiles();
    await app.user.click(await screen.findByRole('button', { name: `Download ${site(1)}` }));
    await waitFor(() => expect(toastTexts()).toEqual([text]));
  });
});

const details = () => aScreenshot(1, { options: { full_page: 'true', delay: '2' } });

describe('the preview', () => {
  test('[FM-19] [FM-21] is stored in the URL, shows image and details, and closes', async () => {
    fakeServer.use(mockEndpoint('getScreenshot', details()).handler);
    const app = await openFiles([aFile(1), failed, html]);
    await app.user.click(await screen.findByRole('button', { name: `Preview ${site(1)}` }));
    const dialog = within(await screen.findByRole('dialog', { name: site(1) }));
    expect(app.path()).toBe(`/dashboard/files?file=${aFile(1).id}`);
    expect(
      dialog.getByRole('img', { name: `Screenshot of ${site(1)} taken Jan 05, 2026` }),
    ).toBeTruthy();
    expect(dialog.getByText('1280 × 720')).toBeTruthy();
    expect(await dialog.findByText('full_page')).toBeTruthy();
    await app.user.click(dialog.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(aFile(1).screenshotUrl);
    expect(toastTexts()).toEqual(['URL copied to clipboard']);
    await app.user.click(dialog.getByRole('button', { name: 'Copy as cURL' }));
    expect(await navigator.clipboard.readText()).toContain(
      `-d '{"full_page":"true","delay":"2","url":"${site(1)}"}'`,
    );
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.path()).toBe('/dashboard/files');
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('button', { name: `Preview ${site(1)}` }),
      ),
    );
  });

  test('[FM-25] publishes the file, copies its link, and revokes it', async () => {
    const publicUrl = 'http://localhost/api/v1/shared/1/signed/site-1.png';
    const made = mockEndpoint('createPublicLink', { publicUrl });
    const revoked = mockEndpoint('revokePublicLink', { publicUrl: null });
    fakeServer.use(mockEndpoint('getScreenshot', details()).handler, made.handler, revoked.handler);
    const app = await openFiles([aFile(1), html], `?file=${aFile(1).id}`);
    const dialog = within(await screen.findByRole('dialog', { name: site(1) }));
    expect(dialog.queryByRole('button', { name: 'Copy public link' })).toBeNull();
    await app.user.click(dialog.getByRole('button', { name: 'Create public link' }));
    await app.user.click(await dialog.findByRole('button', { name: 'Copy public link' }));
    expect(await navigator.clipboard.readText()).toBe(publicUrl);
    await app.user.click(dialog.getByRole('button', { name: 'Revoke link' }));
    expect(await dialog.findByRole('button', { name: 'Create public link' })).toBeTruthy();
    expect(dialog.queryByText(publicUrl)).toBeNull();
    expect(made.received).toHaveLength(1);
    expect(revoked.received).toHaveLength(1);
    expect(toastTexts()).toEqual([
      'Public link created successfully',
      'Public link revoked successfully',
    ]);
  });

  test('[FM-25] a link that cannot be created is reported once and not shown', async () => {
    const failingLink = http.post('*/projects/files/*/public-link', () => failure(404, 'Gone.'));
    fakeServer.use(mockEndpoint('getScreenshot', details()).handler, failingLink);
    const app = await openFiles([aFile(1)], `?file=${aFile(1).id}`);
    await app.user.click(await screen.findByRole('button', { name: 'Create public link' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Gone.']));
    expect(screen.queryByRole('button', { name: 'Revoke link' })).toBeNull();
  });

  test('[FM-21] arrow keys move to the neighbours with an image; other keys zoom', async () => {
    fakeServer.use(mockEndpoint('getScreenshot', details()).handler);
    const app = await openFiles([aFile(1), failed, html], `?file=${aFile(1).id}`);
    await screen.findByRole('dialog', { name: site(1) });
    expect(screen.getByText('1 of 2')).toBeTruthy();
    const frame = screen.getByRole('region', { name: 'Image' });
    await waitFor(() => expect(document.activeElement).toBe(frame));
    await app.user.keyboard('{ArrowRight}');
    const dialog = within(await screen.findByRole('dialog', { name: 'HTML' }));
    expect(app.path()).toBe(`/dashboard/files?file=${html.id}`);
    expect(dialog.getByRole('button', { name: 'Next screenshot' })).toHaveProperty(
      'disabled',
      true,
    );
    await app.user.keyboard('1');
    expect(dialog.getByText('100 %')).toBeTruthy();
    expect(dialog.getByRole('img').style.width).toBe('1280px');
    await app.user.keyboard('{+}');
    expect(dialog.getByRole('img').style.width).toBe('2560px');
    await app.user.keyboard('0{ArrowLeft}');
    await screen.findByRole('dialog', { name: site(1) });
  });

  test.each([
    ['fit', 1, 2],
    ['fit', -1, 0.5],
    [4, 1, 4],
    [0.25, -1, 0.25],
    [1, 1, 2],
  ] as const)('[FM-21] zoom %s in direction %i is %s', (zoom, direction, next) => {
    expect(stepZoom(zoom, direction)).toBe(next);
  });
});
