import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CaptureSpec, FailureReason } from '../../src/index.ts';

/** Colours of the pages: a right image shows `green` where a wrong one shows `red`. */
export const green = '#2a9d3f';
export const red = '#cc2222';
export const blue = '#2255cc';
export const grey = '#dddddd';
export const white = '#ffffff';

/** Viewport of every pattern. */
export const view = { widthPx: 1280, heightPx: 800 } as const;

/** An area in which every sampled pixel has one colour. Units: CSS px. */
export interface Probe {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly color: string;
}

/** A right image: its size, if it matters, and its colours. */
export interface Expectation {
  readonly widthPx?: number;
  readonly heightPx?: number;
  readonly minHeightPx?: number;
  readonly probes: readonly Probe[];
}

/** Options of the capture, beyond the viewport and the capture mode. */
export interface PatternOptions {
  readonly areAnimationsDisabled?: boolean;
  readonly isJavaScriptDisabled?: boolean;
  readonly delayMs?: number;
  readonly elementSelector?: string;
  readonly injectJs?: string;
  readonly injectCss?: string;
  readonly deviceScaleFactor?: number;
  /** Differences from the viewport of the other patterns. */
  readonly viewport?: Partial<CaptureSpec['viewport']>;
}

/** A request to a pattern's own path, and the means to respond. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly url: URL;
}

/** A response that is sent after a delay, or a handler that writes it. */
export type Route =
  | {
      readonly delayMs?: number;
      readonly status?: number;
      readonly type?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Buffer;
    }
  | ((exchange: Exchange) => void);

/** Messages of a web socket, each sent this long after the connection was opened. */
export interface SocketMessage {
  readonly afterMs: number;
  readonly text: string;
}

/** One page that is hard to capture, with the image that a person would expect. */
export interface Pattern {
  /** Part of the page's path; unique in its group. */
  readonly name: string;
  /** Query and hash of the captured URL. Default: none. */
  readonly query?: string;
  /** HTML of the page. `{{other}}` becomes the URL of the same folder on another origin. */
  readonly page: string;
  /** Responses by path, relative to the page's folder. */
  readonly routes?: Readonly<Record<string, Route>>;
  /** Web sockets by path, relative to the page's folder. */
  readonly sockets?: Readonly<Record<string, readonly SocketMessage[]>>;
  readonly options?: PatternOptions;
  /** Absent if the pattern is not captured in this mode. */
  readonly viewport?: Expectation;
  readonly fullPage?: Expectation;
  /** Reason of the failure that is the right result; then there is no image. */
  readonly failure?: FailureReason;
}

/** Patterns of one kind, served below `/<name>/`. */
export interface PatternGroup {
  readonly name: string;
  readonly patterns: readonly Pattern[];
}

/** A capture mode of a pattern. */
export type PatternMode = 'viewport' | 'fullPage';

/** Modes in which a pattern is captured. */
export function modesOf({ viewport, fullPage, failure }: Pattern): PatternMode[] {
  if (failure !== undefined) return ['viewport'];
  return [
    ...(viewport === undefined ? [] : (['viewport'] as const)),
    ...(fullPage === undefined ? [] : (['fullPage'] as const)),
  ];
}

/** A probe of an area. */
export function area(color: string, [x, y, width, height]: readonly number[]): Probe {
  return { x: x ?? 0, y: y ?? 0, width: width ?? 1, height: height ?? 1, color };
}

/** Text without colour: a page of one colour with text is not taken for a blank one. */
const words =
  '<small style="position:absolute;left:0;top:0;color:transparent">Some words of text on the page</small>';

/** A document whose body has no margin. */
export function documentOf(head: string, body: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><style>body,p{margin:0}</style>${head}</head><body>${words}${body}</body></html>`;
}
