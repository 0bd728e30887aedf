import type { TestBrowser } from './browser.ts';
import {
  createSoftAuthenticator,
  type Deviation,
  type SoftAuthenticator,
} from './soft-authenticator.ts';

/** Creates an authenticator used at the public URL of the accounts rig. */
export function newAuthenticator(): SoftAuthenticator {
  return createSoftAuthenticator({ origin: 'http://localhost:3000', rpId: 'localhost' });
}

/** Adds a passkey for the signed-in user of a browser; returns the response and its authenticator. */
export async function addPasskey(
  browser: TestBrowser,
  {
    name = 'My device',
    authenticator = newAuthenticator(),
    change = {},
  }: { name?: string; authenticator?: SoftAuthenticator; change?: Deviation } = {},
) {
  const { body } = await browser.post('/users/passkeys/options', {});
  const credential = authenticator.create(body.data.options, change);
  const response = await browser.post('/users/passkeys', { name, credential });
  return { ...response, authenticator };
}
