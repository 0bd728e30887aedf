/** The page classes of the fixture site. */
export const pageClasses = ['tiny', 'article', 'app', 'paste', 'long'] as const;
/** See {@link pageClasses}. */
export type PageClass = (typeof pageClasses)[number];

/** The viewport of every shot. Units: CSS px, at scale 1. */
export const viewport = { widthPx: 1280, heightPx: 800 } as const;

/** One picture to take, of an address or of pasted HTML. */
export interface ShotJob {
  readonly page: PageClass;
  readonly source: { readonly url: string } | { readonly html: string };
  readonly isFullPage: boolean;
}

/** What came of a shot: latency as its caller saw it, and the picture's figures. */
export interface Shot {
  readonly ms: number;
  readonly bytes: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Something that takes pictures and whose processes can be measured. */
export interface Target {
  readonly name: string;
  /** The processes at the top of its tree. */
  readonly rootPids: readonly number[];
  /** `worker`: which of the parallel askers asks, from 0. Rejects when no picture came. */
  shoot(job: ShotJob, worker: number): Promise<Shot>;
  close(): Promise<void>;
}

/** Width and height from a PNG's header. Throws when the bytes are no PNG. */
export function pngSize(png: Buffer): { widthPx: number; heightPx: number } {
  if (png.length < 24 || png.toString('latin1', 1, 4) !== 'PNG') {
    throw new Error(`no PNG but ${png.length} bytes: ${png.toString('latin1', 0, 80)}`);
  }
  return { widthPx: png.readUInt32BE(16), heightPx: png.readUInt32BE(20) };
}
