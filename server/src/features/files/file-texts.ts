import type { StoredFile } from '@shotwright/contract';
import { jsonText, type JsonText } from '../../lib/json-text.ts';
import type { ListedFile } from './files.store.ts';

/** About forty thousand files as they usually are, and thirty megabytes. */
const maxRememberedCharacters = 30_000_000;
/** So many are read and written at a time: others are served in between. */
const filesAtATime = 1_000;

/** The files of a list as JSON, in its order; one that has gone since it was listed is left out. */
export type FileTexts = (
  listed: readonly ListedFile[],
  /** Gives those of the named files that are still there, in any order. */
  readFiles: (ids: readonly string[]) => Promise<readonly StoredFile[]>,
) => Promise<JsonText<StoredFile>[]>;

interface Known extends ListedFile {
  readonly text: JsonText<StoredFile>;
}

/**
 * A list of ten thousand files is read again and again, and little of it has changed meanwhile: each file is read and
 * written once per version, and again when its addresses change. `addressesUntil`: what then changes, too.
 */
export function createFileTexts(addressesUntil: () => number): FileTexts {
  const known = new Map<string, Known>();
  let knownUntil = addressesUntil();
  let characters = 0;
  const forgetAll = (): void => {
    known.clear();
    characters = 0;
  };
  /** Answers until when the rest may be shown. */
  const forgetWhatIsDue = (): number => {
    const until = addressesUntil();
    if (until !== knownUntil) forgetAll();
    knownUntil = until;
    return until;
  };
  const remember = (file: ListedFile, text: Known['text']): void => {
    // What replaces another counts as well: it is forgotten a little early at worst.
    if (characters + text.length > maxRememberedCharacters) forgetAll();
    characters += text.length;
    known.set(file.id, { ...file, text });
  };
  return async (listed, readFiles) => {
    const until = forgetWhatIsDue();
    const texts = listed.map((file) => textIn(known.get(file.id), file));
    const unknown = listed.filter((_, at) => texts[at] === undefined);
    const fresh = new Map<string, Known['text']>();
    for (let at = 0; at < unknown.length; at += filesAtATime) {
      const batch = unknown.slice(at, at + filesAtATime);
      for (const file of await readFiles(batch.map(({ id }) => id)))
        fresh.set(file.id, jsonText(file));
      // Of files written while their addresses changed it is not known which they have.
      if (forgetWhatIsDue() !== until) continue;
      for (const file of batch) {
        const text = fresh.get(file.id);
        if (text !== undefined) remember(file, text);
      }
    }
    return listed.flatMap((file, at) => texts[at] ?? fresh.get(file.id) ?? []);
  };
}

function textIn(known: Known | undefined, file: ListedFile): Known['text'] | undefined {
  const isSame =
    known?.version === file.version &&
    known.fileVersion === file.fileVersion &&
    known.publicLinkId === file.publicLinkId;
  return isSame ? known.text : undefined;
}
