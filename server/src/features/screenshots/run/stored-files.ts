import type {
  CapturedDocument,
  CapturedExtract,
  CapturedImage,
  CapturedSlice,
} from '@shotwright/capture';
import type { ObjectStore } from '../../../adapters/storage/object-store.ts';
import type { Db } from '../../../db/transaction.ts';
import { newId, newToken } from '../../../lib/ids.ts';
import { partLabel } from '../../../shared/capture-parts.ts';
import { fileNameOf } from '../file-name.rules.ts';
import { planObjects } from '../../../shared/planned-objects.ts';
import type { NewFile, StartedAttempt } from './attempts.store.ts';

/** Files of a finished capture: the image alone, or a document with the image as its preview. */
export interface CapturedFiles {
  readonly image: CapturedImage;
  readonly document?: CapturedDocument;
  readonly extracts?: readonly CapturedExtract[];
  readonly slices?: readonly CapturedSlice[];
}

/** A file before it is stored; `kind` and `part` as in its row. */
type OutputFile = Pick<NewFile, 'kind' | 'part' | 'contentType' | 'widthPx' | 'heightPx'> & {
  readonly bytes: Buffer;
};

interface StoreFilesInput {
  readonly attempt: StartedAttempt & { readonly storageKey: string };
  readonly captured: CapturedFiles;
}

/**
 * Stores the files of a capture, the finished file under the planned key of the attempt, and returns
 * the values of their rows. The removal of the others is planned first, so that a worker that dies
 * leaves none behind.
 */
export async function storeFiles(
  { db, store }: { readonly db: Db; readonly store: Pick<ObjectStore, 'put'> },
  { attempt, captured }: StoreFilesInput,
): Promise<readonly NewFile[]> {
  const planned = outputFilesOf(captured).map((file, at) => ({
    file,
    storageKey: at === 0 ? attempt.storageKey : keyOf(attempt, file.kind),
  }));
  await planObjects(
    db,
    planned.slice(1).map(({ storageKey }) => storageKey),
  );
  const stored: NewFile[] = [];
  for (const { file, storageKey } of planned) {
    const { bytes, ...values } = file;
    const { contentType } = values;
    const { sizeBytes, sha256 } = await store.put(storageKey, bytes, { contentType });
    const part = partLabel(values);
    const name = fileNameOf({ ...attempt, contentType, part });
    stored.push({ ...values, id: newId(), storageKey, name, sizeBytes, sha256 });
  }
  return stored;
}

function outputFilesOf({
  image,
  document,
  extracts = [],
  slices = [],
}: CapturedFiles): OutputFile[] {
  const { bytes, contentType, widthPx, heightPx } = image;
  const shown = { bytes, contentType, widthPx, heightPx, part: '' };
  const noSize = { widthPx: null, heightPx: null };
  return [
    ...(document === undefined
      ? [{ ...shown, kind: 'image' } as const]
      : [
          { ...document, ...noSize, kind: 'image', part: '' } as const,
          { ...shown, kind: 'preview' } as const,
        ]),
    ...extracts.map(
      ({ name, ...file }) => ({ ...file, ...noSize, kind: 'extract', part: name }) as const,
    ),
    ...slices.map(({ topPx, image: slice }, at) => {
      const part = `${String(at + 1).padStart(2, '0')}-${topPx}`;
      return { ...slice, kind: 'slice', part } as const;
    }),
  ];
}

function keyOf({ organizationId, id }: StartedAttempt, kind: string): string {
  return `screenshots/${organizationId}/${id}/${kind}-${newToken()}`;
}
