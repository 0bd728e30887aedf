import {
  startAuthentication,
  startRegistration,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { passkeyMessages as messages } from '../../../lib/messages/security/passkeys.ts';
import { unsafeCast } from '../../../lib/unsafe-cast.ts';
import { isCancelled } from './availability.ts';

/** Signs the challenge of `options` with a passkey, which the browser asks the user for. */
export function signWithPasskey(options: unknown): Promise<AuthenticationResponseJSON> {
  const optionsJSON = unsafeCast<PublicKeyCredentialRequestOptionsJSON>(options);
  return startAuthentication({ optionsJSON }).catch(throwSentence);
}

/** Creates a passkey with the `options`, after the user has confirmed it in the browser. */
export function createPasskey(options: unknown): Promise<RegistrationResponseJSON> {
  const optionsJSON = unsafeCast<PublicKeyCredentialCreationOptionsJSON>(options);
  return startRegistration({ optionsJSON }).catch(throwSentence);
}

/** Replaces the technical message of an error of the browser. */
function throwSentence(cause: unknown): never {
  if (isCancelled(cause)) throw cause;
  const isKnown = cause instanceof Error && cause.name === 'InvalidStateError';
  throw new Error(isKnown ? messages.exists : messages.browserFailed, { cause });
}
