import type { Comparison } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
// Compiled before the clock of the first test runs.
import '../src/routes/baselines/baselines.tsx';
import '../src/routes/files/compare.tsx';
import '../src/shell/dashboard-layout.tsx';
import { renderApp, toastTexts } from './app.tsx';
import { aBaseline, serve, serveApproval } from './baselines.page.tsx';
import { ada, aScreenshot, failure, fakeServer, mockEndpoint } from './fake-api.ts';
import { aFile, rows } from './files.page.tsx';

const [before, after] = [aScreenshot(1), aScreenshot(2)];
const comparison: Comparison = {
  before: before.id,
  after: after.id,
  identical: true,
  diffPixels: 0,
  diffRatio: 0,
  sizeDiffers: false,
  width: 1,
  height: 1,
  regions: [],
  regionCount: 0,
  passed: true,
};

async function openComparison(right = after) {
  fakeServer.use(
    mockEndpoint('compareScreenshots', comparison).handler,
    mockEndpoint('getScreenshot', ({ url }) => (url.pathname.endsWith(before.id) ? before : right))
      .handler,
  );
  const app = renderApp(`/dashboard/compare?a=${before.id}&b=${after.id}`, { user: ada });
  await screen.findByText('Identical');
  return app;
}

describe('the comparison', () => {
  test('[RP-2] approves the later capture, which then has the badge of a baseline', async () => {
    const state = { baselines: [], checks: [] };
    serve(state);
    const approve = serveApproval(state);
    const { user } = await openComparison();
    await user.click(await screen.findByRole('button', { name: 'Approve as baseline' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Baseline approved.']));
    expect(await screen.findByText('Baseline')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve as baseline' })).toBeNull();
    expect(approve.received.map(({ body }) => body)).toEqual([{ screenshot_id: after.id }]);
  });

  test('[RP-2] of pasted HTML cannot be approved', async () => {
    const { url: _, ...pasted } = after;
    serve({ baselines: [], checks: [] });
    const { queryClient } = await openComparison({ ...pasted, type: 'HTML' });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByRole('button', { name: 'Approve as baseline' })).toBeNull();
  });
});

const manyBaselines = (total: number) =>
  mockEndpoint('listBaselines', ({ url }) => {
    const page = Number(url.searchParams.get('page') ?? '1');
    return { baselines: [aBaseline()], meta: { page, limit: 25, total, isTotalExact: true } };
  });

describe('the page of baselines', () => {
  test('[RP-2] lists them with their size, tolerance and approval, in pages', async () => {
    const list = manyBaselines(60);
    fakeServer.use(list.handler);
    const { user, path } = renderApp('/dashboard/baselines', { user: ada });
    const link = await screen.findByRole('link', {
      name: 'Open https://site-1.example/ in File Manager',
    });
    expect(link.getAttribute('href')).toBe(`/dashboard/files?file=${aFile(1).id}`);
    const [row] = rows();
    expect(row?.textContent).toContain('1280 × 720');
    expect(row?.textContent).toContain('0 %');
    expect(row?.textContent).toContain('by Ada Lovelace');
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(path()).toBe('/dashboard/baselines?page=2');
    await waitFor(() => expect(list.received.at(-1)?.url.searchParams.get('page')).toBe('2'));
    expect(list.received.at(-1)?.url.searchParams.get('limit')).toBe('25');
  });

  test('[RP-2] removes one after a question, and the empty page says how to create one', async () => {
    const state = { baselines: [aBaseline()], checks: [] };
    serve(state);
    const remove = mockEndpoint('removeBaseline', () => {
      state.baselines = [];
      return {};
    });
    fakeServer.use(remove.handler);
    const { user } = renderApp('/dashboard/baselines', { user: ada });
    const name = 'Remove the baseline of https://site-1.example/';
    await user.click(await screen.findByRole('button', { name }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/https:\/\/site-1\.example\//)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Remove baseline' }));
    expect(await screen.findByText('No baselines yet')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Open File Manager' });
    expect(link.getAttribute('href')).toBe('/dashboard/files');
    expect(remove.received).toHaveLength(1);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })),
    );
  });

  test('[RP-2] [TM-1] lists those of test mode on request', async () => {
    serve({ baselines: [aBaseline({ livemode: false })], checks: [] });
    const { user, path } = renderApp('/dashboard/baselines', { user: ada });
    await screen.findByText('No baselines yet');
    await user.click(screen.getByRole('combobox', { name: 'Mode' }));
    await user.click(await screen.findByRole('option', { name: 'Test captures' }));
    const link = await screen.findByRole('link', { name: /^Open https:\/\/site-1/ });
    expect(link.getAttribute('href')).toBe(`/dashboard/files?mode=test&file=${aFile(1).id}`);
    expect(path()).toBe('/dashboard/baselines?mode=test');
    expect(within(rows()[0]!).getByText('Test')).toBeTruthy();
  });

  test('[RP-2, RL-1] says in the page that they cannot be loaded, and loads them again', async () => {
    const answers = [failure(500, 'Something went wrong.')];
    const list = mockEndpoint(
      'listBaselines',
      () =>
        answers.shift() ?? {
          baselines: [aBaseline()],
          meta: { page: 1, limit: 25, total: 1, isTotalExact: true },
        },
    );
    fakeServer.use(list.handler);
    const { user } = renderApp('/dashboard/baselines', { user: ada });
    await screen.findByText('Failed to load baselines');
    expect(toastTexts()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('link', { name: /^Open https:\/\/site-1/ });
  });
});
