import type { StoredFile } from '@shotwright/contract';
import { jsonText, type JsonText } from '../../lib/json-text.ts';
import type { ListedFile } from './files.store.ts';

/** About thirty megabytes. */
const maxRemembered = 40_000;
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
  const makeRoom = (count: number): void => {
    const until = addressesUntil();
    if (until !== knownUntil || known.size + count > maxRemembered) known.clear();
    knownUntil = until;
  };
  return async (listed, readFiles) => {
    makeRoom(0);
    const texts = listed.map((file) => textIn(known.get(file.id), file));
    const unknown = listed.filter((_, at) => texts[at] === undefined);
    const fresh = new Map<string, Known['text']>();
    for (let at = 0; at < unknown.length; at += filesAtATime) {
      const batch = unknown.slice(at, at + filesAtATime);
      for (const file of await readFiles(batch.map(({ id }) => id)))
        fresh.set(file.id, jsonText(file));
      makeRoom(batch.length);
      for (const file of batch) {
        const text = fresh.get(file.id);
        if (text !== undefined) known.set(file.id, { ...file, text });
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
