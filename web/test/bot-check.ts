import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { vi } from 'vitest';
import { keyDerivation } from '../src/features/accounts/captcha/pbkdf2.ts';
import { solveShare, type WorkShare } from '../src/features/accounts/captcha/proof-of-work.ts';

/** Worker that runs on the main thread, because jsdom has none. */
class FakeWorker extends EventTarget {
  postMessage(share: WorkShare): void {
    solveShare(share, keyDerivation(undefined)).then(
      (solution) => this.dispatchEvent(new MessageEvent('message', { data: { solution } })),
      (error: unknown) => this.dispatchEvent(new ErrorEvent('error', { error })),
    );
  }

  terminate(): void {}
}

/** Replaces the workers of the bot check for one test. */
export function useFakeWorkers(): void {
  vi.stubGlobal('Worker', FakeWorker);
}

/** Returns a challenge that every key solves. */
export function challengeOf({ expiresInMs }: { expiresInMs: number }): HttpHandler {
  return http.get('*/api/v1/auth/captcha', () =>
    HttpResponse.json({
      parameters: {
        algorithm: 'PBKDF2/SHA-256',
        nonce: '00',
        salt: '00',
        cost: 1,
        keyPrefix: '',
        expiresAt: (Date.now() + expiresInMs) / 1_000,
      },
      signature: 'signed',
    }),
  );
}

/** Ticks the bot check and waits until it is done. */
export async function passBotCheck(user: UserEvent): Promise<void> {
  await user.click(screen.getByLabelText('I am not a robot'));
  await screen.findByText('Checked');
}
