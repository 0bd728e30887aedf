import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryKeys } from '../src/lib/api/query-client.ts';
import { toastTexts } from './app.tsx';
import { anEntry, anInvoice, aSubscription, aUsage, openBilling } from './billing.page.tsx';
import { mockEndpoint, failure, fakeServer } from './fake-api.ts';

const usagePath = '/dashboard/billing?tab=usage';
const afterTenDays = Date.parse('2026-01-15T12:00:00.000Z');

async function openUsage(usage = aUsage()) {
  return openBilling(aSubscription(), { path: usagePath, usage });
}

function openInvoices() {
  return openBilling(aSubscription(), { path: '/dashboard/billing?tab=invoices' });
}

beforeEach(() => {
  vi.setSystemTime(afterTenDays);
  fakeServer.use(mockEndpoint('listCreditLedger', { entries: [], nextBefore: null }).handler);
});

describe('the meters', () => {
  test('[BP-14] show credits and storage against the plan, and the forecast of the cycle', async () => {
    await openUsage();
    expect(await screen.findByText('444 left')).toBeTruthy();
    const meters = screen.getAllByRole<HTMLMeterElement>('meter');
    expect(meters.map((meter) => [meter.getAttribute('aria-valuetext'), meter.value])).toEqual([
      ['606 of 1,050 used', 58],
      ['1 GB of 2 GB used', 50],
    ]);
    expect(screen.getByText('About 900 by Feb 05, 2026 at this rate.')).toBeTruthy();
    expect(screen.getByText('50 of them never expire.')).toBeTruthy();
  });

  test('[BP-14] warn of credits that will run out, and of full storage', async () => {
    await openUsage(
      aUsage({ creditsForecast: 1_506, creditsAvailable: 450, storageUsed: 2_147_483_648 }),
    );
    // Half of the credits forecast for 20.5 days are available.
    expect(
      await screen.findByText('They will run out around Jan 25, 2026 at this rate.'),
    ).toBeTruthy();
    expect(screen.getByText(/^Storage is full/)).toBeTruthy();
  });

  test('[BP-14] [FT-3] no credits left reads 0, never less', async () => {
    await openUsage(aUsage({ creditsAvailable: -2 }));
    expect(await screen.findByText('0 left')).toBeTruthy();
    expect(screen.getByText('No credits left.')).toBeTruthy();
  });

  test('without a limit there is no storage meter', async () => {
    await openUsage(aUsage({ storageLimit: null }));
    expect(await screen.findByText('1 GB used, no limit')).toBeTruthy();
    expect(screen.getAllByRole('meter')).toHaveLength(1);
  });

  test('a load error is shown inline and can be retried', async () => {
    const { user, queryClient } = await openUsage();
    await screen.findByText('444 left');
    fakeServer.use(mockEndpoint('getUsage', () => failure(500, 'Down.')).handler);
    await queryClient.resetQueries({ queryKey: queryKeys.usage });
    expect(await screen.findAllByText('Failed to load usage')).toHaveLength(2);
    expect(toastTexts()).toEqual(['Error / Down.']);
    fakeServer.use(mockEndpoint('getUsage', aUsage()).handler);
    await user.click(screen.getAllByRole('button', { name: 'Retry' })[0]!);
    expect(await screen.findByText('444 left')).toBeTruthy();
    expect(screen.getByRole('figure')).toBeTruthy();
  });
});

describe('the days of the cycle', () => {
  test('[BP-14] are shown as a chart with its sum as text and a table as the alternative', async () => {
    const { user } = await openUsage();
    const chart = await screen.findByRole('figure');
    expect(chart.textContent).toContain(
      '606 credits over 11 days, peaking at 406 on Jan 07, 2026.',
    );
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    const rows = within(screen.getByRole('table', { name: 'Credits per day' })).getAllByRole('row');
    expect(rows).toHaveLength(1 + 11);
    expect(rows.at(-1)?.textContent).toContain('Jan 05, 2026');
    expect(rows.at(-1)?.textContent).toContain('200');
    await user.click(screen.getByRole('button', { name: 'Show as chart' }));
    expect(screen.getByRole('figure')).toBeTruthy();
  });

  test('[BP-14] the day under the pointer is described', async () => {
    await openUsage();
    const bars = (await screen.findByRole('figure')).querySelectorAll('[aria-hidden] > span');
    expect(bars).toHaveLength(31);
    fireEvent.pointerEnter(bars[2]!);
    expect(screen.getByText('406 credits · 300 captures', { exact: false }).textContent).toBe(
      'Jan 07, 2026 · 406 credits · 300 captures',
    );
  });

  test('[BP-14] one credit and one capture are singular', async () => {
    const usage = aUsage();
    const part = { id: 1, name: 'Staging', credits: 1, captures: 1 };
    await openUsage({ ...usage, projects: [part] });
    const region = within(await screen.findByRole('region', { name: 'By project' }));
    expect(region.getByRole('listitem').textContent).toBe('Staging1 credit · 1 capture100%');
  });

  test('[BP-14] projects and keys follow, the largest first', async () => {
    await openUsage();
    const region = within(await screen.findByRole('region', { name: 'By project' }));
    expect(region.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      'Marketing510 credits · 370 captures84%',
      'QA nightly96 credits · 80 captures16%',
    ]);
    expect(
      within(screen.getByRole('region', { name: 'By API key' })).getByText('Dashboard'),
    ).toBeTruthy();
  });
});

describe('the ledger', () => {
  test('[BP-14] [GP-3] shows every kind of entry with its sign, the balance and the request, paginated', async () => {
    const ledger = mockEndpoint('listCreditLedger', ({ url }) =>
      url.searchParams.get('before') === '4'
        ? { entries: [anEntry(3, { kind: 'expiry', credits: -1_040 })], nextBefore: null }
        : {
            entries: [
              anEntry(6, { kind: 'refund', credits: 2, note: 'dns_error', screenshotId: 'abc' }),
              anEntry(5, { kind: 'grant', credits: 1_000, balance: 1_444 }),
              anEntry(4, { kind: 'coupon', credits: 50 }),
            ],
            nextBefore: 4,
          },
    );
    fakeServer.use(ledger.handler);
    const { user } = await openUsage();
    const table = within(await screen.findByRole('table', { name: 'Credit ledger' }));
    expect(await table.findByText('+1,000')).toBeTruthy();
    expect(table.getByText('1,444')).toBeTruthy();
    expect(table.getByText('Refund').textContent).toMatch(/^Refund · dns_error/);
    await user.click(table.getByRole('button', { name: 'Copy request ID abc' }));
    expect(await navigator.clipboard.readText()).toBe('abc');
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await table.findByText('−1,040')).toBeTruthy();
    expect(table.getByText('+50')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  test('[BP-14] is downloaded as CSV, and a failure is shown once', async () => {
    const names: string[] = [];
    URL.createObjectURL = () => '#csv';
    URL.revokeObjectURL = () => {};
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    const csv = mockEndpoint('exportCreditLedger', () => new Response('id,kind\r\n'));
    fakeServer.use(csv.handler);
    const { user } = await openUsage();
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(names).toEqual(['credit-ledger.csv']));
    fakeServer.use(mockEndpoint('exportCreditLedger', () => failure(500, 'Not now.')).handler);
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Not now.']));
  });

  test('[CP-11] [HX-8] an empty ledger explains what will appear, and a load error can be retried', async () => {
    fakeServer.use(mockEndpoint('listCreditLedger', () => failure(500, 'Down.')).handler);
    const { user } = await openUsage();
    expect(await screen.findByText('Failed to load the credit ledger')).toBeTruthy();
    expect(toastTexts()).toEqual(['Error / Down.']);
    fakeServer.use(mockEndpoint('listCreditLedger', { entries: [], nextBefore: null }).handler);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No entries yet')).toBeTruthy();
  });
});

describe('the invoices', () => {
  test('[BP-12] each has its date, number, state and amount, a page and a PDF', async () => {
    const invoices = [
      anInvoice(),
      anInvoice({ id: 'in_2', number: null, status: 'open', pdfUrl: null, totalCents: 2_413 }),
    ];
    fakeServer.use(mockEndpoint('listInvoices', { invoices }).handler);
    await openInvoices();
    const table = within(await screen.findByRole('table', { name: 'Invoices' }));
    expect(await table.findByText('SHW-0001')).toBeTruthy();
    expect(table.getByText('$9.00')).toBeTruthy();
    expect(table.getByText('$24.13')).toBeTruthy();
    expect(table.getByText('Paid')).toBeTruthy();
    const pdf = table.getByRole('link', { name: /Download invoice SHW-0001 as PDF/ });
    expect(pdf.getAttribute('href')).toBe('https://pay.example/in_1.pdf');
    expect(pdf.getAttribute('rel')).toContain('noopener');
    expect(table.getByRole('link', { name: /View invoice in_2/ })).toBeTruthy();
    expect(table.queryByRole('link', { name: /Download invoice in_2/ })).toBeNull();
  });

  test('[CP-11] [HX-8] an empty list is explained, and a load error can be retried', async () => {
    fakeServer.use(mockEndpoint('listInvoices', () => failure(502, 'Away.')).handler);
    const { user } = await openInvoices();
    expect(await screen.findByText('Failed to load invoices')).toBeTruthy();
    expect(toastTexts()).toEqual(['Error / Away.']);
    fakeServer.use(mockEndpoint('listInvoices', { invoices: [] }).handler);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No invoices yet')).toBeTruthy();
  });
});
