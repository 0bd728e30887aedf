import type { Coupon } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { toastTexts } from './app.tsx';
import { mockEndpoint, failure, fakeServer, neverResponds } from './fake-api.ts';
import { openStaff } from './staff.page.tsx';

/** A coupon for 100 credits. */
function aCoupon(id: number, change: Partial<Coupon> = {}): Coupon {
  return {
    id,
    code: `CODE-${String(id)}`,
    kind: 'credits',
    credits: 100,
    percentOff: null,
    startsAt: null,
    expiresAt: null,
    maxUses: null,
    uses: 0,
    isActive: true,
    note: null,
    createdBy: 'grace@example.com',
    createdAt: '2026-11-20T10:00:00.000Z',
    ...change,
  };
}

type CouponList = Parameters<typeof mockEndpoint<'listCoupons'>>[1];

async function openCoupons(data: CouponList) {
  const list = mockEndpoint('listCoupons', data);
  fakeServer.use(list.handler);
  const app = await openStaff('/staff/coupons', 'Coupons');
  return { ...app, list };
}

const row = (code: string) =>
  within(screen.getByText(code, { selector: 'code' }).closest('tr') ?? document.body);

describe('[SF-3] the list of coupons', () => {
  test('its loading state has the shape of the table', async () => {
    await openCoupons(neverResponds);
    const table = screen.getByRole('table', { name: 'Coupons' });
    expect(within(table).getAllByRole('row').length).toBeGreaterThan(3);
  });

  test('an empty list explains what will appear and offers to create coupons', async () => {
    const { user } = await openCoupons({ coupons: [], total: 0 });
    expect(await screen.findByText('No coupons yet')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Create coupons' }));
    expect(await screen.findByRole('dialog', { name: 'Create coupons' })).toBeTruthy();
  });

  test('shows a failure once and reloads on Retry', async () => {
    let isDown = true;
    const { user } = await openCoupons(() =>
      isDown ? failure(500, 'The list is away.') : { coupons: [aCoupon(1)], total: 1 },
    );
    expect(await screen.findByText('Failed to load coupons')).toBeTruthy();
    expect(toastTexts()).toEqual(['Error / The list is away.']);
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('CODE-1')).toBeTruthy();
  });

  test('searches on the server, and can be cleared without a match', async () => {
    const { user, list } = await openCoupons(({ url }) =>
      url.searchParams.has('search')
        ? { coupons: [], total: 0 }
        : { coupons: [aCoupon(1)], total: 1 },
    );
    await user.type(await screen.findByRole('searchbox'), ' fair ');
    expect(await screen.findByText('No matching coupons')).toBeTruthy();
    expect(list.received.at(-1)?.url.searchParams.get('search')).toBe('fair');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByText('CODE-1')).toBeTruthy();
    expect(screen.queryByText('No coupons yet')).toBeNull();
  });

  test('is paginated', async () => {
    const { user, list } = await openCoupons(({ url }) => {
      const page = Number(url.searchParams.get('page'));
      return { coupons: [aCoupon(page)], total: 60 };
    });
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(await screen.findByText('CODE-2')).toBeTruthy();
    expect(list.received.at(-1)?.url.searchParams.get('limit')).toBe('25');
    expect(screen.getByText('60 coupons')).toBeTruthy();
  });
});

describe('[SF-3] coupon actions', () => {
  test('a taken code is reported at its field, and the input is preserved', async () => {
    const create = mockEndpoint('createCoupon', () =>
      failure(409, 'A coupon with the code FAIR already exists.', { code: 'coupon_code_taken' }),
    );
    fakeServer.use(create.handler);
    const { user } = await openCoupons({ coupons: [aCoupon(1)], total: 1 });
    await user.click(await screen.findByRole('button', { name: 'Create coupons' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Code/), 'fair');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText('Another coupon has this code.')).toBeTruthy();
    expect(create.received.map(({ body }) => body)).toEqual([
      { kind: 'credits', credits: 100, code: 'FAIR' },
    ]);
    expect(dialog.getByLabelText<HTMLInputElement>(/^Code/).value).toBe('fair');
    await user.type(dialog.getByLabelText(/^Code/), '2');
    expect(dialog.queryByText('Another coupon has this code.')).toBeNull();
  });

  test('nothing is sent while a field is invalid', async () => {
    const { user } = await openCoupons({ coupons: [aCoupon(1)], total: 1 });
    await user.click(await screen.findByRole('button', { name: 'Create coupons' }));
    const dialog = within(await screen.findByRole('dialog'));
    const credits = dialog.getByLabelText('Credits');
    await user.clear(credits);
    expect(dialog.queryByText(/^Enter a whole number/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(dialog.getByText('Enter a whole number from 1 to 1,000,000.')).toBeTruthy();
    expect(document.activeElement).toBe(credits);
    expect(toastTexts()).toEqual([]);
  });

  test('disabling requires confirmation and updates the row', async () => {
    let isActive = true;
    const disable = mockEndpoint('disableCoupon', () => {
      isActive = false;
      return { coupon: aCoupon(7, { isActive }) };
    });
    fakeServer.use(disable.handler);
    const { user } = await openCoupons(() => ({ coupons: [aCoupon(7, { isActive })], total: 1 }));
    await screen.findByText('CODE-7');
    await user.click(screen.getByRole('button', { name: 'Disable CODE-7' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(disable.received).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(row('CODE-7').getByText('Disabled')).toBeTruthy());
    expect(toastTexts()).toEqual(['Coupon disabled / CODE-7']);
    expect(disable.received[0]?.url.pathname).toMatch(/\/staff\/coupons\/7\/disable$/);
  });

  test.each([
    [{ redemptions: [], total: 0 }, 'Not redeemed yet'],
    [
      {
        redemptions: [{ organizationId: 'a', email: null, redeemedAt: '2026-11-20T10:00:00.000Z' }],
        total: 1,
      },
      'Deleted user',
    ],
  ])('the redemptions of %j show %s', async (data, text) => {
    fakeServer.use(mockEndpoint('listCouponRedemptions', data).handler);
    const { user } = await openCoupons({ coupons: [aCoupon(1)], total: 1 });
    await user.click(await screen.findByRole('button', { name: 'Redemptions of CODE-1' }));
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
