import { comparisonLimits, type ComparisonRequest } from '@shotwright/contract';
import { AppError, invalidField } from '../../shared/app-error.ts';
import type { ScreenshotsService } from '../screenshots/screenshots.service.ts';
import type {
  ScreenshotRow,
  ScreenshotScope,
  StoredImage,
} from '../screenshots/screenshots.store.ts';
import type { ImageDifference } from './compare-images.ts';
import type { RunComparison } from './run-comparison.ts';

interface ComparisonsDependencies {
  readonly screenshots: Pick<ScreenshotsService, 'getScreenshot' | 'readImage'>;
  readonly runComparison: RunComparison;
}

type Side = 'before' | 'after';

/**
 * Compares the images of two screenshots. Throws `screenshot_not_found`, `not_ready` (409),
 * `image_not_stored` (410), the error of a failed capture, `validation_failed` for a document,
 * `image_too_large`, and the errors of {@link RunComparison}.
 */
export type CompareScreenshots = (
  input: Pick<
    ComparisonRequest,
    'before' | 'after' | 'threshold' | 'include_antialiasing' | 'ignore_regions' | 'max_side'
  > & {
    readonly scope: ScreenshotScope;
    /** True if the image of the difference is needed. */
    readonly needsImage: boolean;
    readonly signal: AbortSignal;
  },
) => Promise<ImageDifference>;

/** Creates a {@link CompareScreenshots}. */
export function createCompareScreenshots({
  screenshots,
  runComparison,
}: ComparisonsDependencies): CompareScreenshots {
  const find = async (scope: ScreenshotScope, side: Side, id: string): Promise<ScreenshotRow> => {
    try {
      return await screenshots.getScreenshot({ ...scope, id });
    } catch (error) {
      if (error instanceof AppError && error.code === 'screenshot_not_found') throw missing(side);
      throw error;
    }
  };
  return async ({ scope, needsImage, signal, ...request }) => {
    const before = await find(scope, 'before', request.before);
    const after = await find(scope, 'after', request.after);
    if (before.file) requireImage('before', before.file);
    if (after.file) requireImage('after', after.file);
    const same = before.file?.sha256 === after.file?.sha256 ? before.file : null;
    if (same && !needsImage) return noDifference(same);
    return runComparison({
      organizationId: scope.organizationId,
      signal,
      load: async () => {
        const [one, other] = [
          await screenshots.readImage(before),
          await screenshots.readImage(after),
        ];
        requireSize(requireImage('before', one.row.file), requireImage('after', other.row.file));
        return {
          before: one.bytes,
          after: other.bytes,
          threshold: request.threshold,
          includesAntialiasing: request.include_antialiasing,
          ignoredRegions: request.ignore_regions,
          needsImage,
          maxSidePx: request.max_side,
        };
      },
    });
  };
}

/** Returns the share of changed pixels, from 0 to 1. */
export function diffRatioOf({
  diffPixels,
  widthPx,
  heightPx,
}: Pick<ImageDifference, 'diffPixels' | 'widthPx' | 'heightPx'>): number {
  return diffPixels / (widthPx * heightPx);
}

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Returns the size of an image. Throws `validation_failed` for a document. */
function requireImage(side: Side, file: StoredImage | null): Size {
  const { contentType = '', widthPx = null, heightPx = null } = file ?? {};
  if (widthPx === null || heightPx === null) {
    const [kind] = contentType.split(';');
    throw invalidField(side, `must be the ID of an image, but its file is of the type ${kind}`);
  }
  return { widthPx, heightPx };
}

function requireSize(one: Size, other: Size): void {
  const widthPx = Math.max(one.widthPx, other.widthPx);
  const heightPx = Math.max(one.heightPx, other.heightPx);
  if (widthPx * heightPx <= comparisonLimits.pixels) return;
  throw new AppError({
    code: 'image_too_large',
    message: `The images together cover ${widthPx} × ${heightPx} pixels; a comparison takes at most ${comparisonLimits.pixels} pixels.`,
  });
}

function missing(side: Side): AppError {
  const message = `The screenshot in ${side} does not exist.`;
  return new AppError({
    code: 'screenshot_not_found',
    message,
    details: { fields: [{ path: side, message: 'does not exist' }] },
  });
}

function noDifference(file: StoredImage): ImageDifference {
  return {
    isIdentical: true,
    diffPixels: 0,
    sizeDiffers: false,
    widthPx: file.widthPx ?? 0,
    heightPx: file.heightPx ?? 0,
    regions: [],
    image: undefined,
  };
}
