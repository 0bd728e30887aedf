import type { Db } from '../../db/transaction.ts';
import { addressPrefix } from '../../lib/address-prefix.ts';
import { tooManyAttempts } from './throttle.rules.ts';
import {
  countAttempt,
  removeThrottles,
  uncountAttempt,
  type ThrottleRule,
} from './throttle.store.ts';
import type { Trust } from './trusted-places.ts';

const day = 86_400;
/** Somebody at one place guessing one account. */
const pairRule: ThrottleRule = {
  freeAttempts: 5,
  firstDelaySeconds: 10,
  maxDelaySeconds: 900,
  forgetAfterSeconds: day,
};
/** Many places guessing one account; generous, so that a stranger cannot lock the owner out at will. */
const accountRule: ThrottleRule = {
  freeAttempts: 30,
  firstDelaySeconds: 10,
  maxDelaySeconds: 300,
  forgetAfterSeconds: day,
};
/** One place trying one password on many accounts. */
const placeRule: ThrottleRule = {
  freeAttempts: 60,
  firstDelaySeconds: 10,
  maxDelaySeconds: 900,
  forgetAfterSeconds: 3_600,
};

/** Who guesses at what. */
export interface PasswordAttempt {
  readonly db: Db;
  /** The email as typed, or a user's id: any stable name of the account. */
  readonly account: string;
  readonly ip: string;
  /** Default: none. */
  readonly trust?: Trust;
}

interface CountedKey {
  readonly key: string;
  readonly rule: ThrottleRule;
  /** Counts attempts at this account only. */
  readonly isOfAccount: boolean;
}

/**
 * What an attempt counts against. A browser in which the owner signed in before has attempts of its own. A network from
 * which the owner signed in is not stopped by what other networks do to the account.
 */
function countedKeys({ account, ip, trust }: PasswordAttempt): CountedKey[] {
  if (trust?.deviceId !== undefined) {
    const key = `password:device:${account}|${trust.deviceId}`;
    return [{ key, rule: pairRule, isOfAccount: true }];
  }
  const place = addressPrefix(ip);
  const ofAccount = { key: `password:account:${account}`, rule: accountRule, isOfAccount: true };
  return [
    { key: `password:pair:${account}|${place}`, rule: pairRule, isOfAccount: true },
    ...(trust?.isKnownPlace === true ? [] : [ofAccount]),
    { key: `password:place:${place}`, rule: placeRule, isOfAccount: false },
  ];
}

/** Counts a password attempt before it is judged, so that parallel guesses all count. Throws `rate_limited`. */
export async function countPasswordAttempt(attempt: PasswordAttempt): Promise<void> {
  for (const { key, rule } of countedKeys(attempt)) {
    const seconds = await countAttempt(attempt.db, { key, rule });
    if (seconds > 0) throw tooManyAttempts(seconds);
  }
}

/** The password was right: the attempts this one was counted with are forgotten, the place gets its one back. */
export async function forgivePasswordAttempt(attempt: PasswordAttempt): Promise<void> {
  const keys = countedKeys(attempt);
  const ofAccount = keys.filter(({ isOfAccount }) => isOfAccount).map(({ key }) => key);
  await removeThrottles(attempt.db, ofAccount);
  for (const { key, isOfAccount } of keys) if (!isOfAccount) await uncountAttempt(attempt.db, key);
}
