import type { StoredFile } from '@shotwright/contract';
import { rawJson, type RawJson } from '../../lib/raw-json.ts';
import type { ListedFile } from './search/file-list.store.ts';

/** About 40 000 files of typical size, 30 MB. */
const maxCachedCharacters = 30_000_000;
/** Batch size; other requests are served between batches. */
const batchSize = 1_000;

/** Files of a list as JSON, in its order, without those deleted since the list was read. */
export type FileJsonCache = (
  listed: readonly ListedFile[],
  /** Returns the named files that still exist, in any order. */
  readFiles: (ids: readonly string[]) => Promise<readonly StoredFile[]>,
) => Promise<RawJson<StoredFile>[]>;

interface CachedFile extends ListedFile {
  readonly text: RawJson<StoredFile>;
}

/**
 * Creates a cache of serialised files, because a list of ten thousand files is read repeatedly and
 * little of it changes. Each file is read and serialised once per version, and again when its URLs
 * change. When the value of `urlsValidUntil` changes, so do the URLs.
 */
export function createFileJsonCache(urlsValidUntil: () => number): FileJsonCache {
  const known = new Map<string, CachedFile>();
  let cachedUntil = urlsValidUntil();
  let characters = 0;
  const forgetAll = (): void => {
    known.clear();
    characters = 0;
  };
  /** Returns the expiry of the cached texts. */
  const clearIfUrlsChanged = (): number => {
    const until = urlsValidUntil();
    if (until !== cachedUntil) forgetAll();
    cachedUntil = until;
    return until;
  };
  const remember = (file: ListedFile, text: CachedFile['text']): void => {
    // Replaced entries count as well; at worst the cache is cleared a little early.
    if (characters + text.length > maxCachedCharacters) forgetAll();
    characters += text.length;
    known.set(file.id, { ...file, text });
  };
  return async (listed, readFiles) => {
    const until = clearIfUrlsChanged();
    const texts = listed.map((file) => cachedJson(known.get(file.id), file));
    const unknown = listed.filter((_, at) => texts[at] === undefined);
    const loaded = new Map<string, CachedFile['text']>();
    for (let at = 0; at < unknown.length; at += batchSize) {
      const batch = unknown.slice(at, at + batchSize);
      for (const file of await readFiles(batch.map(({ id }) => id)))
        loaded.set(file.id, rawJson(file));
      // If the URLs changed during serialisation, it is unknown which ones these files contain.
      if (clearIfUrlsChanged() !== until) continue;
      for (const file of batch) {
        const text = loaded.get(file.id);
        if (text !== undefined) remember(file, text);
      }
    }
    return listed.flatMap((file, at) => texts[at] ?? loaded.get(file.id) ?? []);
  };
}

function cachedJson(
  known: CachedFile | undefined,
  file: ListedFile,
): CachedFile['text'] | undefined {
  const isSame =
    known?.version === file.version &&
    known.fileVersion === file.fileVersion &&
    known.publicLinkId === file.publicLinkId;
  return isSame ? known.text : undefined;
}
