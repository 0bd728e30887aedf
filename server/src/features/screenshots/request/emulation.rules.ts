import { captureLimits, type CaptureOptions } from '@shotwright/contract';
import { closest, distance } from 'fastest-levenshtein';
import { AppError, invalidField } from '../../../shared/app-error.ts';

/** A name that differs in more characters is no suggestion. */
const maxTypos = 4;

/** Checks the options of the visitor that the contract's schemas cannot express. */
export function requireKnownVisitor({
  timezone,
  language,
  user_agent: userAgent,
}: Pick<CaptureOptions, 'timezone' | 'language' | 'user_agent'>): void {
  if (timezone !== undefined) requireTimezone(timezone);
  if (language !== undefined) requireLanguage(language);
  if (userAgent !== undefined && !/^[\x20-\x7e]+$/.test(userAgent)) {
    throw invalidField('user_agent', 'must contain only printable ASCII characters');
  }
}

/** Returns the browser's name of a time zone; undefined if there is no such zone. */
export function canonicalTimezone(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Returns the tags of a list of languages, canonically written: `de-DE`. */
export function languageTags(list: string): string[] {
  return Intl.getCanonicalLocales(list.split(',').map((tag) => tag.trim()));
}

function requireTimezone(name: string): void {
  const canonical = canonicalTimezone(name);
  const isMisspelt = canonical?.toLowerCase() === name.toLowerCase() && canonical !== name;
  if (canonical !== undefined && !isMisspelt) return;
  const names = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
  const nearest = canonical ?? closest(name, names);
  const isNear = canonical !== undefined || distance(name, nearest) <= maxTypos;
  const message = `must be a name of the IANA time zone database, such as Europe/Berlin or UTC, and not ${quoted(name)}`;
  throw new AppError({
    code: 'validation_failed',
    message: `timezone: ${message}`,
    details: { fields: [{ path: 'timezone', message, ...(isNear && { did_you_mean: nearest }) }] },
  });
}

function requireLanguage(list: string): void {
  const tags = list.split(',');
  const wrong = tags.find((tag) => !isLanguageTag(tag.trim()));
  if (wrong === undefined && tags.length <= captureLimits.languageCount) return;
  const what =
    wrong === undefined ? `not ${tags.length} tags` : `${quoted(wrong.trim())} is not a tag`;
  const message = `must be 1 to ${captureLimits.languageCount} language tags of BCP 47, separated by commas, such as de-DE,de: ${what}`;
  throw invalidField('language', message);
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
