import type { StoredFile } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { heading, renderApp, toastTexts } from './app.tsx';
import {
  aBaseline,
  aCheck,
  baselineId,
  itself,
  serve,
  serveApproval,
  unchanged,
  type Served,
} from './baselines.page.tsx';
import { ada, aScreenshot, failure, fakeServer, mockEndpoint } from './fake-api.ts';
import { aFile, html, listed, openFiles, rows, running, someFiles } from './files.page.tsx';

const badgePattern = /^(Baseline|Matches baseline|Changed .*|Not compared)$/;
const badges = () => rows().map((row) => within(row).queryByText(badgePattern)?.textContent);

describe('the list of files', () => {
  test('[RP-2] shows the result of each check, and a change links to the comparison', async () => {
    const message = 'The images are larger than 100 megapixels.';
    const figures = { diffPixels: null, diffRatio: null };
    const { checks } = serve({
      baselines: [aBaseline()],
      checks: [
        itself,
        aCheck(2, { ...unchanged, status: 'matched' }),
        aCheck(3),
        aCheck(4, { diffRatio: 0.000_01 }),
        aCheck(5, { ...figures, status: 'failed', message }),
      ],
    });
    await openFiles([...someFiles(6), html, running]);
    await waitFor(() =>
      expect(badges()).toEqual([
        'Baseline',
        'Matches baseline',
        'Changed 1.3 %',
        'Changed < 0.01 %',
        'Not compared',
        undefined,
        undefined,
        undefined,
      ]),
    );
    const name = 'Changed 1.3 %: compare https://site-3.example/ with its baseline';
    const link = screen.getByRole('link', { name });
    expect(link.getAttribute('href')).toBe(`/dashboard/compare?a=${aFile(1).id}&b=${aFile(3).id}`);
    expect(rows()[4]?.textContent).toContain(message);
    const asked = checks.received[0]?.url.searchParams.get('screenshot_ids');
    expect(asked).toBe(
      someFiles(6)
        .map(({ id }) => id)
        .join(','),
    );
  });

  test('[RP-2] of an account without baselines makes one small request a session', async () => {
    const { list, checks } = serve({ baselines: [], checks: [] });
    const app = await openFiles();
    await waitFor(() => expect(list.received).toHaveLength(1));
    expect(list.received[0]?.url.searchParams.get('limit')).toBe('1');
    await app.router.navigate('/dashboard/batches');
    await heading('Batches');
    await app.router.navigate('/dashboard/files');
    await waitFor(() => expect(app.list.received.length).toBeGreaterThan(1));
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(list.received).toHaveLength(1);
    expect(checks.received).toEqual([]);
  });

  test('[RP-2] shows the check of a capture that completes while the page is open', async () => {
    const state = { baselines: [aBaseline()], checks: [itself] };
    serve(state);
    let files: StoredFile[] = [
      { ...aFile(2), status: 'PROCESSING', screenshotUrl: null },
      aFile(1),
    ];
    fakeServer.use(
      mockEndpoint('listFiles', () => listed(files)).handler,
      mockEndpoint('listScreenshots', () => ({
        screenshots: files.map((file) => aScreenshot(1, { id: file.id, status: file.status })),
        meta: { page: 1, limit: 100, total: 2, isTotalExact: true },
      })).handler,
    );
    renderApp('/dashboard/files', { user: ada });
    await waitFor(() => expect(badges()).toEqual([undefined, 'Baseline']));
    files = [aFile(2), aFile(1)];
    await within(rows()[0]!).findByText('Complete', {}, { timeout: 5_000 });
    expect(badges()).toEqual([undefined, 'Baseline']);
    state.checks = [itself, aCheck(2)];
    await waitFor(() => expect(badges()).toEqual(['Changed 1.3 %', 'Baseline']), {
      timeout: 5_000,
    });
  });

  test.each([
    { age: 'new', createdAt: () => new Date().toISOString(), count: 8 },
    { age: 'old', createdAt: () => aFile(2).createdAt, count: 1 },
  ])('[RP-2] requests the missing check of a capture that is $age $count times', async (row) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    try {
      const { checks } = serve({ baselines: [aBaseline()], checks: [itself] });
      await openFiles([aFile(1), aFile(2, { createdAt: row.createdAt() })]);
      await waitFor(() => expect(checks.received).toHaveLength(1));
      for (let second = 0; second < 120; second += 1) {
        await vi.advanceTimersByTimeAsync(1_000);
        await vi.waitFor(() => expect(screen.getByText('Baseline')).toBeTruthy());
      }
      expect(checks.received).toHaveLength(row.count);
    } finally {
      vi.useRealTimers();
    }
  });
});

async function openDetails(file: StoredFile) {
  fakeServer.use(mockEndpoint('getScreenshot', aScreenshot(1)).handler);
  const app = await openFiles([...someFiles(2), html], `?file=${file.id}`);
  const details = within(await screen.findByRole('complementary', { name: 'Details' }));
  return { ...app, details };
}

describe('the details of a file', () => {
  test('[RP-2] approve it as the baseline with one click', async () => {
    const state = { baselines: [], checks: [] };
    serve(state);
    const approve = serveApproval(state);
    const { user, details } = await openDetails(aFile(2));
    const section = within(await details.findByRole('region', { name: 'Baseline' }));
    await user.click(await section.findByRole('button', { name: 'Approve as baseline' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Baseline approved.']));
    await section.findByRole('button', { name: 'Remove baseline' });
    expect(section.queryByRole('button', { name: 'Approve as baseline' })).toBeNull();
    expect(approve.received.map(({ body }) => body)).toEqual([{ screenshot_id: aFile(2).id }]);
    expect(document.activeElement).toBe(section.getByRole('heading', { name: 'Baseline' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(badges()).toEqual([undefined, 'Baseline', undefined]));
  });

  test('[RP-2] show the message of an approval that is rejected', async () => {
    const message = 'screenshot_id: must show its page, but the verdict about it is login_wall';
    fakeServer.use(mockEndpoint('approveBaseline', failure(400, message)).handler);
    const { user, details } = await openDetails(aFile(2));
    await user.click(await details.findByRole('button', { name: 'Approve as baseline' }));
    await waitFor(() => expect(toastTexts()).toEqual([`Error / ${message}`]));
    expect(details.getByRole('button', { name: 'Approve as baseline' })).toBeTruthy();
  });

  test('[RP-2] say what has changed, and link to the comparison', async () => {
    serve({ baselines: [aBaseline()], checks: [itself, aCheck(2, { sizeDiffers: true })] });
    const { details } = await openDetails(aFile(2));
    await details.findByText(
      '1.3 % of the image differs from the baseline. The sizes differ, too.',
    );
    const link = details.getByRole('link', { name: 'Compare with baseline' });
    expect(link.getAttribute('href')).toBe(`/dashboard/compare?a=${aFile(1).id}&b=${aFile(2).id}`);
    expect(details.getByRole('button', { name: 'Approve as baseline' })).toBeTruthy();
    expect(details.queryByRole('button', { name: 'Remove baseline' })).toBeNull();
  });

  test('[RP-2] compare a capture that has no check with its baseline on request', async () => {
    const state = { baselines: [aBaseline()], checks: [itself] };
    serve(state);
    const check = mockEndpoint('checkBaseline', () => {
      state.checks.push(aCheck(2));
      return aCheck(2);
    });
    fakeServer.use(check.handler);
    const { user, details } = await openDetails(aFile(2));
    await details.findByText('This capture was not compared with a baseline.');
    await user.click(details.getByRole('button', { name: 'Check now' }));
    await details.findByText('1.3 % of the image differs from the baseline.');
    expect(check.received.map(({ body }) => body)).toEqual([{ screenshot_id: aFile(2).id }]);
  });

  test('[RP-2] remove the baseline after a question', async () => {
    const state: Served = { baselines: [aBaseline()], checks: [itself] };
    serve(state);
    const remove = mockEndpoint('removeBaseline', () => {
      state.baselines = [];
      state.checks = [];
      return {};
    });
    fakeServer.use(remove.handler);
    const { user, details } = await openDetails(aFile(1));
    await user.click(await details.findByRole('button', { name: 'Remove baseline' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Keep baseline' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(remove.received).toEqual([]);
    await user.click(details.getByRole('button', { name: 'Remove baseline' }));
    const again = within(await screen.findByRole('alertdialog'));
    await user.click(again.getByRole('button', { name: 'Remove baseline' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Baseline removed.']));
    await details.findByRole('button', { name: 'Approve as baseline' });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(remove.received[0]?.url.pathname).toMatch(new RegExp(`/baselines/${baselineId}$`));
    expect(document.activeElement).toBe(details.getByRole('heading', { name: 'Baseline' }));
  });

  test('[RP-2] of pasted HTML have no baseline', async () => {
    const { details } = await openDetails(html);
    await details.findByRole('heading', { name: 'Options' });
    expect(details.queryByRole('region', { name: 'Baseline' })).toBeNull();
  });
});
