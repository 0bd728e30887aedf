import type { ApiKey } from '@shotwright/contract';
import { apiKeyLimits, type ApiKeyAccess } from '@shotwright/contract/paths';
import { fieldError } from '../../../lib/api/error.ts';
import { formatDate } from '../../../lib/format/format.ts';
import { localTimeOf } from '../../../lib/format/local-time.ts';
import { keyRestrictionMessages as messages } from '../../../lib/messages/security/key-restrictions.ts';
import type { Tone } from '../../../ui/badge.tsx';

/** Restrictions of a key as they are typed. */
export interface RestrictionsDraft {
  /** IP addresses and ranges, separated by line breaks, spaces or commas. */
  readonly ips: string;
  readonly access: ApiKeyAccess;
  /** Local time as the browser's field writes it; empty: never. */
  readonly expires: string;
}

/** Restrictions of a key as the API takes them. */
export type Restrictions = Pick<ApiKey, 'allowedIps' | 'access' | 'expiresAt'>;

/** Fields of a draft that have an error. */
export type RestrictionErrors = Readonly<Partial<Record<'ips' | 'expires', string>>>;

/** Draft of a key without restrictions. */
export const noRestrictions: RestrictionsDraft = { ips: '', access: 'full', expires: '' };

/** Returns the draft of a key's restrictions. */
export function restrictionsDraftOf({
  allowedIps,
  access,
  expiresAt,
}: Restrictions): RestrictionsDraft {
  return {
    ips: allowedIps.join('\n'),
    access,
    expires: expiresAt === null ? '' : localTimeOf(expiresAt),
  };
}

function entriesOf({ ips }: RestrictionsDraft): string[] {
  return ips.split(/[\s,]+/).filter((entry) => entry !== '');
}

/** Returns the restrictions of a draft that differ from those of `before`. */
export function changedRestrictions(
  draft: RestrictionsDraft,
  before: RestrictionsDraft = noRestrictions,
): Partial<Restrictions> {
  const allowedIps = entriesOf(draft);
  const { access, expires } = draft;
  return {
    ...(allowedIps.join() !== entriesOf(before).join() && { allowedIps }),
    ...(access !== before.access && { access }),
    ...(expires !== before.expires && {
      expiresAt: expires === '' ? null : new Date(expires).toISOString(),
    }),
  };
}

/** Returns the errors of a draft: too many entries, and those that the server found. */
export function restrictionErrors(draft: RestrictionsDraft, error: unknown): RestrictionErrors {
  const ips = ipsError(entriesOf(draft), error);
  const hasWrongExpiry = fieldError(error, 'expiresAt') !== undefined;
  return {
    ...(ips !== undefined && { ips }),
    ...(hasWrongExpiry && { expires: messages.expiresWrong(apiKeyLimits.expiryYears) }),
  };
}

function ipsError(entries: readonly string[], error: unknown): string | undefined {
  if (entries.length > apiKeyLimits.allowedIps) return messages.ipsTooMany(apiKeyLimits.allowedIps);
  const wrong = entries.find((_, index) => fieldError(error, `allowedIps.${index}`) !== undefined);
  return wrong === undefined ? undefined : messages.ipWrong(wrong);
}

/** True for an error of the server that {@link restrictionErrors} shows beside its field. */
export function isRestrictionError(error: unknown): boolean {
  const indexes = Array.from({ length: apiKeyLimits.allowedIps }, (_, index) => index);
  return ['expiresAt', ...indexes.map((index) => `allowedIps.${index}`)].some(
    (path) => fieldError(error, path) !== undefined,
  );
}

/** True if a key has reached its date of expiry. Units of `now`: ms since 1970. */
export function isKeyExpired({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now = Date.now()): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}

/** True if a key is active and has not expired. */
export function isKeyUsable(key: Pick<ApiKey, 'isActive' | 'expiresAt'>): boolean {
  return key.isActive && !isKeyExpired(key);
}

const lastWeekMs = 7 * 86_400_000;

/** Returns the badges of a key's restrictions. Units of `now`: ms since 1970. */
export function restrictionBadges(
  { allowedIps, access, expiresAt }: Restrictions,
  now: number = Date.now(),
): ReadonlyArray<{ readonly label: string; readonly tone: Tone; readonly title?: string }> {
  const remainingMs = expiresAt === null ? undefined : Date.parse(expiresAt) - now;
  return [
    ...(access === 'capture' ? [{ label: messages.captureOnly, tone: 'grey' } as const] : []),
    ...(allowedIps.length > 0
      ? [
          {
            label: messages.ranges(allowedIps.length),
            tone: 'grey',
            title: allowedIps.join('\n'),
          } as const,
        ]
      : []),
    ...(expiresAt === null || remainingMs === undefined
      ? []
      : [expiryBadge(formatDate(expiresAt), remainingMs)]),
  ];
}

function expiryBadge(date: string, remainingMs: number): { label: string; tone: Tone } {
  if (remainingMs <= 0) return { label: messages.expired, tone: 'red' };
  return { label: messages.expiresOn(date), tone: remainingMs <= lastWeekMs ? 'amber' : 'grey' };
}
