import type { Baseline, BaselineCheck, Comparison } from './printed/responses.ts';
import type { ApiRequest, CallOptions } from './transport/settings.ts';

/** Rectangle of an image; unit: pixels. */
interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Two screenshots and the rules of their comparison, under their names in the API. */
export interface ComparisonOptions {
  /** ID of the earlier screenshot. */
  readonly before: string;
  /** ID of the later screenshot. */
  readonly after: string;
  /** Difference of colour from which a pixel counts as changed, 0 to 1. Default: 0.1. */
  readonly threshold?: number | undefined;
  /** True: pixels that differ by the smoothing of edges count as changed, too. */
  readonly include_antialiasing?: boolean | undefined;
  /** Regions that are not compared, at most 50; unit: pixels. */
  readonly ignore_regions?: readonly Region[] | undefined;
  /** Greatest `diffRatio` that passes, 0 to 1. Default: no changed pixel passes. */
  readonly max_diff_ratio?: number | undefined;
  /** Greatest `diffPixels` that passes; instead of `max_diff_ratio`. */
  readonly max_diff_pixels?: number | undefined;
  /** `base64`: the result has the image of the difference. */
  readonly response_type?: 'json' | 'base64' | undefined;
  /** Reduces that image to this longest side, from the first change on. */
  readonly max_side?: number | undefined;
}

/** A screenshot and the tolerance of its baseline, under their names in the API. */
export interface BaselineApproval {
  /** ID of the finished capture of a URL. */
  readonly screenshot_id: string;
  /** Greatest `diffRatio` that passes, 0 to 1. Default: as for the baseline before; 0 for the first. */
  readonly max_diff_ratio?: number | undefined;
  /**
   * Difference of colour from which a pixel counts as changed, 0 to 1. Default: as for the baseline
   * before; 0.1 for the first.
   */
  readonly threshold?: number | undefined;
  /**
   * Regions that are not compared, at most 50; unit: pixels. Default: as for the baseline before.
   */
  readonly ignore_regions?: readonly Region[] | undefined;
}

/** Part of the list of baselines. */
export interface BaselineFilter {
  /** From 1. */
  readonly page?: number | undefined;
  /** Baselines of a page, at most 100. */
  readonly limit?: number | undefined;
}

/** One page of baselines, last approved first. */
export interface BaselinePage {
  readonly baselines: readonly Baseline[];
  readonly meta: { readonly page: number; readonly limit: number; readonly total: number };
}

/** Calls about comparisons and baselines. */
export interface ComparisonCalls {
  /** Compares two screenshots, free of charge. */
  compare(options: ComparisonOptions, call?: CallOptions): Promise<Comparison>;
  /** Makes a screenshot the baseline of its URL and options, in place of the one before. */
  approveBaseline(options: BaselineApproval, call?: CallOptions): Promise<Baseline>;
  /** Compares a screenshot with the baseline of its URL and options, free of charge. */
  checkBaseline(screenshotId: string, call?: CallOptions): Promise<BaselineCheck>;
  /** One page of baselines, last approved first. */
  listBaselines(filter?: BaselineFilter, call?: CallOptions): Promise<BaselinePage>;
  /** Removes a baseline; its screenshot stays. */
  removeBaseline(id: string, call?: CallOptions): Promise<void>;
}

/**
 * Returns the calls about comparisons and baselines; `readAs` sends a request and returns the data of
 * its response.
 */
export function comparisonCalls(
  readAs: <T>(request: ApiRequest, call?: CallOptions) => Promise<T>,
): ComparisonCalls {
  return {
    compare: (body, call) =>
      readAs({ method: 'POST', path: '/comparisons', body, isRepeatable: true }, call),
    approveBaseline: (body, call) =>
      readAs({ method: 'POST', path: '/baselines', body, isRepeatable: true }, call),
    checkBaseline: (id, call) => {
      const body = { screenshot_id: id };
      return readAs({ method: 'POST', path: '/baseline-checks', body, isRepeatable: true }, call);
    },
    listBaselines: (filter = {}, call) =>
      readAs({ method: 'GET', path: '/baselines', query: { ...filter } }, call),
    removeBaseline: async (id, call) => {
      await readAs({ method: 'DELETE', path: `/baselines/${encodeURIComponent(id)}` }, call);
    },
  };
}
