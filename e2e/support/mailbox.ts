import { expect } from '@playwright/test';

/**
 * Waits for the latest email to `to` whose text matches, in the product's local mailbox; returns
 * the match.
 */
export async function readMail(input: {
  readonly url: string;
  readonly to: string;
  readonly pattern: RegExp;
}): Promise<RegExpExecArray> {
  const { url, to, pattern } = input;
  let found: RegExpExecArray | null | undefined;
  await expect(async () => {
    const response = await fetch(`${url}/dev/mailbox/messages?to=${encodeURIComponent(to)}`);
    const { messages } = (await response.json()) as { messages: { text: string }[] };
    found = messages.map(({ text }) => pattern.exec(text)).find((match) => match !== null);
    expect(found, `a mail to ${to} that says ${pattern.source}`).toBeTruthy();
  }).toPass({ timeout: 30_000, intervals: [50, 100, 250] });
  return found!;
}
