import type { TestBrowser } from './browser.ts';
import {
  createSoftAuthenticator,
  type Deviation,
  type SoftAuthenticator,
} from './soft-authenticator.ts';

/** Creates an authenticator used at a public URL; by default at that of the accounts rig. */
export function newAuthenticator(origin = 'http://localhost:3000'): SoftAuthenticator {
  return createSoftAuthenticator({ origin, rpId: 'localhost' });
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
