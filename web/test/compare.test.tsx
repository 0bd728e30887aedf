import type { Comparison, Screenshot } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
// Compiled before the clock of the first test runs.
import '../src/routes/files/compare.tsx';
import '../src/shell/dashboard-layout.tsx';
import { enter, heading, renderApp, toastTexts } from './app.tsx';
import { ada, aScreenshot, failure, fakeServer, mockEndpoint } from './fake-api.ts';

const size = { imageWidth: 800, imageHeight: 400 };
const [before, after] = [
  aScreenshot(1, size),
  aScreenshot(2, { ...size, screenshotUrl: '/2.png' }),
];

function aComparison(change: Partial<Comparison> = {}): Comparison {
  return {
    before: before.id,
    after: after.id,
    identical: false,
    diffPixels: 4_160,
    diffRatio: 0.013,
    sizeDiffers: false,
    width: 800,
    height: 400,
    regions: [
      { x: 82, y: 15, width: 94, height: 26, pixels: 4_000 },
      { x: 0, y: 300, width: 20, height: 8, pixels: 160 },
    ],
    regionCount: 2,
    passed: false,
    image: { contentType: 'image/png', base64: 'AAAA', y: 0 },
    ...change,
  };
}

type Answer = Comparison | Response;

/** Opens the page; `answers` are those of the comparisons, of which the last one is repeated. */
async function openCompare({
  query = '',
  answers = [aComparison()],
  captures = [before, after],
}: {
  query?: string;
  answers?: readonly Answer[];
  captures?: readonly Screenshot[];
} = {}) {
  const remaining = [...answers];
  const compare = mockEndpoint('compareScreenshots', () => {
    const answer = remaining.length > 1 ? remaining.shift() : remaining[0];
    return answer instanceof Response ? answer.clone() : answer!;
  });
  const read = mockEndpoint('getScreenshot', ({ url }) => {
    const found = captures.find(({ id }) => url.pathname.endsWith(id));
    return found ?? failure(404, 'This screenshot does not exist.');
  });
  fakeServer.use(compare.handler, read.handler);
  const app = renderApp(`/dashboard/compare?a=${before.id}&b=${after.id}${query}`, { user: ada });
  await heading('Compare captures');
  const bodies = () => compare.received.map(({ body }) => body as Record<string, unknown>);
  return { ...app, bodies };
}

const search = (path: string) => Object.fromEntries(new URL(path, 'http://x').searchParams);
const sources = (pane: string) =>
  within(screen.getByRole('region', { name: pane }))
    .getAllByRole<HTMLImageElement>('img')
    .map(({ src }) => new URL(src).href);
const url = (path: string) => new URL(path, location.origin).href;
const ignored = () => within(screen.getByRole('list', { name: 'Ignored regions' }));
const button = (name: string | RegExp) => screen.getByRole('button', { name });

test('[RP-1] without two captures the page says how to select them', async () => {
  renderApp('/dashboard/compare?a=x', { user: ada });
  await heading('Compare captures');
  expect(screen.getByText('Nothing to compare yet')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Open File Manager' });
  expect(link.getAttribute('href')).toBe('/dashboard/files');
  expect(screen.queryByRole('button', { name: 'Swap' })).toBeNull();
});

test('[RP-1] two captures are shown side by side with their changes', async () => {
  const app = await openCompare();
  expect(await screen.findByText('1.3 % changed')).toBeTruthy();
  expect(screen.getByText('4,160 of 320,000 pixels, in 2 regions.')).toBeTruthy();
  expect(app.bodies()).toEqual([
    {
      before: before.id,
      after: after.id,
      threshold: 0.1,
      ignore_regions: [],
      response_type: 'base64',
    },
  ]);
  expect(sources('Image Before')).toEqual([url('/files/1.png')]);
  expect(sources('Image After')).toEqual([url('/2.png')]);
  expect(button('Show the change 94 × 26 at 82, 15')).toBeTruthy();
  expect(toastTexts()).toEqual([]);
});

test.each([
  {
    kind: 'identical',
    identical: true,
    title: 'Identical',
    text: /^Every pixel of the two captures is the same\./,
  },
  {
    kind: 'within the tolerance',
    identical: false,
    title: 'No change',
    text: /^No change beyond the tolerance\. /,
  },
])(
  '[RP-1] captures that are $kind have a sentence of their own',
  async ({ identical, title, text }) => {
    const equal = { identical, diffPixels: 0, diffRatio: 0, regions: [], regionCount: 0 };
    await openCompare({ answers: [aComparison(equal)] });
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText('No changed regions.')).toBeTruthy();
  },
);

test('[RP-1] different sizes are named and explained', async () => {
  const taller = { ...after, imageHeight: 640 };
  await openCompare({
    captures: [before, taller],
    answers: [aComparison({ sizeDiffers: true, height: 640 })],
  });
  const sentence = await screen.findByText(/^The sizes differ: /);
  expect(sentence.textContent).toContain('Before is 800 × 400 pixels, After is 800 × 640.');
});

test('[RP-1] the URL holds the whole state, and the copied link reproduces it', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  const query = '&view=slider&zoom=actual&threshold=0.25&ignore=0,0,800,20;1,2,3,4&at=30';
  const app = await openCompare({ query });
  await screen.findByText('1.3 % changed');
  expect(app.bodies()[0]).toMatchObject({
    threshold: 0.25,
    ignore_regions: [
      { x: 0, y: 0, width: 800, height: 20 },
      { x: 1, y: 2, width: 3, height: 4 },
    ],
  });
  expect(screen.getByRole<HTMLInputElement>('slider', { name: /^Divider/ }).value).toBe('30');
  expect(screen.getByText('100 %')).toBeTruthy();
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
  await app.user.click(button('Copy link'));
  await waitFor(() => expect(toastTexts()).toEqual(['URL copied to clipboard']));
  expect(writeText.mock.calls).toEqual([
    [url(`/dashboard/compare?a=${before.id}&b=${after.id}${query}`)],
  ]);
});

test('[RP-1] the divider is set by keys and by a number, the overlay by its opacity', async () => {
  const app = await openCompare();
  await screen.findByText('1.3 % changed');
  await app.user.click(screen.getByRole('radio', { name: 'Slider' }));
  const number = screen.getByRole('spinbutton', { name: 'Divider in percent from the left' });
  await app.user.clear(number);
  await app.user.type(number, '101');
  const divider = screen.getByRole<HTMLInputElement>('slider', { name: /^Divider/ });
  expect(divider.value).toBe('10');
  expect(divider.getAttribute('aria-valuetext')).toBe('10 % Before');
  expect(sources('Both images')).toEqual([url('/2.png'), url('/files/1.png')]);
  await waitFor(() => expect(search(app.path())).toMatchObject({ view: 'slider', at: '10' }));
  await app.user.click(screen.getByRole('radio', { name: 'Overlay' }));
  const opacity = screen.getByRole('spinbutton', { name: 'Opacity of After in percent' });
  await app.user.clear(opacity);
  await app.user.type(opacity, '80');
  const [, upper] = screen.getAllByRole('img');
  expect(upper?.style.opacity).toBe('0.8');
  await waitFor(() => expect(search(app.path())).toMatchObject({ view: 'overlay', opacity: '80' }));
});

test('[RP-1] another tolerance is compared with, and the image of the difference is shown', async () => {
  const second = aComparison({ diffPixels: 1, diffRatio: 1 / 320_000, regionCount: 1 });
  const app = await openCompare({ query: '&view=difference', answers: [aComparison(), second] });
  await screen.findByText('1.3 % changed');
  expect(sources('Difference')).toEqual(['data:image/png;base64,AAAA']);
  const tolerance = screen.getByRole('spinbutton', { name: 'Tolerance as a number' });
  await app.user.clear(tolerance);
  await app.user.type(tolerance, '0.5');
  expect(await screen.findByText('< 0.01 % changed')).toBeTruthy();
  expect(screen.getByText('1 of 320,000 pixels, in 1 region.')).toBeTruthy();
  expect(app.bodies().at(-1)).toMatchObject({ threshold: 0.5 });
  expect(search(app.path())['threshold']).toBe('0.5');
});

test('[RP-1] a region is ignored by its numbers or from the list of changes, and removed', async () => {
  const app = await openCompare();
  await screen.findByText('1.3 % changed');
  const fields = ['X', 'Y', 'Width', 'Height'].map((name) => screen.getByLabelText(name));
  const write = async (...texts: string[]) => {
    for (const [at, text] of texts.entries()) {
      await app.user.clear(fields[at]!);
      await enter(app.user, fields[at]!, text);
    }
    await app.user.click(button('Add region'));
  };
  await write('1', '2', '0', '4');
  expect(screen.getByText(/^Enter whole numbers of pixels/)).toBeTruthy();
  await write('800', '2', '3', '4');
  expect(
    screen.getByText(/^The region must start inside the images, .* 800 × 400\.$/),
  ).toBeTruthy();
  await write('1', '2', '3', '4');
  await app.user.click(button('Ignore the change 94 × 26 at 82, 15'));
  await waitFor(() => expect(ignored().getAllByRole('listitem')).toHaveLength(2));
  expect(search(app.path())['ignore']).toBe('1,2,3,4;82,15,94,26');
  await app.user.click(ignored().getByRole('button', { name: 'Remove 3 × 4 at 1, 2' }));
  expect(search(app.path())['ignore']).toBe('82,15,94,26');
  await waitFor(() =>
    expect(app.bodies().at(-1)?.['ignore_regions']).toEqual([
      { x: 82, y: 15, width: 94, height: 26 },
    ]),
  );
});

test('[RP-1] the captures can be swapped', async () => {
  const app = await openCompare({ query: '&view=overlay' });
  await app.user.click(button('Swap'));
  expect(search(app.path())).toEqual({ a: after.id, b: before.id, view: 'overlay' });
  await waitFor(() =>
    expect(app.bodies().at(-1)).toMatchObject({ before: after.id, after: before.id }),
  );
});

test('[RP-1, RL-1] an error that may pass is shown once, in place, and can be retried', async () => {
  const busy = failure(503, 'Too many comparisons are running. Try again in a moment.', {
    code: 'queue_full',
    retryable: true,
  });
  const app = await openCompare({ answers: [busy, aComparison()] });
  expect(await screen.findAllByText(/Too many comparisons are running/)).toHaveLength(1);
  await waitFor(() => expect(sources('Image Before')).toHaveLength(1));
  expect(toastTexts()).toEqual([]);
  await app.user.click(button('Retry'));
  expect(await screen.findByText('1.3 % changed')).toBeTruthy();
});

test('[RP-1, RL-1] a capture that does not exist is reported once, without a retry', async () => {
  const missing = failure(404, 'The screenshot in after does not exist.', {
    code: 'screenshot_not_found',
  });
  await openCompare({ captures: [before], answers: [missing] });
  expect(await screen.findAllByText(/does not exist/)).toHaveLength(1);
  expect(toastTexts()).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.queryByRole('img')).toBeNull();
});

test('[RP-1] a capture in progress is waited for', async () => {
  const running = { ...after, status: 'PROCESSING' as const, screenshotUrl: null };
  const app = await openCompare({ captures: [before, running] });
  expect(await screen.findByText(/^The comparison starts when both captures/)).toBeTruthy();
  expect(app.bodies()).toEqual([]);
});
