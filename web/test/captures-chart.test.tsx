import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { toastTexts } from './app.tsx';
import { mockEndpoint, failure, fakeServer } from './fake-api.ts';
import { openOverview } from './overview-page.tsx';

const days = Array.from({ length: 30 }, (_, index) => ({
  date: new Date(Date.parse('2026-01-01T00:00:00Z') + index * 86_400_000)
    .toISOString()
    .slice(0, 10),
  completed: index === 29 ? 8 : 1,
  failed: index === 29 ? 2 : 0,
  credits: index === 29 ? 16 : 2,
}));

describe('captures per day', () => {
  test('[OV-14] completed and failed captures are stacked, credits are a line, and the sum is shown as text', async () => {
    fakeServer.use(mockEndpoint('listCaptureDays', { days }).handler);
    await openOverview();
    const region = within(await screen.findByRole('region', { name: 'Captures per day' }));
    const chart = region.getByRole('figure');
    expect(chart.textContent).toContain('The last 30 days: 37 completed · 2 failed · 74 credits.');
    const bars = chart.querySelectorAll<HTMLElement>('div > span');
    expect(bars).toHaveLength(30);
    const parts = [...bars[29]!.children].map((part) => part.getAttribute('style'));
    expect(parts).toEqual(['height: 40%;', 'height: 10%;']);
    expect(chart.querySelector('polyline')?.getAttribute('points')).toMatch(/ 29\.5,20$/);
    fireEvent.pointerEnter(bars[29]!);
    expect(region.getByText('Jan 30, 2026 ·').parentElement?.textContent).toBe(
      'Jan 30, 2026 · 8 completed · 2 failed · 16 credits',
    );
  });

  test('[OV-14] one project can be selected, and the URL stores it', async () => {
    const mocked = mockEndpoint('listCaptureDays', { days });
    fakeServer.use(mocked.handler);
    const { user, path } = await openOverview('/dashboard?chart=2');
    await screen.findByRole('region', { name: 'Captures per day' });
    expect(mocked.received.map(({ url }) => url.search)).toEqual(['?projectId=2']);
    await user.click(screen.getByRole('combobox', { name: 'Project' }));
    await user.click(await screen.findByRole('option', { name: 'All projects' }));
    await waitFor(() => expect(mocked.received.at(-1)?.url.search).toBe(''));
    expect(path()).toBe('/dashboard');
  });

  test('[OV-14] there is a table, newest day first, and a CSV', async () => {
    const saved: Blob[] = [];
    URL.createObjectURL = (blob) => {
      saved.push(blob as Blob);
      return '#csv';
    };
    URL.revokeObjectURL = () => {};
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    fakeServer.use(mockEndpoint('listCaptureDays', { days }).handler);
    const { user } = await openOverview();
    await user.click(await screen.findByRole('button', { name: 'Show as table' }));
    const table = within(screen.getByRole('table', { name: 'Captures per day' }));
    const cells = within(table.getAllByRole('row')[1]!).getAllByRole('cell');
    expect(cells.map((cell) => cell.lastChild?.textContent)).toEqual([
      'Jan 30, 2026',
      '8',
      '2',
      '16',
    ]);
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    const lines = (await saved[0]!.text()).split('\r\n');
    expect([lines[0], lines[30], lines.length]).toEqual([
      'date,completed,failed,credits',
      '2026-01-30,8,2,16',
      32,
    ]);
  });

  test('[OV-14] no chart is rendered without captures or after a load error', async () => {
    const none = days.map((day) => ({ ...day, completed: 0, failed: 0, credits: 0 }));
    const mocked = mockEndpoint('listCaptureDays', { days: none });
    fakeServer.use(mocked.handler);
    const { queryClient } = await openOverview();
    await waitFor(() => expect(mocked.received).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Captures per day' })).toBeNull();
    fakeServer.use(mockEndpoint('listCaptureDays', () => failure(500, 'Down.')).handler);
    await queryClient.resetQueries({ queryKey: ['overview', 'captureDays'] });
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Down.']));
    expect(screen.queryByRole('region', { name: 'Captures per day' })).toBeNull();
  });
});
