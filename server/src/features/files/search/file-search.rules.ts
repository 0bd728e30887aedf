import {
  isTerminal,
  screenshotStatuses,
  screenshotStatusNames,
  verdictKinds,
  verdictNames,
  type ScreenshotStatus,
  type VerdictKind,
} from '@shotwright/contract';
import { firstIdAt } from '../../../lib/ids.ts';

/** One word of a search, in lower case, with the files that it finds by other values than text. */
export interface SearchWord {
  readonly text: string;
  /** Projects whose names contain it. */
  readonly projectIds: readonly number[];
  readonly statuses: readonly ScreenshotStatus[];
  readonly verdicts: readonly VerdictKind[];
  /** First and last id that begin with it; null unless it is the beginning of an id. */
  readonly ids: readonly [string, string] | null;
}

/** Shorter beginnings of ids are words like any other. */
const minIdLength = 8;

/** Splits a search text into the words that a file must all contain. */
export function readSearch(
  text: string,
  projects: readonly { readonly id: number; readonly name: string }[],
): readonly SearchWord[] {
  const words = new Set(text.toLowerCase().split(/\s+/).filter(Boolean));
  return [...words].map((word) => {
    const contains = (name: string) => name.toLowerCase().includes(word);
    return {
      text: word,
      projectIds: projects.filter(({ name }) => contains(name)).map(({ id }) => id),
      statuses: screenshotStatuses.filter(
        (status) => contains(status) || contains(screenshotStatusNames[status]),
      ),
      verdicts: verdictKinds.filter((kind) => contains(verdictNames[kind])),
      ids: idsThatBeginWith(word),
    };
  });
}

/** True if only the text of a file can contain the word. */
export function isTextOnly({ projectIds, statuses, verdicts, ids }: SearchWord): boolean {
  return projectIds.length + statuses.length + verdicts.length === 0 && ids === null;
}

/** Statuses of a word that are final, and those that are not. */
export function statusesOf({ statuses }: SearchWord) {
  return {
    ended: statuses.filter((status) => isTerminal(status)),
    open: statuses.filter((status) => !isTerminal(status)),
  };
}

/** Letters that stand for punctuation in stored texts. Source: migration 0030. */
const letters = new Map(
  Array.from('/.-=&?_%', (char, at): [string, string] => [char, 'QJZXVKWY'.charAt(at)]),
);

/** Returns a word as stored texts contain it: U+001F precedes each character that is not of ASCII. */
export function storedForm({ text }: SearchWord): string {
  return text
    .replaceAll(/[/.\-=&?_%]/g, (char) => letters.get(char) ?? char)
    .replaceAll(/\P{ASCII}/gu, '\u001F$&');
}

/** Returns a LIKE pattern for stored texts that contain the word. */
export function patternOf(word: SearchWord): string {
  return `%${storedForm(word).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Returns a LIKE pattern for stored texts whose second line, the name of the file, has the ending. */
export function endingPattern(extension: string): string {
  return `%\n%${letters.get('.') ?? ''}${extension}\n`;
}

/** Part of a word by which the search index finds it best. */
export type IndexedPart = 'trigrams' | 'pair' | 'characters';

const pair = /[a-z0-9]{2}/i;

/** Returns how the search index finds a word. */
export function indexedPartOf(word: SearchWord): IndexedPart {
  const stored = storedForm(word);
  if (/[a-z0-9]{3}/i.test(stored)) return 'trigrams';
  return pair.test(stored) ? 'pair' : 'characters';
}

/**
 * Returns a regular expression for texts that contain the first two letters in a row of a word:
 * with every character that may follow them, because the index knows only three in a row.
 */
export function pairExpressionOf(word: SearchWord): string {
  return `${pair.exec(storedForm(word))?.[0] ?? ''}[\\x01-\\x7f]`;
}

/**
 * Returns the letters of a word that also stand for punctuation. The trigram index ignores their
 * case, but not the index of characters.
 */
export function ambiguousLettersOf({ text }: SearchWord): readonly string[] {
  return text.match(/[jkqv-z]/g) ?? [];
}

function idsThatBeginWith(word: string): readonly [string, string] | null {
  const shape = '00000000-0000-0000-0000-000000000000';
  if (word.length < minIdLength || word.length > shape.length) return null;
  const isId = Array.from(word).every((char, at) =>
    shape[at] === '-' ? char === '-' : /[0-9a-f]/.test(char),
  );
  if (!isId) return null;
  const rest = shape.slice(word.length);
  return [word + rest, word + rest.replaceAll('0', 'f')];
}

/** Lengths of the beginnings of ids that are periods, of 3 and 50 days, with the most of each. */
const periodLengths = [
  { digits: 5, most: 64 },
  { digits: 4, most: 1_000 },
] as const;

/**
 * Returns the periods from the one of `newest` back to the one of `oldest`, as beginnings of ids of
 * the same length; null if there are too many.
 */
export function periodsBetween(newest: string, oldest: string): readonly string[] | null {
  for (const { digits, most } of periodLengths) {
    const last = Number.parseInt(newest.slice(0, digits), 16);
    const count = last - Number.parseInt(oldest.slice(0, digits), 16) + 1;
    if (count > most) continue;
    return Array.from({ length: count }, (_, at) => (last - at).toString(16).padStart(digits, '0'));
  }
  return null;
}

/** Returns `count` ids that divide the time from `oldest` to `newest` evenly; the last is `newest`. */
export function idsBetween(newest: string, oldest: string, count: number): readonly string[] {
  const [last, first] = [timeOf(newest), timeOf(oldest)];
  return Array.from({ length: count }, (_, at) =>
    at + 1 === count ? newest : firstIdAt(first + Math.floor(((last - first) * (at + 1)) / count)),
  );
}

/** Time of an id, in milliseconds. */
const timeOf = (id: string) => Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
