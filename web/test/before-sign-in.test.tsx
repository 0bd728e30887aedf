import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { heading, renderApp, toastTexts } from './app.tsx';
import { mockEndpoint, configured, fakeServer } from './fake-api.ts';

describe('password reset', () => {
  test('[SI-10] shows the same confirmation for every email', async () => {
    const forgot = mockEndpoint('forgotPassword', {});
    fakeServer.use(forgot.handler);
    const { user } = renderApp('/forgot-password');
    await heading('Forgot your password?');
    await user.type(screen.getByLabelText('Email'), 'who@ever.dev{Enter}');
    await heading('Check your email');
    expect(forgot.received.map(({ body }) => body)).toEqual([{ email: 'who@ever.dev' }]);
  });

  test('[SI-10] the link sets a new password under the rules of sign-up', async () => {
    const reset = mockEndpoint('resetPassword', {});
    fakeServer.use(reset.handler);
    const { user, path } = renderApp('/reset-password?token=t1');
    await heading('Set a new password');
    const save = screen.getByRole('button', { name: 'Save password' });
    await user.type(screen.getByLabelText('New password'), 'short');
    await user.click(save);
    expect(screen.getByText('Password must be at least 8 characters')).toBeTruthy();
    expect(reset.received).toEqual([]);
    await user.type(screen.getByLabelText('New password'), ' enough');
    await user.type(screen.getByLabelText('Confirm password'), 'short enough');
    await user.click(save);
    await heading('Sign in');
    expect(reset.received.map(({ body }) => body)).toEqual([
      { token: 't1', password: 'short enough' },
    ]);
    expect(path()).toBe('/');
    expect(toastTexts()).toEqual(['Password changed / Sign in with your new password.']);
  });
});

test('[RT-14] the pages for visitors link to the legal texts of the operator', async () => {
  fakeServer.use(configured({ legalPages: [{ title: 'Imprint', path: '/legal/imprint' }] }));
  renderApp('/register');
  await heading('Create your account');
  expect(screen.getByRole('link', { name: 'Imprint' }).getAttribute('href')).toBe('/legal/imprint');
});

describe('the side panel', () => {
  const slides = [
    { title: 'First news', text: 'One', href: 'https://news.example/1' },
    { title: 'Second news', text: 'Two' },
  ];

  test('[SI-8] [SI-13] [AX-7] advances a slide every five seconds, pauses on hover, and can be paused', async () => {
    fakeServer.use(configured({ newsSlides: slides }));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderApp('/');
    await heading('Sign in');
    expect(screen.getByText('First news')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(5_000));
    expect(screen.getByText('Second news')).toBeTruthy();
    fireEvent.mouseEnter(screen.getByRole('region', { name: 'News' }));
    act(() => void vi.advanceTimersByTime(20_000));
    expect(screen.getByText('Second news')).toBeTruthy();
    fireEvent.mouseLeave(screen.getByRole('region', { name: 'News' }));
    fireEvent.click(screen.getByRole('button', { name: 'Pause news' }));
    act(() => void vi.advanceTimersByTime(20_000));
    expect(screen.getByText('Second news')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'News 1' }));
    expect(screen.getByText('First news')).toBeTruthy();
  });

  test('[SI-8] a single slide does not move and has no controls', async () => {
    fakeServer.use(configured({ newsSlides: slides.slice(0, 1) }));
    renderApp('/');
    await heading('Sign in');
    expect(screen.getByText('First news')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /news/i })).toBeNull();
  });

  test('[SI-13] [SF-6] an image that cannot be loaded is replaced by the illustration', async () => {
    const image = 'https://images.example/a.png';
    fakeServer.use(configured({ newsSlides: [{ title: 'News', text: 'One', image }] }));
    renderApp('/');
    await heading('Sign in');
    const shown = document.querySelector<HTMLImageElement>(`img[src="${image}"]`);
    // The other site does not learn who reads the page.
    expect(shown?.getAttribute('referrerpolicy')).toBe('no-referrer');
    if (shown) fireEvent.error(shown);
    expect(document.querySelector('img')).toBeNull();
    expect(screen.getByText('News')).toBeTruthy();
  });

  test('[SI-13] [SU-13] without news shows the marketing text', async () => {
    renderApp('/');
    await heading('Sign in');
    expect(screen.getByRole('heading', { name: 'Every page, as it looked.' })).toBeTruthy();
  });
});
