import type { StoredFile } from '@shotwright/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ada, aScreenshot, fakeServer, mockEndpoint } from './fake-api.ts';
import { aFile, failed, openFiles, rows } from './files.page.tsx';

const [original, copy] = [aFile(1), aFile(2, { annotatedFrom: aFile(1).id })];
const details = mockEndpoint('getScreenshot', aScreenshot(1, { options: { full_page: 'true' } }));

async function openDetails(file: StoredFile, files: StoredFile[] = [copy, original]) {
  fakeServer.use(details.handler);
  const app = await openFiles(files, `?file=${file.id}`);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Public link');
  return { ...app, dialog };
}

const annotatePath = (file: StoredFile) => `/dashboard/screenshots/${file.id}/annotate`;

test('[RP-6] the details of an image lead to its annotation, and list its copies', async () => {
  const listed = mockEndpoint('listAnnotatedCopies', {
    copies: [
      {
        screenshotId: copy.id,
        annotatedFrom: original.id,
        projectId: 1,
        fileName: 'site-1-annotated.png',
        screenshotUrl: '/files/2.png',
        thumbnailUrl: '/files/2-small.png',
        bytes: 10,
        width: 800,
        height: 400,
        createdAt: '2026-01-05T10:00:00.000Z',
      },
    ],
  });
  fakeServer.use(listed.handler);
  const { dialog } = await openDetails(original);
  const annotate = dialog.getByRole('link', { name: 'Annotate' });
  expect(annotate.getAttribute('href')).toBe(annotatePath(original));
  const copies = within(await dialog.findByRole('list', { name: 'Annotated copies' }));
  const link = copies.getByRole('link', { name: 'site-1-annotated.png' });
  expect(link.getAttribute('href')).toBe(`/dashboard/files?file=${copy.id}`);
});

test('[RP-6] a copy leads to its original, and is neither captured again nor a baseline', async () => {
  const { dialog } = await openDetails(copy);
  const link = dialog.getByRole('link', { name: 'Open the original' });
  expect(link.getAttribute('href')).toBe(`/dashboard/files?file=${original.id}`);
  expect(dialog.getByRole('link', { name: 'Annotate' })).toBeTruthy();
  for (const name of ['Capture again', 'Copy as cURL', 'Approve as baseline'])
    expect(dialog.queryByRole('button', { name })).toBeNull();
  expect(dialog.queryByText('full_page')).toBeNull();
  expect(dialog.queryByRole('list', { name: 'Annotated copies' })).toBeNull();
});

test('[RP-6] the list marks copies, and the menu of an image leads to its annotation', async () => {
  const pdf = aFile(3, { imageWidth: null, imageHeight: null });
  const { user } = await openFiles([copy, original, pdf, failed]);
  await screen.findByText('Annotated');
  expect(rows().map((row) => within(row).queryByText('Annotated') !== null)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const offered = async (file: StoredFile) => {
    await user.click(screen.getByRole('button', { name: `More for ${file.url ?? ''}` }));
    const menu = within(await screen.findByRole('menu'));
    const href = menu.queryByRole('menuitem', { name: 'Annotate' })?.getAttribute('href');
    await user.keyboard('{Escape}');
    return href;
  };
  expect(await offered(original)).toBe(annotatePath(original));
  expect(await offered(pdf)).toBeUndefined();
  expect(await offered(failed)).toBeUndefined();
});

test('[RP-6, TM-2] a viewer sees copies, and is not offered to annotate', async () => {
  const viewer = { ...ada, role: 'viewer' as const };
  fakeServer.use(details.handler);
  await openFiles([copy, original], `?file=${original.id}`, viewer);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('full_page');
  expect(dialog.queryByRole('link', { name: 'Annotate' })).toBeNull();
});
