import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aScreenshot, fakeServer, mockEndpoint } from './fake-api.ts';
import { aFile, openFiles, rows } from './files.page.tsx';
import { captureButton, fillIn, openPlayground, playgroundServer } from './playground-fixtures.tsx';

const previewUrl = 'http://localhost/api/v1/previews/1/1/signed/site-1.jpg';
const pdf = aFile(1, {
  screenshotUrl: 'http://localhost/api/v1/files/1/1/signed/site-1.pdf',
  previewUrl,
  imageWidth: null,
  imageHeight: null,
});

test('[CO-A14] a PDF in the list names its format', async () => {
  await openFiles([pdf, aFile(2)]);
  await screen.findByText('PDF');
  expect(rows().map((row) => /PDF/.test(row.textContent ?? ''))).toEqual([true, false]);
});

test('[CO-A14] the details of a PDF show its page, its format and a download', async () => {
  fakeServer.use(mockEndpoint('getScreenshot', aScreenshot(1)).handler);
  await openFiles([pdf, aFile(2)], `?file=${pdf.id}`);
  const shown = await screen.findByRole('img', { name: /^Screenshot of/ });
  expect(shown.getAttribute('src')).toContain('/api/v1/previews/');
  expect(screen.getByText('This image shows the page. Download the PDF to read it.')).toBeTruthy();
  const details = within(await screen.findByRole('complementary', { name: 'Details' }));
  expect(details.getByText('Format').nextElementSibling?.textContent).toBe('PDF');
  expect(details.queryByText('Pixels')).toBeNull();
  expect(details.getByRole('button', { name: 'Download' })).toBeTruthy();
  expect(details.queryByRole('button', { name: 'Copy image' })).toBeNull();
});

test('[CO-A14] the playground shows the page of a finished PDF, with its download and without copying an image', async () => {
  const { screenshotUrl } = pdf;
  playgroundServer({ screenshotUrl, previewUrl, imageWidth: null, imageHeight: null });
  const { user } = await openPlayground();
  await fillIn(user);
  await user.click(captureButton());
  const preview = within(await screen.findByRole('region', { name: 'Preview' }));
  const image = await preview.findByRole('img');
  expect(image.getAttribute('src')).toContain('/api/v1/previews/');
  expect(preview.getByText('Format').nextElementSibling?.textContent).toBe('PDF');
  expect(preview.getByRole('button', { name: 'Download' })).toBeTruthy();
  expect(preview.queryByRole('button', { name: 'Copy image' })).toBeNull();
});

test('[CO-A18] the details list the extracts of a file with their sizes, as downloads', async () => {
  const url = 'http://localhost/api/v1/files/9/1/signed/site-2-links.json';
  const extracts = { links: { url, bytes: 2_048 } };
  fakeServer.use(mockEndpoint('getScreenshot', aScreenshot(1, { extracts })).handler);
  const file = aFile(2);
  await openFiles([file], `?file=${file.id}`);
  const details = within(await screen.findByRole('complementary', { name: 'Details' }));
  const list = within(await details.findByRole('list', { name: 'More files' }));
  const link = list.getByRole('link', { name: 'links' });
  expect(link.getAttribute('href')).toContain('/api/v1/files/9/1/signed/site-2-links.json');
  expect(link.hasAttribute('download')).toBe(true);
  expect(list.getByText('2 KB')).toBeTruthy();
});
