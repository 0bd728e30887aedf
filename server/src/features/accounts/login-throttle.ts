import type { Db } from '../../db/transaction.ts';
import { addressPrefix, tooManyAttempts } from './throttle.rules.ts';
import {
  countAttempt,
  removeThrottles,
  uncountAttempt,
  type ThrottleRule,
} from './throttle.store.ts';

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
}

const keysOf = ({ account, ip }: PasswordAttempt) => {
  const place = addressPrefix(ip);
  return {
    pair: `password:pair:${account}|${place}`,
    account: `password:account:${account}`,
    place: `password:place:${place}`,
  };
};

/** Counts a password attempt before it is judged, so that parallel guesses all count. Throws `rate_limited`. */
export async function countPasswordAttempt(attempt: PasswordAttempt): Promise<void> {
  const keys = keysOf(attempt);
  for (const [key, rule] of [
    [keys.pair, pairRule],
    [keys.account, accountRule],
    [keys.place, placeRule],
  ] as const) {
    const seconds = await countAttempt(attempt.db, { key, rule });
    if (seconds > 0) throw tooManyAttempts(seconds);
  }
}

/** The password was right: the account's attempts are forgotten, the place gets its one back. */
export async function forgivePasswordAttempt(attempt: PasswordAttempt): Promise<void> {
  const keys = keysOf(attempt);
  await removeThrottles(attempt.db, [keys.pair, keys.account]);
  await uncountAttempt(attempt.db, keys.place);
}
