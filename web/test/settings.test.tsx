import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, mockEndpoint, mockPath, failure, fakeServer } from './fake-api.ts';

async function openProfile(user = ada) {
  fakeServer.use(mockEndpoint('getProfile', { user }).handler);
  const app = renderApp('/dashboard/settings', { user });
  await heading('Settings');
  const firstName = await screen.findByLabelText<HTMLInputElement>('First name');
  return {
    ...app,
    firstName,
    save: screen.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' }),
  };
}

async function openCoupon(path = '/dashboard/settings?tab=coupon') {
  const app = renderApp(path, { user: ada });
  await heading('Settings');
  return {
    ...app,
    code: screen.getByLabelText<HTMLInputElement>('Coupon code'),
    redeem: screen.getByRole('button', { name: 'Redeem' }),
  };
}

describe('the profile', () => {
  test('[ST-1] there are exactly two tabs, and the URL stores the open one', async () => {
    const { user, path } = await openProfile();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Profile',
      'Redeem Coupon',
    ]);
    await user.click(screen.getByRole('tab', { name: 'Redeem Coupon' }));
    expect(path()).toBe('/dashboard/settings?tab=coupon');
  });

  test('[ST-2] the email is read-only, the last name optional', async () => {
    const { firstName } = await openProfile();
    const email = screen.getByLabelText<HTMLInputElement>('Email');
    expect([email.value, email.readOnly]).toEqual(['ada@lovelace.dev', true]);
    expect(screen.getByText('Email address cannot be changed')).toBeTruthy();
    expect(firstName.value).toBe('Ada');
    expect(screen.getByLabelText<HTMLInputElement>('Last name (optional)').value).toBe('Lovelace');
    expect(screen.getByRole('heading', { name: 'Change password' })).toBeTruthy();
  });

  test('[ST-3] an account of the identity provider has no password fields', async () => {
    await openProfile({ ...ada, provider: 'GOOGLE' });
    expect(screen.getByText('Google Account Sign-in')).toBeTruthy();
    expect(screen.getByText('You signed in with Google.')).toBeTruthy();
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  test('[ST-4] shows the errors and sends nothing', async () => {
    const update = mockEndpoint('updateProfile', { user: ada });
    fakeServer.use(update.handler);
    const { user, firstName, save } = await openProfile();
    await user.clear(firstName);
    await user.type(screen.getByLabelText('New password'), 'seven77');
    await user.click(save);
    for (const sentence of [
      'First name is required',
      'Password must be at least 8 characters long',
      'Passwords do not match',
      'Enter your current password',
    ]) {
      expect(screen.getByText(sentence)).toBeTruthy();
    }
    expect(document.activeElement).toBe(firstName);
    expect(update.received).toEqual([]);
  });

  test('[ST-4] [ST-5] [ST-9] [QC-4] sends trimmed names, omits blanks, and updates the shell', async () => {
    const update = mockEndpoint('updateProfile', {
      user: { ...ada, firstName: 'Augusta', lastName: '' },
    });
    const profiles = mockEndpoint('getProfile', () => ({
      user: update.received.length === 0 ? ada : { ...ada, firstName: 'Augusta', lastName: '' },
    }));
    const { user, firstName, save } = await openProfile();
    fakeServer.use(update.handler, profiles.handler);
    expect(save.disabled).toBe(true);
    await user.clear(firstName);
    await user.type(firstName, ' Augusta ');
    await user.clear(screen.getByLabelText('Last name (optional)'));
    await user.click(save);
    await waitFor(() =>
      expect(toastTexts()).toEqual([
        'Profile Updated / Your profile has been updated successfully.',
      ]),
    );
    expect(update.received.map(({ body }) => body)).toEqual([{ firstName: 'Augusta' }]);
    await waitFor(() => expect(profiles.received).toHaveLength(1));
    expect(within(screen.getByRole('complementary')).getByText('Augusta')).toBeTruthy();
    await waitFor(() => expect(save.disabled).toBe(true));
  });

  test('[ST-4] [ST-9] a new password is sent, then its fields are cleared', async () => {
    const update = mockEndpoint('updateProfile', { user: ada });
    const { user, save } = await openProfile();
    fakeServer.use(update.handler);
    const field = screen.getByLabelText<HTMLInputElement>('New password');
    const current = screen.getByLabelText<HTMLInputElement>('Current password');
    await user.type(current, 'old one');
    await user.type(field, 'eight888');
    await user.type(screen.getByLabelText('Confirm new password'), 'eight888');
    await user.click(save);
    await waitFor(() => expect(field.value).toBe(''));
    expect(update.received.map(({ body }) => body)).toEqual([
      {
        firstName: 'Ada',
        lastName: 'Lovelace',
        password: 'eight888',
        currentPassword: 'old one',
      },
    ]);
    expect(current.value).toBe('');
  });

  test('[ST-2] the button shows Updating... while it saves', async () => {
    const barrier = Promise.withResolvers<void>();
    fakeServer.use(
      mockEndpoint('updateProfile', async () => barrier.promise.then(() => ({ user: ada })))
        .handler,
    );
    const { user, firstName, save } = await openProfile();
    await user.type(firstName, 'x');
    await user.click(save);
    expect(save.textContent).toBe('Updating...');
    expect(save.disabled).toBe(true);
    barrier.resolve();
    await waitFor(() => expect(save.textContent).toBe('Save Changes'));
  });

  test('[ST-5] [NT-3] a failure shows Update Failed and preserves the input', async () => {
    fakeServer.use(mockEndpoint('updateProfile', () => failure(500, 'Not now.')).handler);
    const { user, firstName, save } = await openProfile();
    await user.type(firstName, 'x');
    await user.click(save);
    await waitFor(() => expect(toastTexts()).toEqual(['Update Failed / Not now.']));
    expect(firstName.value).toBe('Adax');
  });

  test('[ST-10] a new password is not sent without the current one, also in a fresh session', async () => {
    const update = mockEndpoint('updateProfile', { user: ada });
    fakeServer.use(update.handler);
    const { user, save } = await openProfile();
    await user.type(screen.getByLabelText('New password'), 'eight888');
    await user.type(screen.getByLabelText('Confirm new password'), 'eight888');
    await user.click(save);
    expect(screen.getByText('Enter your current password')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
    expect(update.received).toEqual([]);
  });

  test('[ST-6] [HX-8] a load error is shown and can be retried', async () => {
    fakeServer.use(mockEndpoint('getProfile', () => failure(500, 'Down.')).handler);
    const { user } = renderApp('/dashboard/settings', { user: ada });
    expect(await screen.findByText('Failed to load profile data')).toBeTruthy();
    expect(screen.getByText('Please try refreshing the page')).toBeTruthy();
    fakeServer.use(mockEndpoint('getProfile', { user: ada }).handler);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByLabelText('First name');
  });

  test('[ST-9] leaving with unsaved changes requires confirmation', async () => {
    const { user, firstName, path } = await openProfile();
    await user.type(firstName, 'x');
    await user.click(screen.getByRole('link', { name: 'Webhooks' }));
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Leave without saving?' }),
    );
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(path()).toBe('/dashboard/settings');
    await user.click(screen.getByRole('link', { name: 'Webhooks' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await heading('Webhooks');
  });
});

describe('a coupon', () => {
  test('[ST-7] explains how it works', async () => {
    await openCoupon();
    for (const step of [
      'Enter the code.',
      'Click Redeem.',
      'Credits or discounts apply immediately.',
      'Each coupon can be used once per account.',
    ]) {
      expect(screen.getByText(step)).toBeTruthy();
    }
  });

  test('[ST-8] an empty code is rejected without a call', async () => {
    const { user, code, redeem } = await openCoupon();
    await user.type(code, '   ');
    await user.click(redeem);
    expect(toastTexts()).toEqual(['Invalid Coupon / Please enter a valid coupon code.']);
  });

  test('[ST-7] [ST-8] [QC-3] the code is trimmed and uppercased, and the server’s message is shown', async () => {
    const offer = mockPath('POST', '/offers/redeem', {
      data: {},
      message: '50 credits added.',
    });
    fakeServer.use(offer.handler);
    const { user, code, redeem } = await openCoupon();
    await user.type(code, ' spring50 ');
    await user.click(redeem);
    await waitFor(() =>
      expect(toastTexts()).toEqual(['Coupon Redeemed Successfully! / 50 credits added.']),
    );
    expect(offer.received.map(({ body }) => body)).toEqual([{ code: 'SPRING50' }]);
    expect(code.value).toBe('');
  });

  test('[ST-8] [NT-3] a failure shows Redemption Failed', async () => {
    fakeServer.use(
      mockPath('POST', '/offers/redeem', {
        data: () => failure(409, 'You have used this coupon already.'),
      }).handler,
    );
    const { user, code, redeem } = await openCoupon();
    await user.type(code, 'spring50');
    await user.click(redeem);
    await waitFor(() =>
      expect(toastTexts()).toEqual(['Redemption Failed / You have used this coupon already.']),
    );
  });

  test('[ST-12] the URL can contain a code, which is never redeemed automatically', async () => {
    const { code } = await openCoupon('/dashboard/settings?tab=coupon&code=WELCOME');
    expect(code.value).toBe('WELCOME');
    expect(toastTexts()).toEqual([]);
  });
});
