import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { vi } from 'vitest';
import { keyDerivation } from '../src/features/accounts/captcha/pbkdf2.ts';
import { solveShare, type WorkShare } from '../src/features/accounts/captcha/proof-of-work.ts';

/** Does a worker's work on the page: jsdom has no workers. */
class WorkerOfTheTest extends EventTarget {
  postMessage(share: WorkShare): void {
    solveShare(share, keyDerivation(undefined)).then(
      (solution) => this.dispatchEvent(new MessageEvent('message', { data: { solution } })),
      (error: unknown) => this.dispatchEvent(new ErrorEvent('error', { error })),
    );
  }

  terminate(): void {}
}

/** Lets the bot check of this test find its workers. */
export function useWorkersOfTheTest(): void {
  vi.stubGlobal('Worker', WorkerOfTheTest);
}

/** Answers a challenge that every key solves. */
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
export async function passBotCheck(person: UserEvent): Promise<void> {
  await person.click(screen.getByLabelText('I am not a robot'));
  await screen.findByText('Checked');
}
