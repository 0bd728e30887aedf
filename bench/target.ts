/** Page classes of the fixture site. */
export const pageClasses = ['tiny', 'article', 'app', 'paste', 'long', 'web'] as const;
/** One of the {@link pageClasses}. */
export type PageClass = (typeof pageClasses)[number];

/** Viewport of every capture. Units: CSS px, at scale 1. */
export const viewport = { widthPx: 1280, heightPx: 800 } as const;

/** One screenshot to take, of a URL or of pasted HTML. */
export interface CaptureJob {
  readonly page: PageClass | 'ads';
  readonly source: { readonly url: string } | { readonly html: string };
  readonly isFullPage: boolean;
  /** Other options of our API. */
  readonly options?: Readonly<Record<string, boolean>>;
}

/** Result of a capture: latency as seen by its client, and the image's figures. */
export interface CaptureResult {
  readonly ms: number;
  readonly bytes: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A system that takes screenshots and whose processes can be measured. */
export interface Target {
  readonly name: string;
  /** Root processes of its tree. */
  readonly rootPids: readonly number[];
  /** `worker`: index of the parallel client, from 0. Rejects if no image is returned. */
  capture(job: CaptureJob, worker: number): Promise<CaptureResult>;
  close(): Promise<void>;
}

/** Returns width and height from a PNG's header. Throws if the bytes are not a PNG. */
export function pngSize(png: Buffer): { widthPx: number; heightPx: number } {
  if (png.length < 24 || png.toString('latin1', 1, 4) !== 'PNG') {
    throw new Error(`no PNG but ${png.length} bytes: ${png.toString('latin1', 0, 80)}`);
  }
  return { widthPx: png.readUInt32BE(16), heightPx: png.readUInt32BE(20) };
}
