import type { BatchReceipt, SitemapReading } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
// Compiled before the clock of the first test runs.
import '../src/routes/batches/batches.tsx';
import '../src/routes/batches/new-batch.tsx';
import '../src/shell/dashboard-layout.tsx';
import { enter, heading, renderApp } from './app.tsx';
import { ada, failure, fakeServer, mockEndpoint } from './fake-api.ts';

const receipt: BatchReceipt = {
  batchId: null,
  statusUrl: null,
  counts: { items: 2, accepted: 2, duplicates: 0, invalid: 0, omitted: 0 },
  invalid: [],
  creditRequired: 2,
  screenshots: [],
};

function aReading(paths: readonly string[], change: Partial<SitemapReading> = {}): SitemapReading {
  return {
    urls: paths.map((path) => ({ url: `https://a.example${path}`, lastModified: null })),
    counts: { found: 2, duplicates: 0, otherSites: 0, filtered: 0, invalid: 0 },
    isComplete: true,
    sitemaps: [{ url: 'https://a.example/sitemap.xml', problem: null }],
    ...change,
  };
}

const create = mockEndpoint('createBatch', receipt);
beforeEach(() => fakeServer.use(create.handler));

async function open() {
  const page = renderApp('/dashboard/batches/new', { user: ada });
  await heading('New batch');
  const fields = within(screen.getByRole('group', { name: 'Pages of a website' }));
  const website = fields.getByLabelText('Website or sitemap (optional)');
  return { ...page, fields, website, area: screen.getByLabelText('URLs') };
}

test('[RP-3] the pages of a website fill the list; a second reading replaces the first', async () => {
  const readings = [
    aReading(['/', '/shop'], {
      counts: { found: 9, duplicates: 1, otherSites: 2, filtered: 0, invalid: 0 },
      isComplete: false,
      sitemaps: [
        { url: 'https://a.example/1.xml', problem: null },
        { url: 'https://a.example/2.xml', problem: 'https://a.example/2.xml responded with 404.' },
      ],
    }),
    aReading(['/blog/1']),
  ];
  const read = mockEndpoint('readSitemap', () => readings.shift() ?? aReading([]));
  fakeServer.use(read.handler);
  const { user, fields, website, area } = await open();
  await enter(user, website, ' a.example ');
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(area).toHaveProperty('value', 'https://a.example/\nhttps://a.example/shop'),
  );
  expect(read.received[0]?.body).toEqual({ url: 'a.example' });
  expect(create.received.every(({ body }) => JSON.stringify(body).includes('dry_run'))).toBe(true);
  expect(fields.getByRole('status').textContent).toBe(
    '2 pages listed from 1 sitemap. Left out: 1 repeated, 2 of other sites.The sitemap has more pages. Name a path to list others.https://a.example/2.xml responded with 404.',
  );
  await enter(user, fields.getByLabelText('Only paths (optional)'), '/blog/*');
  await user.click(fields.getByRole('button', { name: 'List pages' }));
  await waitFor(() => expect(area).toHaveProperty('value', 'https://a.example/blog/1'));
  expect(read.received[1]?.body).toEqual({ url: 'a.example', include: ['/blog/*'] });
});

test('[RP-3] URLs that were typed are kept before the pages of a website', async () => {
  fakeServer.use(mockEndpoint('readSitemap', aReading(['/'])).handler);
  const { user, fields, website, area } = await open();
  await enter(user, area, 'https://typed.example');
  await enter(user, website, 'a.example');
  await user.click(fields.getByRole('button', { name: 'List pages' }));
  await waitFor(() =>
    expect(area).toHaveProperty('value', 'https://typed.example\nhttps://a.example/'),
  );
});

test('[RP-3] a sitemap that cannot be read is said at its field, and the list stays', async () => {
  const message = 'https://a.example/sitemap.xml responded with status 404.';
  fakeServer.use(
    mockEndpoint('readSitemap', failure(422, message, { code: 'sitemap_unreadable' })).handler,
  );
  const { user, fields, website, area } = await open();
  await enter(user, area, 'https://typed.example');
  await enter(user, website, 'a.example');
  await user.click(fields.getByRole('button', { name: 'List pages' }));
  await screen.findByText(message);
  expect(website.getAttribute('aria-invalid')).toBe('true');
  expect(area).toHaveProperty('value', 'https://typed.example');
});

test('[RP-3] leaving a list that was not started is confirmed', async () => {
  const { user, area, path } = await open();
  await enter(user, area, 'https://typed.example');
  await user.click(screen.getByRole('link', { name: 'API Keys' }));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
  expect(path()).toBe('/dashboard/batches/new');
  expect(area).toHaveProperty('value', 'https://typed.example');
});
