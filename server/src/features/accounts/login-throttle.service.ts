import type { Db } from '../../db/transaction.ts';
import { networkPrefix } from '../../lib/network-prefix.ts';
import { tooManyAttempts } from './throttle.errors.ts';
import {
  countAttempt,
  removeThrottles,
  decrementAttempts,
  type ThrottleRule,
} from './throttle.store.ts';
import type { Trust } from './trusted-networks.service.ts';

const day = 86_400;
/** Attempts from one network against one account. */
const pairRule: ThrottleRule = {
  freeAttempts: 5,
  firstDelaySeconds: 10,
  maxDelaySeconds: 900,
  forgetAfterSeconds: day,
};
/**
 * Attempts from many networks against one account. Generous, so that an attacker cannot lock the
 * owner out at will.
 */
const accountRule: ThrottleRule = {
  freeAttempts: 30,
  firstDelaySeconds: 10,
  maxDelaySeconds: 300,
  forgetAfterSeconds: day,
};
/** Attempts from one network with one password against many accounts. */
const networkRule: ThrottleRule = {
  freeAttempts: 60,
  firstDelaySeconds: 10,
  maxDelaySeconds: 900,
  forgetAfterSeconds: 3_600,
};

/** Source and target of a password attempt. */
export interface PasswordAttempt {
  readonly db: Db;
  /** The email as typed, or a user id: any stable name of the account. */
  readonly account: string;
  readonly ip: string;
  /** Default: none. */
  readonly trust?: Trust;
}

interface CountedKey {
  readonly key: string;
  readonly rule: ThrottleRule;
  /** True if the key counts attempts against this account only. */
  readonly isOfAccount: boolean;
}

/**
 * Returns the keys an attempt counts against. A browser in which the owner signed in before has a
 * separate counter. A network from which the owner signed in is not blocked by attempts from other
 * networks.
 */
function countedKeys({ account, ip, trust }: PasswordAttempt): CountedKey[] {
  if (trust?.deviceId !== undefined) {
    const key = `password:device:${account}|${trust.deviceId}`;
    return [{ key, rule: pairRule, isOfAccount: true }];
  }
  const network = networkPrefix(ip);
  const ofAccount = { key: `password:account:${account}`, rule: accountRule, isOfAccount: true };
  return [
    { key: `password:pair:${account}|${network}`, rule: pairRule, isOfAccount: true },
    ...(trust?.isKnownNetwork === true ? [] : [ofAccount]),
    { key: `password:place:${network}`, rule: networkRule, isOfAccount: false },
  ];
}

/**
 * Counts a password attempt before the password is verified, so that parallel guesses all count.
 * Throws `rate_limited`.
 */
export async function countPasswordAttempt(attempt: PasswordAttempt): Promise<void> {
  for (const { key, rule } of countedKeys(attempt)) {
    const seconds = await countAttempt(attempt.db, { key, rule });
    if (seconds > 0) throw tooManyAttempts(seconds);
  }
}

const passkeyKey = (ip: string): string => `passkey:place:${networkPrefix(ip)}`;

/**
 * Counts an attempt to sign in with a passkey, which names no account before it is verified, by the rule for
 * networks. Throws `rate_limited`.
 */
export async function countPasskeyAttempt(db: Db, ip: string): Promise<void> {
  const seconds = await countAttempt(db, { key: passkeyKey(ip), rule: networkRule });
  if (seconds > 0) throw tooManyAttempts(seconds);
}

/** Called after a sign-in with a passkey: takes this attempt off the network's counter. */
export async function clearPasskeyAttempt(db: Db, ip: string): Promise<void> {
  await decrementAttempts(db, passkeyKey(ip));
}

/**
 * Called after a correct password: clears the account's counters and takes this attempt off the
 * network's counter.
 */
export async function clearPasswordAttempts(attempt: PasswordAttempt): Promise<void> {
  const keys = countedKeys(attempt);
  const ofAccount = keys.filter(({ isOfAccount }) => isOfAccount).map(({ key }) => key);
  await removeThrottles(attempt.db, ofAccount);
  for (const { key, isOfAccount } of keys)
    if (!isOfAccount) await decrementAttempts(attempt.db, key);
}
