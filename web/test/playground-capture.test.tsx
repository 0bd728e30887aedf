import type { Verdict } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { toastTexts } from './app.tsx';
import { mockEndpoint, failure, fakeServer, neverResponds } from './fake-api.ts';
import {
  captureButton,
  captureId,
  fillIn,
  openPlayground,
  playgroundServer,
} from './playground-fixtures.tsx';

function button(name: string): HTMLButtonElement {
  return screen.getByRole<HTMLButtonElement>('button', { name });
}

describe('capturing', () => {
  test('[PG-15] [PG-16] [RL-20] required fields are marked and disable both buttons', async () => {
    playgroundServer();
    const { user } = await openPlayground();
    expect(screen.getAllByText('This field is required')).toHaveLength(2);
    expect([captureButton().disabled, button('Save Settings').disabled]).toEqual([true, true]);
    expect(screen.getByLabelText('URL').getAttribute('aria-invalid')).toBeNull();
    await user.click(screen.getByLabelText('URL'));
    await user.tab();
    expect(screen.getByLabelText('URL').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Enter a URL and choose a project to capture.')).toBeTruthy();
    await fillIn(user);
    expect(screen.queryByText('This field is required')).toBeNull();
    expect([captureButton().disabled, button('Save Settings').disabled]).toEqual([false, false]);
  });

  test('[PG-16] both buttons are disabled while a capture is pending', async () => {
    playgroundServer();
    fakeServer.use(mockEndpoint('captureUrlFromDashboard', neverResponds).handler);
    const { user } = await openPlayground();
    await fillIn(user);
    await user.click(captureButton());
    await waitFor(() => expect(captureButton().textContent).toBe('Capturing...'));
    expect([captureButton().disabled, button('Save Settings').disabled]).toEqual([true, true]);
  });

  test('[PG-17] [NT-2] [NT-8] an accepted capture is announced with its id, its price and the next step', async () => {
    const sent = playgroundServer();
    const { user } = await openPlayground();
    await fillIn(user);
    await user.click(captureButton());
    await screen.findByText(
      `Screenshot request submitted successfully! Request ID: ${captureId}. Credits required: 1.`,
    );
    expect(sent.url).toHaveLength(1);
    const next = screen.getByRole('link', { name: 'View in File Manager' });
    expect(next.getAttribute('href')).toBe('/dashboard/files');
  });

  test('[PG-18] [NT-4] a failure is shown once, with the server’s message or the default one', async () => {
    playgroundServer();
    fakeServer.use(
      mockEndpoint('captureUrlFromDashboard', () => failure(503, 'The queue is full.')).handler,
    );
    const { user } = await openPlayground();
    await fillIn(user);
    await user.click(captureButton());
    await waitFor(() => expect(toastTexts()).toEqual(['Error / The queue is full.']));
    fakeServer.use(
      mockEndpoint('captureUrlFromDashboard', () => new Response('', { status: 500 })).handler,
    );
    await user.click(captureButton());
    await waitFor(() => expect(toastTexts()[1]).toBe('Error / Failed to capture screenshot'));
    expect(toastTexts()).toHaveLength(2);
  });

  test('[PG-30] the price is shown beside the button before credits are spent', async () => {
    playgroundServer();
    const { user } = await openPlayground();
    await fillIn(user);
    const cost = await screen.findByText('1 credit');
    expect(cost.parentElement?.textContent).toBe('1 credit · 87 left after this');
    await user.click(screen.getByRole('switch', { name: 'Full Page' }));
    await user.click(screen.getByRole('switch', { name: 'Enable High Resolution (2x)' }));
    expect(screen.getByText('3 credits').parentElement?.textContent).toBe(
      '3 credits · 85 left after this',
    );
  });

  test('[PG-30] [RL-25] without credits the button works, and the error shows the remedies', async () => {
    playgroundServer();
    const sentence =
      'You have used all your credits for this cycle. Upgrade your plan or redeem a coupon.';
    fakeServer.use(
      mockEndpoint('captureUrlFromDashboard', () =>
        failure(402, sentence, { code: 'insufficient_credits' }),
      ).handler,
    );
    const { user } = await openPlayground();
    await fillIn(user);
    await user.click(captureButton());
    expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
    const upgrade = await screen.findByRole('link', { name: 'Upgrade' });
    expect(upgrade.getAttribute('href')).toBe('/dashboard/billing');
    expect(screen.getByRole('link', { name: 'Redeem coupon' })).toBeTruthy();
  });

  test('[TM-4] the limit of a project leads to the project, not to plans', async () => {
    playgroundServer();
    const code = 'project_monthly_limit_reached';
    const sentence = 'This would exceed the monthly limit of 5 credits of the project "QA".';
    fakeServer.use(
      mockEndpoint('captureUrlFromDashboard', () => failure(402, sentence, { code })).handler,
    );
    const { user } = await openPlayground();
    await fillIn(user);
    await user.click(captureButton());
    expect(await screen.findByText(/^Raise the budget of the project/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Upgrade' })).toBeNull();
  });

  test('[GP-2] Ctrl-Enter captures from within a field, once', async () => {
    const sent = playgroundServer();
    const { user } = await openPlayground();
    await fillIn(user);
    await user.click(screen.getByLabelText('URL'));
    await user.keyboard('{Control>}{Enter}{Enter}{/Control}');
    await waitFor(() => expect(toastTexts()).toHaveLength(1));
    expect(sent.url).toHaveLength(1);
  });
});

test('[PG-42] an image that shows something else than the page is announced with the message of the server', async () => {
  const verdict: Verdict = { kind: 'blank', reasons: ['uniform_image'], confidence: 'high' };
  const message = 'The image is blank, so nothing was charged.';
  playgroundServer({ verdict, message, creditsCharged: 0 });
  const { user } = await openPlayground(
    '/dashboard/playground?url=https://a.example/&project_id=2',
  );
  await user.click(captureButton());
  const preview = within(await screen.findByRole('region', { name: 'Preview' }));
  const notice = within(await preview.findByRole('note'));
  expect(notice.getByText('Blank page.')).toBeTruthy();
  expect(notice.getByText(message, { exact: false })).toBeTruthy();
  expect(preview.getByRole('img')).toBeTruthy();
});
