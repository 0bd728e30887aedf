import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { filterFiles, indexFiles, noFilter } from '../src/features/files/files.rules.ts';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, mockEndpoint, failure, fakeServer, neverResponds } from './fake-api.ts';
import {
  aFile,
  cells,
  failed,
  html,
  listed,
  openFiles,
  rows,
  running,
  someFiles,
  sources,
} from './files.page.tsx';

describe('the list of files', () => {
  test('[FM-2] [FM-5] [FM-18] shows each file under its columns', async () => {
    await openFiles([aFile(1), html]);
    await screen.findByText('https://site-1.example/');
    const [box, ...titles] = screen.getAllByRole('columnheader');
    expect(within(box!).getByRole('checkbox', { name: 'Select all on this page' })).toBeTruthy();
    expect(titles.map((cell) => cell.textContent)).toEqual([
      'Image Status',
      'Source',
      'Size',
      'Project',
      'Credits',
      'Duration',
      'Created',
      'Actions',
    ]);
    await waitFor(() =>
      expect(cells(rows()[0]).slice(1, 8)).toEqual([
        'Complete',
        'https://site-1.example/',
        '1.5 KB',
        'Project 2',
        '1',
        '2.50s',
        'Jan 05, 2026',
      ]),
    );
    expect(cells(rows()[1])[2]).toBe('HTML');
  });

  test('[FM-2] the credits of a finished capture are those it cost; of a running one, its price', async () => {
    await openFiles([aFile(1, { creditsRequired: 2, creditsCharged: 2 }), failed, running]);
    await screen.findByText('https://site-1.example/');
    await waitFor(() => expect(rows().map((row) => cells(row)[5])).toEqual(['2', '0', '1']));
  });

  test('[FM-3] [FM-4] [FM-6] the status determines the colour and the available actions', async () => {
    await openFiles([aFile(1), failed, running, aFile(4, { screenshotUrl: null })]);
    await screen.findByText('https://site-1.example/');
    const seen = rows().map((row) => {
      const can = (name: RegExp) =>
        !within(row).getByRole<HTMLButtonElement>('button', { name }).disabled;
      const badge = within(row).getByText(/^(Complete|Failed|In progress)$/);
      const colour = /text-(green|red|amber)/.exec(badge.className)?.[1];
      return [badge.textContent, colour, can(/^Preview/), can(/^Download/), can(/^Delete/)];
    });
    expect(seen).toEqual([
      ['Complete', 'green', true, true, true],
      ['Failed', 'red', false, false, true],
      ['In progress', 'amber', false, false, true],
      ['Complete', 'green', false, false, true],
    ]);
  });

  test('[FM-16] is reloaded on every visit', async () => {
    const app = await openFiles();
    await screen.findByText('https://site-1.example/');
    await app.user.click(screen.getByRole('link', { name: 'Webhooks' }));
    await heading('Webhooks');
    await app.user.click(screen.getByRole('link', { name: 'File Manager' }));
    await heading('File Manager');
    await waitFor(() => expect(app.list.received).toHaveLength(2));
  });

  test('[FM-17] [NT-5] a failed load shows its two messages and can be retried', async () => {
    let isDown = true;
    const load = () => (isDown ? failure(500, 'Broken.') : listed(someFiles(1)));
    fakeServer.use(mockEndpoint('listFiles', load).handler);
    const app = renderApp('/dashboard/files', { user: ada });
    await screen.findByText('Failed to load files');
    expect(screen.getByText('Please try refreshing the page.')).toBeTruthy();
    isDown = false;
    await app.user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('https://site-1.example/');
  });

  test('[CP-11] an empty list explains what will appear and leads to the playground', async () => {
    await openFiles([]);
    const link = await screen.findByRole('link', { name: 'Take Screenshot' });
    expect(link.getAttribute('href')).toBe('/dashboard/playground');
    expect(screen.getByRole('link', { name: /Read the documentation/ })).toBeTruthy();
  });

  test('[CP-11] the loading state has the shape of the table', async () => {
    fakeServer.use(mockEndpoint('listFiles', neverResponds).handler);
    renderApp('/dashboard/files', { user: ada });
    await heading('File Manager');
    expect(rows()).toHaveLength(8);
  });

  test('[FM-22] a row in progress updates automatically, and a failed one shows the reason', async () => {
    let isDone = false;
    const list = mockEndpoint('listFiles', () => listed([isDone ? aFile(503) : running, failed]));
    const captures = mockEndpoint('listScreenshots', () => ({
      screenshots: [{ id: running.id, status: isDone ? 'COMPLETE' : 'PROCESSING' }] as never,
      meta: { page: 1, limit: 100, total: 1, isTotalExact: true },
    }));
    fakeServer.use(list.handler, captures.handler);
    renderApp('/dashboard/files', { user: ada });
    await screen.findByText('In progress');
    expect(screen.getByText('The host name does not exist or could not be resolved.')).toBeTruthy();
    await waitFor(() => expect(captures.received).toHaveLength(1));
    expect(list.received).toHaveLength(1);
    isDone = true;
    await screen.findByText('Complete');
    expect(screen.queryByText('In progress')).toBeNull();
    const thumbnail = document.querySelector('tbody img');
    expect(thumbnail?.getAttribute('loading')).toBe('lazy');
    expect([thumbnail?.getAttribute('width'), thumbnail?.getAttribute('height')]).toEqual([
      '56',
      '56',
    ]);
  });
});

describe('finding files', () => {
  test('[FM-1] [FM-12] search, type and project filter the list and return to page 1', async () => {
    const app = await openFiles([...someFiles(80), html], '?page=3');
    await screen.findByText('Page 3 of 4');
    const types = screen.getByRole('combobox', { name: 'Type' });
    await app.user.click(types);
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'All Screenshots',
      'From URL',
      'From HTML',
    ]);
    await app.user.click(screen.getByRole('option', { name: 'From URL' }));
    await screen.findByText('Page 1 of 4');
    expect(app.path()).toBe('/dashboard/files?type=url');
    await app.router.navigate('/dashboard/files?type=url&page=2');
    await screen.findByText('Page 2 of 4');
    await app.user.click(screen.getByRole('combobox', { name: 'Project' }));
    await app.user.click(await screen.findByRole('option', { name: 'Project 1' }));
    await screen.findByText('Page 1 of 2');
    await app.router.navigate('/dashboard/files?page=2');
    await screen.findByText('Page 2 of 4');
    await app.user.type(screen.getByRole('searchbox', { name: 'Search files' }), 'site-7');
    await screen.findByText('Showing 1 to 11 of 11 results');
    await waitFor(() => expect(app.path()).toBe('/dashboard/files?q=site-7'));
  });

  test('[FM-20] every search word matches URL, id, name, project or status, in any case', () => {
    const names = new Map([
      [1, 'Marketing'],
      [2, 'QA nightly'],
    ]);
    const indexed = indexFiles([aFile(1), aFile(2), html, failed], (id) => names.get(id));
    const find = (text: string) => filterFiles(indexed, { ...noFilter, text }).map(({ id }) => id);
    expect(find('SITE-2')).toEqual([aFile(2).id]);
    expect(find(aFile(1).id.toUpperCase())).toEqual([aFile(1).id]);
    expect(find('site-1.png')).toEqual([aFile(1).id]);
    expect(find('qa  complete')).toEqual([aFile(1).id, html.id]);
    expect(find('failed gone')).toEqual([failed.id]);
    expect(find('html')).toEqual([html.id]);
    expect(find('qa nothing')).toEqual([]);
    expect(find('  ')).toHaveLength(4);
  });

  test('a search among 10,000 files finds those that match all words', () => {
    const indexed = indexFiles(someFiles(10_000), () => 'Marketing');
    const found = filterFiles(indexed, {
      ...noFilter,
      text: 'marketing site-99 png',
      type: 'url',
    });
    expect(found).toHaveLength(111);
  });

  test('[CP-11] [FM-19] without a match, clearing the filters is offered and works', async () => {
    const app = await openFiles(someFiles(3), '?q=nothing&type=html&in=1');
    await app.user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(sources()).toHaveLength(3));
    await waitFor(() => expect(app.path()).toBe('/dashboard/files'));
  });

  test('[FM-19] the search follows back and forward navigation', async () => {
    const app = await openFiles(someFiles(30), '?q=site-2');
    await screen.findByText('Showing 1 to 11 of 11 results');
    await app.router.navigate('/dashboard/files?q=site-30');
    await screen.findByText('Showing 1 to 1 of 1 results');
    await app.router.navigate(-1);
    await screen.findByText('Showing 1 to 11 of 11 results');
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search files' }).value).toBe(
      'site-2',
    );
  });

  test('[FM-15] ?project= preselects the project, announces it once and is removed from the URL', async () => {
    const barrier = Promise.withResolvers<void>();
    const projects = mockEndpoint('listProjects', async () => {
      await barrier.promise;
      return {
        projects: [
          {
            id: 2,
            name: 'QA',
            screenshotCount: 1,
            totalSize: 1,
            monthlyLimit: null,
            monthlyUsage: null,
            createdAt: '2026-01-05T10:00:00Z',
          },
        ],
      };
    });
    fakeServer.use(projects.handler);
    const app = await openFiles(someFiles(4), '?project=2');
    await waitFor(() => expect(sources()).toHaveLength(2));
    expect(toastTexts()).toEqual([]);
    expect(app.path()).toBe('/dashboard/files?project=2');
    barrier.resolve();
    await waitFor(() => expect(toastTexts()).toEqual(['Showing files for project: QA']));
    expect(app.path()).toBe('/dashboard/files?in=2');
    expect(app.router.state.historyAction).toBe('REPLACE');
    expect(screen.getByRole('combobox', { name: 'Project' }).textContent).toContain('QA');
    expect(sources()).toHaveLength(2);
  });

  test('[FM-19] an unknown ?project= is removed silently', async () => {
    const app = await openFiles(someFiles(4), '?project=99&q=site-1');
    await waitFor(() => expect(app.path()).toBe('/dashboard/files?q=site-1'));
    expect(toastTexts()).toEqual([]);
  });
});
