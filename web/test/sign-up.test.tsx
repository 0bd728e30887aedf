import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setAnalyticsSink } from '../src/lib/analytics/analytics.ts';
import { enter, heading, renderApp, toastTexts } from './app.tsx';
import { challengeOf, passBotCheck, useFakeWorkers } from './bot-check.ts';
import { ada, mockEndpoint, configured, failure, fakeServer } from './fake-api.ts';

beforeEach(() => {
  useFakeWorkers();
  fakeServer.use(challengeOf({ expiresInMs: 60_000 }));
});

async function openSignUp(path = '/register') {
  const app = renderApp(path);
  await heading('Create your account');
  return {
    ...app,
    submit: () => app.user.click(screen.getByRole('button', { name: 'Continue' })),
  };
}

async function fillDetails(user: Awaited<ReturnType<typeof openSignUp>>['user']) {
  await enter(user, screen.getByLabelText('First name'), ' Ada ');
  await enter(user, screen.getByLabelText('Last name'), 'Lovelace');
  await enter(user, screen.getByLabelText('Email'), 'ada@lovelace.dev');
  await enter(user, screen.getByLabelText('Password'), 'pässword 8');
  await enter(user, screen.getByLabelText('Confirm password'), 'pässword 8');
}

async function reachCode(path?: string) {
  const verify = mockEndpoint('verifyEmail', { resendToken: 'resend-1' });
  fakeServer.use(verify.handler);
  const app = await openSignUp(path);
  await fillDetails(app.user);
  await passBotCheck(app.user);
  await app.submit();
  await heading('Check your email');
  return { ...app, verify, digits: screen.getAllByRole<HTMLInputElement>('textbox') };
}

function rules() {
  const list = within(screen.getByRole('list', { name: 'Password rules' }));
  return list.getAllByRole('listitem').map((rule) => rule.textContent);
}

const all = {
  first: 'First name is required',
  last: 'Last name is required',
  email: 'Email is required',
  password: 'Password is required',
  captcha: 'Please complete the captcha verification',
};

describe('sign-up, first step', () => {
  test('[SU-1] [SU-2] requests the account details as the first of two steps', async () => {
    await openSignUp();
    const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
    expect(steps.map((step) => [step.textContent, step.getAttribute('aria-current')])).toEqual([
      ['Account details', 'step'],
      ['Email verification', null],
    ]);
    for (const label of ['First name', 'Last name', 'Email', 'Password', 'Confirm password']) {
      expect(screen.getByLabelText(label)).toBeTruthy();
    }
    expect(screen.getByRole('group', { name: 'Bot check' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/');
  });

  test('[SU-3] [AX-6] shows every error at once and focuses the first', async () => {
    const { submit } = await openSignUp();
    await submit();
    for (const sentence of Object.values(all)) expect(screen.getByText(sentence)).toBeTruthy();
    const first = screen.getByLabelText('First name');
    expect(document.activeElement).toBe(first);
    expect(first.getAttribute('aria-invalid')).toBe('true');
    const noteId = first.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(noteId)?.textContent).toBe(all.first);
  });

  test.each([
    ['Email', 'ada@lovelace', 'Please enter a valid email address'],
    ['Password', 'seven77', 'Password must be at least 8 characters'],
    ['Confirm password', 'other', 'Passwords do not match'],
  ])('[SU-3] %s "%s" shows: %s, and no input is lost', async (label, value, sentence) => {
    const { user, submit } = await openSignUp();
    await user.type(screen.getByLabelText(label), value);
    await submit();
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(value);
  });

  test.each([
    ['cannot be solved', 'Captcha verification failed. Please try again.'],
    ['expires', 'Captcha expired. Please verify again.'],
  ])(
    '[SU-4] a captcha that %s is reported once, loses its token and can be retried',
    async (end, sentence) => {
      const verify = mockEndpoint('verifyEmail', { resendToken: 'resend-1' });
      const failed = mockEndpoint('requestCaptcha', () => failure(503, 'Not now.'));
      fakeServer.use(
        verify.handler,
        end === 'expires' ? challengeOf({ expiresInMs: 400 }) : failed.handler,
      );
      const { user, submit } = await openSignUp();
      await fillDetails(user);
      await user.click(screen.getByLabelText('I am not a robot'));
      await screen.findByText(sentence);
      expect(screen.getAllByText(sentence)).toHaveLength(1);
      expect(toastTexts()).toEqual([]);
      const box = screen.getByLabelText<HTMLInputElement>('I am not a robot');
      expect([box.checked, box.getAttribute('aria-invalid')]).toEqual([false, 'true']);
      await submit();
      expect(screen.getByText(all.captcha)).toBeTruthy();
      expect(verify.received).toEqual([]);
      fakeServer.use(challengeOf({ expiresInMs: 60_000 }));
      await passBotCheck(user);
      await submit();
      await heading('Check your email');
    },
  );

  test('[SU-5] sends email and captcha, preserves the details and continues', async () => {
    const { verify } = await reachCode();
    expect(verify.received.map(({ body }) => body)).toEqual([
      { email: 'ada@lovelace.dev', captchaToken: expect.any(String) },
    ]);
    expect(toastTexts()).toEqual([
      'Verification Code Sent / Please check your email for the OTP code.',
    ]);
  });

  test('[SU-5] [NT-3] a failure remains on the step and shows Email Verification Failed', async () => {
    fakeServer.use(
      mockEndpoint('verifyEmail', () => failure(400, 'The captcha solution is wrong.')).handler,
    );
    const { user, submit } = await openSignUp();
    await fillDetails(user);
    await passBotCheck(user);
    await submit();
    await waitFor(() =>
      expect(toastTexts()).toEqual(['Email Verification Failed / The captcha solution is wrong.']),
    );
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@lovelace.dev');
    await heading('Create your account');
  });

  test('[SU-17] the password rules are checked off while typing', async () => {
    const { user } = await openSignUp();
    expect(rules()).toEqual([
      'At least 8 characters: not met yet',
      'Both passwords match: not met yet',
    ]);
    await user.type(screen.getByLabelText('Password'), 'eight888');
    await user.type(screen.getByLabelText('Confirm password'), 'eight888');
    expect(rules()).toEqual(['At least 8 characters: met', 'Both passwords match: met']);
  });

  test('[SU-12] the URL can contain a name and an email', async () => {
    await openSignUp('/register?name=Ada%20King%20Lovelace&email=ada@lovelace.dev');
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ada');
    expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('King Lovelace');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@lovelace.dev');
  });
});

describe('sign-up, second step', () => {
  test('[SU-6] Verify Account is disabled until there are six characters', async () => {
    const { user, digits } = await reachCode();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Verify Account' });
    expect(button.disabled).toBe(true);
    await user.click(digits[0]!);
    await user.keyboard('12345');
    expect(button.disabled).toBe(true);
    await user.keyboard('6');
    expect(button.disabled).toBe(false);
  });

  test('[SU-9] [AU-5] [RT-7] creates the account and opens the dashboard', async () => {
    const sink = {
      identify: vi.fn<() => void>(),
      record: vi.fn<() => void>(),
      reset: vi.fn<() => void>(),
    };
    setAnalyticsSink(sink);
    const signup = mockEndpoint('signup', { user: ada });
    fakeServer.use(signup.handler);
    const { user, digits, path } = await reachCode();
    await user.click(digits[0]!);
    await user.paste('123456');
    await user.click(screen.getByRole('button', { name: 'Verify Account' }));
    await heading('Overview');
    expect(signup.received.map(({ body }) => body)).toEqual([
      {
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@lovelace.dev',
        password: 'pässword 8',
        otp: '123456',
      },
    ]);
    expect(path()).toBe('/dashboard');
    expect(toastTexts()).toContain('Welcome to Shotwright!');
    expect(sink.record.mock.calls).toEqual([['sign_up', { method: 'email' }]]);
  });

  test('[SU-7] a code without six digits is rejected without a call', async () => {
    const signup = mockEndpoint('signup', { user: ada });
    fakeServer.use(signup.handler);
    const { user, digits } = await reachCode();
    await user.click(digits[0]!);
    await user.keyboard('12345x');
    await user.click(screen.getByRole('button', { name: 'Verify Account' }));
    expect(toastTexts()).toContain(
      'Invalid code / Please enter the complete 6-digit verification code',
    );
    expect(signup.received).toEqual([]);
  });

  test('[SU-17] a taken email is reported with a link to sign in, after a correct code', async () => {
    const toApiError = { code: 'email_taken' };
    fakeServer.use(
      mockEndpoint('signup', () =>
        failure(409, 'An account with this email exists already.', toApiError),
      ).handler,
    );
    const { user, digits } = await reachCode();
    await user.click(digits[0]!);
    await user.paste('123456');
    await user.click(screen.getByRole('button', { name: 'Verify Account' }));
    const note = await screen.findByText(/An account with this email already exists\./);
    expect(note.textContent).toBe('An account with this email already exists. Sign in instead.');
    expect(screen.getByRole('link', { name: 'Sign in instead.' }).getAttribute('href')).toBe('/');
  });

  test('[SU-9] [NT-3] a rejected code remains editable', async () => {
    fakeServer.use(
      mockEndpoint('signup', () =>
        failure(400, 'The verification code is wrong.', { code: 'otp_invalid' }),
      ).handler,
    );
    const { user, digits } = await reachCode();
    await user.click(digits[0]!);
    await user.paste('123456');
    await user.click(screen.getByRole('button', { name: 'Verify Account' }));
    await waitFor(() =>
      expect(toastTexts()).toContain('Account Creation Failed / The verification code is wrong.'),
    );
    expect(
      screen
        .getAllByRole<HTMLInputElement>('textbox')
        .map(({ value }) => value)
        .join(''),
    ).toBe('123456');
  });

  test('[SU-10] going back preserves the details and clears the confirmation', async () => {
    const { user } = await reachCode();
    await user.click(screen.getByRole('button', { name: 'Back to account details' }));
    await heading('Create your account');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@lovelace.dev');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('pässword 8');
    expect(screen.getByLabelText<HTMLInputElement>('Confirm password').value).toBe('');
  });

  test('[SU-15] the code counts down, and another can be sent after 30 seconds without a captcha', async () => {
    const resend = mockEndpoint('resendCode', {});
    fakeServer.use(resend.handler);
    const { digits, user } = await reachCode();
    expect(digits[0]!.autocomplete).toBe('one-time-code');
    expect(digits[0]!.inputMode).toBe('numeric');
    expect(screen.getByText(/The code expires in (10:00|9:5\d)\./)).toBeTruthy();
    const wait = screen.getByRole<HTMLButtonElement>('button', { name: /Resend code in \d+ s/ });
    expect(wait.disabled).toBe(true);
    const later = Date.now() + 31_000;
    vi.spyOn(Date, 'now').mockImplementation(() => later);
    const ready = await screen.findByRole('button', { name: 'Resend code' });
    await user.click(ready);
    await waitFor(() =>
      expect(resend.received.map(({ body }) => body)).toEqual([
        { email: 'ada@lovelace.dev', resendToken: 'resend-1' },
      ]),
    );
  });

  test('[SU-15] Backspace moves back one box', async () => {
    const { user, digits } = await reachCode();
    await user.click(digits[0]!);
    await user.keyboard('12{Backspace}{Backspace}');
    expect(digits.map(({ value }) => value).join('')).toBe('');
    expect(document.activeElement).toBe(digits[0]);
  });

  test('[SU-18] a development installation links to its mailbox', async () => {
    fakeServer.use(configured({ devMailbox: true }));
    await reachCode();
    expect(screen.getByRole('link', { name: /Open the local mailbox/ })).toBeTruthy();
  });
});
