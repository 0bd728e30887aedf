import type { Page } from '@playwright/test';
import type { Hands } from './hands.ts';
import { readMail } from './mailbox.ts';
import { expect, newEmail } from './story.ts';

/** Signs a new user up, from the open sign-up page to the Overview. `mailUrl` is the mailbox's server. */
export async function signUp(
  page: Page,
  given: {
    readonly hands: Hands;
    readonly mailUrl: string;
    /** Maximum time of the bot check. Default: that of every expectation. */
    readonly checkTimeoutMs?: number;
  },
): Promise<void> {
  const { hands, mailUrl, checkTimeoutMs: timeout } = given;
  const email = newEmail();
  for (const [name, value] of [
    ['First name', 'Ada'],
    ['Last name', 'Lovelace'],
    ['Email', email],
    ['Password', 'engine no. 1'],
    ['Confirm password', 'engine no. 1'],
  ] as const)
    await hands.write(page.getByLabel(name, { exact: true }), value);
  await hands.activate(page.getByLabel('I am not a robot'));
  const checked = page.getByText('Checked', { exact: true });
  await expect(checked).toBeVisible(timeout === undefined ? {} : { timeout });
  await hands.activate(page.getByRole('button', { name: 'Continue', exact: true }));
  const [code] = await readMail({ url: mailUrl, to: email, pattern: /\b\d{6}\b/ });
  const digits = page.getByLabel('Verification code').and(page.getByRole('textbox'));
  await hands.write(digits, code);
  await hands.activate(page.getByRole('button', { name: 'Verify Account' }));
  await expect(page).toHaveURL(/\/dashboard$/);
}
