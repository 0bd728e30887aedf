import type { ErrorCodeName } from '@shotwright/contract';

import type { Rgb } from '../measure/decode-image.ts';

/** A pixel of an image and its expected colour. Units: pixels of the image. */
export interface Probe {
  readonly x: number;
  readonly y: number;
  readonly color: Rgb;
}

/** The image with which a hazard must end. */
export interface ExpectedImage {
  readonly kind: 'image';
  readonly type: 'png' | 'jpeg';
  readonly widthPx: number;
  readonly heightPx: number;
  readonly credits: number;
  readonly probes: readonly Probe[];
}

/**
 * Expected end of a hazard. `rejected`: the request is rejected; `failed`: accepted, and FAILED with
 * one of the codes.
 */
export type Expected =
  | ExpectedImage
  | { readonly kind: 'failed'; readonly codes: readonly ErrorCodeName[] }
  | { readonly kind: 'rejected'; readonly status: number; readonly code: ErrorCodeName };

/** Request to the API: a page of the site (by name), a URL or pasted HTML, with any options. */
export interface HazardRequest {
  readonly source:
    | { readonly page: string }
    | { readonly url: string }
    | { readonly html: () => string };
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A page or request that harms a careless service, and its expected end. */
export interface Hazard {
  readonly name: string;
  readonly request: HazardRequest;
  readonly expected: Expected;
  /** Maximum time from the request to its end. */
  readonly timeoutMs: number;
  /** Kills this process of the browser during the capture. */
  readonly kills?: 'gpu-process';
}
