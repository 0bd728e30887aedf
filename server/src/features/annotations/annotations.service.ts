import {
  annotationLimits,
  extensionOf,
  isImageType,
  type AnnotationRequest,
} from '@shotwright/contract';
import type { ObjectStore } from '../../adapters/storage/object-store.ts';
import { inTransaction, type Database } from '../../db/transaction.ts';
import { newId, newToken } from '../../lib/ids.ts';
import { AppError, conflict, invalidField, notFound } from '../../shared/app-error.ts';
import type { CaptureScope } from '../../shared/capture-scope.ts';
import { planObjects } from '../../shared/planned-objects.ts';
import type { CreditsService } from '../credits/credits.service.ts';
import type { ScreenshotsService } from '../screenshots/screenshots.service.ts';
import type { ScreenshotRow, StoredImage } from '../screenshots/screenshots.store.ts';
import { insertCopy, listCopies, type CopyRow } from './annotations.store.ts';
import { requireInside } from './marks.rules.ts';
import type { AnnotatedImage } from './render/annotate-image.ts';
import type { RunAnnotation } from './render/run-annotation.ts';

interface AnnotationsDependencies {
  readonly db: Database;
  readonly store: Pick<ObjectStore, 'put'>;
  readonly screenshots: Pick<ScreenshotsService, 'getScreenshot' | 'readImage'>;
  readonly credits: Pick<CreditsService, 'requireStorage'>;
  readonly runAnnotation: RunAnnotation;
}

/** Annotated copies: files of their own, made of the stored image of a screenshot. */
export interface AnnotationsService {
  /**
   * Stores a copy of a screenshot with marks or cropped. Throws `screenshot_not_found`, `not_ready`,
   * `image_not_stored`, the error of a failed capture, `validation_failed` for a mark outside of the
   * image or a file that is no still image, `image_too_large`, `storage_limit_reached`, and the errors
   * of {@link RunAnnotation}.
   */
  create(input: {
    readonly scope: CaptureScope;
    readonly by: { readonly userId: string | null; readonly apiKeyId: number | null };
    readonly id: string;
    readonly request: AnnotationRequest;
    readonly signal: AbortSignal;
  }): Promise<CopyRow>;
  /** Returns the newest copies of a screenshot. Throws `screenshot_not_found`. */
  list(input: { readonly scope: CaptureScope; readonly id: string }): Promise<readonly CopyRow[]>;
}

const listed = 100;
const suffix = '-annotated';

/** Creates an {@link AnnotationsService}. */
export function createAnnotationsService(deps: AnnotationsDependencies): AnnotationsService {
  const { db, screenshots, credits } = deps;
  return {
    create: async ({ scope, by, id, request, signal }) => {
      const row = await screenshots.getScreenshot({ ...scope, id });
      if (!row.file) await screenshots.readImage(row);
      const original = requireStillImage(row.file);
      requireInside(request, original);
      const { organizationId } = row;
      if (!row.isTest) await credits.requireStorage(db, organizationId);
      const image = await render(deps, { row, request, signal });
      const stored = await storeObject(deps, { row, original, image });
      const copy = await inTransaction(db, async (tx) => {
        if (!row.isTest) await credits.requireStorage(tx, organizationId);
        const inserted = await insertCopy(tx, { ...by, ...stored, organizationId, originalId: id });
        if (!inserted) throw missing();
        return inserted;
      });
      return copy;
    },
    list: async ({ scope, id }) => {
      await screenshots.getScreenshot({ ...scope, id });
      return listCopies(db, { ...scope, originalId: id, limit: listed });
    },
  };
}

interface Original extends StoredImage {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Returns a file that can be annotated. Throws the error of any other one. */
function requireStillImage(file: StoredImage | null): Original {
  if (!file)
    throw new AppError({
      code: 'image_not_stored',
      message: 'This capture was made with store=false, so there is no image to annotate.',
    });
  const { contentType, widthPx, heightPx } = file;
  if (widthPx === null || heightPx === null || !isImageType(contentType)) {
    const [kind = ''] = contentType.split(';');
    throw invalidField('id', `must be the ID of an image, but its file is of the type ${kind}`);
  }
  if (widthPx * heightPx > annotationLimits.imagePx)
    throw new AppError({
      code: 'image_too_large',
      message: `The image has ${widthPx} × ${heightPx} pixels; at most ${annotationLimits.imagePx} pixels can be annotated.`,
    });
  return { ...file, widthPx, heightPx };
}

async function render(
  { screenshots, runAnnotation }: AnnotationsDependencies,
  {
    row,
    request,
    signal,
  }: {
    readonly row: ScreenshotRow;
    readonly request: AnnotationRequest;
    readonly signal: AbortSignal;
  },
): Promise<AnnotatedImage> {
  const { organizationId } = row;
  const load = async () => ({ ...request, bytes: (await screenshots.readImage(row)).bytes });
  const result = await runAnnotation({ organizationId, load, signal });
  if (!('error' in result)) return result;
  if (result.error === 'animated')
    throw invalidField('id', 'must be the ID of a still image, but this one is animated');
  throw conflict('The stored image is smaller than the capture says, so it cannot be annotated.');
}

/** Stores the object of a copy. Its removal is planned first, so that a crash leaves none behind. */
async function storeObject(
  { db, store }: AnnotationsDependencies,
  {
    row: { organizationId },
    original,
    image,
  }: {
    readonly row: ScreenshotRow;
    readonly original: Original;
    readonly image: AnnotatedImage;
  },
) {
  const id = newId();
  const { contentType, widthPx, heightPx } = image;
  const storageKey = `screenshots/${organizationId}/${id}/image-${newToken()}`;
  await planObjects(db, [storageKey]);
  const put = await store.put(storageKey, image.bytes, { contentType });
  const name = copyNameOf(original.name, contentType);
  return { id, file: { id: newId(), storageKey, name, contentType, widthPx, heightPx, ...put } };
}

/** Returns the name of a copy: `page.png` → `page-annotated.png`. */
function copyNameOf(name: string, contentType: string): string {
  const plain = name.replace(/\.\w+$/, '');
  return `${plain.endsWith(suffix) ? plain : plain + suffix}.${extensionOf(contentType)}`;
}

function missing(): AppError {
  return notFound('screenshot_not_found', 'This screenshot does not exist.');
}
