import {
  comparisonEndpoints,
  comparisonLimits,
  type Comparison,
  type ComparisonRequest,
} from '@shotwright/contract';
import { route, scopeOf, type Route } from '../../http/route.ts';
import { invalidField } from '../../shared/app-error.ts';
import { responseTypeOf } from '../../shared/response-type.ts';
import type { DifferenceImage, ImageDifference } from './compare-images.ts';
import { diffRatioOf, type CompareScreenshots } from './comparisons.service.ts';

/** Routes for comparing screenshots. */
export function comparisonsRoutes(compareScreenshots: CompareScreenshots): Route[] {
  return [
    route(comparisonEndpoints.compareScreenshots, async ({ caller, body, header, signal }) => {
      requireOneLimit(body);
      const type = responseTypeOf(body.response_type, header('accept'));
      const difference = await compareScreenshots({
        ...body,
        scope: scopeOf(caller),
        needsImage: type !== 'json',
        signal,
      });
      const data = presentComparison(body, difference);
      const { image } = difference;
      if (!image) return { data };
      if (type === 'image') return presentImage(image, data);
      const { bytes, contentType, topPx: y } = image;
      const base64 = Buffer.from(bytes).toString('base64');
      return { data: { ...data, image: { contentType, base64, y } } };
    }),
  ];
}

function requireOneLimit({ max_diff_ratio: ratio, max_diff_pixels: pixels }: ComparisonRequest) {
  if (ratio === undefined || pixels === undefined) return;
  const message = 'cannot be combined with max_diff_ratio; give one of them';
  throw invalidField('max_diff_pixels', message, 'unsupported_option_combination');
}

function presentComparison(request: ComparisonRequest, difference: ImageDifference): Comparison {
  const { diffPixels, widthPx, heightPx, regions } = difference;
  const { max_diff_ratio: maxRatio, max_diff_pixels: maxPixels = 0 } = request;
  const diffRatio = diffRatioOf(difference);
  const largest = new Set(
    regions.toSorted((one, other) => other.pixels - one.pixels).slice(0, comparisonLimits.regions),
  );
  return {
    before: request.before,
    after: request.after,
    identical: difference.isIdentical,
    diffPixels,
    diffRatio,
    sizeDiffers: difference.sizeDiffers,
    width: widthPx,
    height: heightPx,
    regions: regions.filter((region) => largest.has(region)),
    regionCount: regions.length,
    passed: maxRatio === undefined ? diffPixels <= maxPixels : diffRatio <= maxRatio,
  };
}

function presentImage({ bytes, contentType, topPx }: DifferenceImage, data: Comparison) {
  return {
    binary: { body: Buffer.from(bytes), contentType },
    headers: {
      'cache-control': 'no-store',
      'x-diff-pixels': String(data.diffPixels),
      'x-diff-ratio': String(data.diffRatio),
      'x-diff-passed': String(data.passed),
      'x-diff-image-y': String(topPx),
    },
  };
}
