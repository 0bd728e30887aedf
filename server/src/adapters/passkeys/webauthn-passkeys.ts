import { isIP } from 'node:net';
import type { VerifiedRegistrationResponse } from '@simplewebauthn/server';
import type { Logger } from '../../lib/logger.ts';
import type { PasskeyVerifier, VerifiedPasskey } from './passkey-verifier.ts';

interface WebauthnOptions {
  /** Origin of the dashboard, without a trailing slash. */
  readonly publicUrl: string;
  readonly productName: string;
  /** Time that the browser gives the user. Unit: ms. */
  readonly timeoutMs: number;
  readonly logger: Logger;
}

interface RelyingParty {
  readonly origin: string;
  /** Host name. */
  readonly id: string;
}

/** EdDSA, ES256 and RS256, as in the registry of COSE algorithms. */
const algorithms = [-8, -7, -257];

/**
 * Returns the origin and the host name that passkeys are bound to; undefined if browsers offer none there: without
 * https, except on localhost, and at an IP address. Source: Web Authentication Level 3 §5.1.2.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocalhost = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isLocalhost) return undefined;
  return isIP(hostname) === 0 && !hostname.startsWith('[') ? { origin, id: hostname } : undefined;
}

/**
 * Creates a {@link PasskeyVerifier} with SimpleWebAuthn; undefined if the public URL allows no passkeys. Each response
 * must come from the origin of the public URL, and the authenticator must have verified the user.
 */
export function createWebauthnPasskeys(options: WebauthnOptions): PasskeyVerifier | undefined {
  const party = relyingPartyOf(options.publicUrl);
  return party && { ...optionsFor(party.id, options), ...verificationFor(party, options) };
}

function optionsFor(
  rpID: string,
  { productName: rpName, timeoutMs: timeout }: WebauthnOptions,
): Pick<PasskeyVerifier, 'createOptions' | 'signInOptions'> {
  return {
    createOptions: async ({ user, known }) => {
      const { generateRegistrationOptions } = await library();
      const created = await generateRegistrationOptions({
        rpName,
        rpID,
        timeout,
        userID: userHandleOf(user.id),
        userName: user.email,
        userDisplayName: user.name,
        excludeCredentials: known.map(({ credentialId: id, transports }) => ({
          id,
          transports: [...transports],
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
      });
      return { challenge: created.challenge, options: { ...created } };
    },
    signInOptions: async () => {
      const { generateAuthenticationOptions } = await library();
      const input = { rpID, timeout, userVerification: 'required' } as const;
      const created = await generateAuthenticationOptions(input);
      return { challenge: created.challenge, options: { ...created } };
    },
  };
}

function verificationFor(
  { origin: expectedOrigin, id: expectedRPID }: RelyingParty,
  { logger }: WebauthnOptions,
): Pick<PasskeyVerifier, 'verifyCreated' | 'verifyUsed'> {
  const expected = { expectedOrigin, expectedRPID, requireUserVerification: true };
  const clientExtensionResults = {};
  const rejected = (err: unknown): undefined => {
    logger.info({ err }, 'a response of a passkey was rejected');
  };
  return {
    verifyCreated: async ({ response, ...credential }, expectedChallenge) => {
      const { verifyRegistrationResponse } = await library();
      const { transports = [], ...parts } = response;
      const result = await verifyRegistrationResponse({
        ...expected,
        expectedChallenge,
        supportedAlgorithmIDs: algorithms,
        response: { ...credential, response: parts, clientExtensionResults },
      }).catch(rejected);
      return result?.registrationInfo && storedParts(result.registrationInfo, transports);
    },
    verifyUsed: async ({ response, ...credential }, known) => {
      const { verifyAuthenticationResponse } = await library();
      const { userHandle, ...parts } = response;
      const owner = Buffer.from(userHandleOf(known.userId)).toString('base64url');
      if (userHandle !== owner) return undefined;
      const { publicKey, counter } = known;
      const result = await verifyAuthenticationResponse({
        ...expected,
        expectedChallenge: known.challenge,
        response: { ...credential, response: { ...parts, userHandle }, clientExtensionResults },
        credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter },
      }).catch(rejected);
      if (result?.verified !== true) return undefined;
      const { newCounter, credentialBackedUp } = result.authenticationInfo;
      return { counter: newCounter, isBackedUp: credentialBackedUp };
    },
  };
}

function storedParts(
  info: NonNullable<VerifiedRegistrationResponse['registrationInfo']>,
  transports: readonly string[],
): VerifiedPasskey {
  const { id: credentialId, publicKey, counter } = info.credential;
  return {
    credentialId,
    publicKey: Buffer.from(publicKey),
    counter,
    transports,
    deviceType: info.credentialDeviceType,
    isBackedUp: info.credentialBackedUp,
  };
}

/** Loaded with the first use, because that takes about 200 ms and most processes need it never. */
function library() {
  return import('@simplewebauthn/server');
}

function userHandleOf(userId: string) {
  return new TextEncoder().encode(userId);
}
