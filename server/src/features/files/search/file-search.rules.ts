import {
  screenshotStatuses,
  screenshotStatusNames,
  verdictKinds,
  verdictNames,
  type ScreenshotStatus,
  type VerdictKind,
} from '@shotwright/contract';

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

/** True if the word has three letters or digits in a row, by which the trigram index finds it. */
export function hasTrigram({ text }: SearchWord): boolean {
  return /[a-z0-9]{3}/.test(text);
}

/** Returns a LIKE pattern for texts that contain the word. */
export function patternOf({ text }: SearchWord): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
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
