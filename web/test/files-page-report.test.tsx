import type { CaptureReport, Screenshot } from '@shotwright/contract';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toastTexts } from './app.tsx';
import { aScreenshot, fakeServer, mockEndpoint } from './fake-api.ts';
import { aFile, openFiles } from './files.page.tsx';

const file = aFile(1);
const report: CaptureReport = {
  finalUrl: 'https://site-1.example/start',
  redirects: ['https://site-1.example/'],
  targetStatus: 404,
  pageWidthPx: 1_280,
  pageHeightPx: 4_210,
  viewport: { widthPx: 1_280, heightPx: 720, scale: 2 },
  browserVersion: 'Chrome/156.0.1.2',
  emulated: { timezone: 'Europe/Berlin', language: 'de-DE', userAgent: 'Mozilla/5.0 Test' },
  requestCount: 1_042,
  blockedRequestCount: 3,
  receivedBytes: 2_097_152,
  consoleErrors: ['TypeError: x is not a function', 'TypeError: x is not a function'],
};

async function openDetails(change: Partial<Screenshot>) {
  const screenshot = aScreenshot(1, change);
  fakeServer.use(mockEndpoint('getScreenshot', screenshot).handler);
  const app = await openFiles([file], `?file=${file.id}`);
  const details = within(await screen.findByRole('complementary', { name: 'Details' }));
  return { ...app, details, screenshot };
}

/** Facts of a section by name. */
function factsIn(section: HTMLElement): Record<string, string | null> {
  return Object.fromEntries(
    [...section.querySelectorAll('dt')].map((dt) => [
      dt.textContent ?? '',
      dt.nextElementSibling?.textContent ?? null,
    ]),
  );
}

test('[RP-7] the details name the response, viewport, browser, requests and console errors of a capture', async () => {
  const { details } = await openDetails({ report });
  const section = await details.findByRole('region', { name: 'Page' });
  expect(factsIn(section)).toEqual({
    'Response status': '404',
    'Final URL': 'https://site-1.example/start',
    Redirects: '1',
    Viewport: '1280 × 720 at 2x',
    'Page size': '1280 × 4210',
    Browser: 'Chrome/156.0.1.2',
    'User agent': 'Mozilla/5.0 Test',
    Language: 'de-DE',
    'Time zone': 'Europe/Berlin',
    Requests: '1,042, 3 blocked, 2 MB',
  });
  const page = within(section);
  expect(page.getByText('2 console errors')).toBeTruthy();
  expect(page.getAllByText('TypeError: x is not a function')).toHaveLength(2);
});

test('[RP-7] facts that an older or failed capture lacks are left out, and so is pasted HTML’s response', async () => {
  const sparse: CaptureReport = {
    finalUrl: null,
    targetStatus: null,
    viewport: null,
    browserVersion: '',
  };
  const { details } = await openDetails({ url: undefined, report: sparse });
  const section = await details.findByRole('region', { name: 'Page' });
  expect(factsIn(section)).toEqual({});
  expect(section.querySelector('details')).toBeNull();
});

test('[RP-7] a page that sent no response says so', async () => {
  const { details } = await openDetails({ status: 'FAILED', report: { targetStatus: null } });
  const section = await details.findByRole('region', { name: 'Page' });
  expect(factsIn(section)).toEqual({ 'Response status': 'None' });
});

test('[RP-7] everything is copied as JSON', async () => {
  const { user, details, screenshot } = await openDetails({ report });
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(await details.findByRole('button', { name: 'Copy details as JSON' }));
  const { id, url, createdAt, options } = screenshot;
  expect(JSON.parse(write.mock.calls[0]?.[0] ?? '')).toMatchObject({
    id,
    url,
    createdAt,
    options,
    report,
  });
  expect(toastTexts()).toEqual([
    'Details copied / Time, options, browser, page and console errors.',
  ]);
});
