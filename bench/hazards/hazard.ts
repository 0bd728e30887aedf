import type { ErrorCodeName } from '@shotwright/contract';

import type { Rgb } from '../measure/picture.ts';

/** A place in a picture and what must be there. Units: pixels of the picture. */
export interface Probe {
  readonly x: number;
  readonly y: number;
  readonly color: Rgb;
}

/** The picture a hazard must end with. */
export interface ExpectedPicture {
  readonly kind: 'picture';
  readonly type: 'png' | 'jpeg';
  readonly widthPx: number;
  readonly heightPx: number;
  readonly credits: number;
  readonly probes: readonly Probe[];
}

/** How a hazard must end. `refused`: not even accepted; `failed`: accepted, and FAILED with one of the codes. */
export type Expected =
  | ExpectedPicture
  | { readonly kind: 'failed'; readonly codes: readonly ErrorCodeName[] }
  | { readonly kind: 'refused'; readonly status: number; readonly code: ErrorCodeName };

/** What is asked of the API: a page of the site (by name), an address, or pasted HTML; and any options. */
export interface HazardRequest {
  readonly source:
    | { readonly page: string }
    | { readonly url: string }
    | { readonly html: () => string };
  readonly options?: Readonly<Record<string, unknown>>;
}

/** One thing that a careless service would not survive, and how it must end. */
export interface Hazard {
  readonly name: string;
  readonly request: HazardRequest;
  readonly expected: Expected;
  /** From the request to its end. */
  readonly withinMs: number;
  /** Ends this process of the browser while the capture is under way. */
  readonly kills?: 'gpu-process';
}
