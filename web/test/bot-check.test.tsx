import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
// Loaded with this file: the first compilation of a page takes a busy machine longer than a test waits.
import '../src/routes/register.tsx';
import { heading, renderApp } from './app.tsx';
import { challengeOf, passBotCheck, useFakeWorkers } from './bot-check.ts';
import { fakeServer } from './fake-api.ts';

test('[SU-14] a device with a wrong clock passes the bot check', async () => {
  useFakeWorkers();
  fakeServer.use(challengeOf({ expiresInMs: -3_600_000 }));
  const { user } = renderApp('/register');
  await heading('Create your account');
  await passBotCheck(user);
  expect(screen.queryByText('Captcha expired. Please verify again.')).toBeNull();
});
