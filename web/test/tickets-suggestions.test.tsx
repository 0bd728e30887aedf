import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { toastTexts } from './app.tsx';
import { fakeServer } from './fake-api.ts';
import { openForm } from './tickets.page.tsx';

/** Documentation with these pages for every search; returns the searches. */
function docsWith(pages: readonly { url: string; page: string; title: string }[]): string[] {
  const searches: string[] = [];
  fakeServer.use(
    http.get('*/docs/search.json', ({ request }) => {
      searches.push(new URL(request.url).searchParams.get('q') ?? '');
      return HttpResponse.json({ results: pages.map((page) => ({ ...page, excerpt: '' })) });
    }),
  );
  return searches;
}

const pages = [
  { url: '/docs/reference#captureUrl', page: 'API reference', title: 'Capture a web page' },
  { url: '/docs/errors/navigation_timeout', page: 'Errors', title: 'navigation_timeout' },
  { url: '/docs/waiting', page: 'Waiting', title: 'Waiting' },
  { url: '/docs/a', page: 'A', title: 'A' },
  { url: '/docs/b', page: 'B', title: 'B' },
];

test('[HP-18] while the title is typed, the three best guides and error pages are offered in a new tab', async () => {
  const searches = docsWith(pages);
  const { app, dialog, title } = await openForm();
  await app.user.type(title, 'the PDF of a page never loads');
  const region = await dialog.findByRole('region', { name: 'These pages may help' });
  const links = [...region.querySelectorAll('a')];
  expect(links.map((link) => [link.getAttribute('href'), link.target])).toEqual([
    ['/docs/errors/navigation_timeout', '_blank'],
    ['/docs/waiting', '_blank'],
    ['/docs/a', '_blank'],
  ]);
  expect(searches).toEqual(['PDF page never loads']);
  expect(dialog.getByText(/^3 pages of the documentation may help/)).toBeTruthy();
  await app.user.clear(title);
  await waitFor(() =>
    expect(dialog.queryByRole('region', { name: 'These pages may help' })).toBeNull(),
  );
});

test('[HP-18] a search that fails or finds nothing shows nothing', async () => {
  let status = 500;
  let searches = 0;
  fakeServer.use(
    http.get('*/docs/search.json', () => {
      searches += 1;
      return HttpResponse.json({ results: [] }, { status });
    }),
  );
  const { app, dialog, title } = await openForm();
  await app.user.type(title, 'page');
  await waitFor(() => expect(searches).toBe(1));
  status = 200;
  await app.user.type(title, ' never');
  await waitFor(() => expect(searches).toBe(2));
  expect(dialog.queryByRole('region', { name: 'These pages may help' })).toBeNull();
  expect(toastTexts()).toEqual([]);
});
