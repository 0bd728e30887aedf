import type {
  PasskeyOptions,
  PasskeyVerifier,
} from '../../../adapters/passkeys/passkey-verifier.ts';
import type { Db } from '../../../db/transaction.ts';
import { asRecord } from '../../../lib/as-record.ts';
import { sha256 } from '../../../lib/crypto.ts';
import { AppError, notFound } from '../../../shared/app-error.ts';
import { insertChallenge, takeChallenge } from './challenges.store.ts';

/** Browser that must answer a challenge: its session, or the secret of its cookie. */
export type ChallengeOwner =
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'browser'; readonly token: string };

/** Stores the challenge of options and returns the options. */
export async function openChallenge(
  db: Db,
  owner: ChallengeOwner,
  { challenge, options }: PasskeyOptions,
): Promise<PasskeyOptions['options']> {
  await insertChallenge(db, { ownerHash: hashOf(owner), challenge });
  return options;
}

/**
 * Returns the challenge that a response of the browser answers. No other response can answer it, also if this one
 * is not valid. Throws `passkey_challenge_invalid`.
 */
export async function redeemChallenge(
  db: Db,
  owner: ChallengeOwner,
  clientDataJSON: string,
): Promise<string> {
  const challenge = challengeOf(clientDataJSON);
  if (challenge !== undefined && (await takeChallenge(db, { ownerHash: hashOf(owner), challenge })))
    return challenge;
  throw new AppError({
    code: 'passkey_challenge_invalid',
    message: 'This request for a passkey has expired or was answered before. Please try again.',
  });
}

/** Returns the verifier; throws `passkeys_unavailable` if the public URL allows no passkeys. */
export function requirePasskeys(verifier: PasskeyVerifier | undefined): PasskeyVerifier {
  if (verifier) return verifier;
  throw notFound(
    'passkeys_unavailable',
    'Passkeys are not available: the public URL of this installation needs https and a host name.',
  );
}

function hashOf(owner: ChallengeOwner): string {
  return sha256(`${owner.kind}:${owner.kind === 'session' ? owner.sessionId : owner.token}`);
}

function challengeOf(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    const { challenge } = asRecord(data);
    return typeof challenge === 'string' && /^[\w-]{1,128}$/.test(challenge)
      ? challenge
      : undefined;
  } catch {
    return undefined;
  }
}
