/**
 * Geometry of marks, in pixels of the image. The editor of the dashboard and the server draw from it, so
 * that a copy looks as the editor showed it.
 */

/** Length and half the width of the head of an arrow, by its thickness. */
const head = { length: 4, width: 2 } as const;
/** Least thickness that the head of an arrow is made for. */
const thinnestHead = 3;

/** Fonts of texts: the first one of the machine that has the letter. */
export const markFonts = 'Inter, Noto Sans, DejaVu Sans, Liberation Sans, Arial, sans-serif';
/** Weight of letters. */
export const markFontWeight = 600;
/** Distance of two lines, by the height of the letters. */
export const markLineHeight = 1.25;
/** Distance of the first baseline from the top, by the height of the letters. */
const ascent = 0.95;
/** Thickness of the outline of letters, by their height. */
const outline = 0.16;
/** Brightness from which letters have a dark outline. */
const lightness = 186;

/** Points and thickness of an arrow. */
export interface ArrowPoints {
  readonly x: number;
  readonly y: number;
  readonly to_x: number;
  readonly to_y: number;
  readonly thickness: number;
}

/** Line and head of an arrow. */
export interface ArrowShape {
  /** End of the line, which is inside of the head so that no gap shows. */
  readonly lineEnd: { readonly x: number; readonly y: number };
  /** Corners of the head as SVG writes them. */
  readonly head: string;
}

/** Returns the length of the head of a long arrow. */
export function arrowHeadPx(thickness: number): number {
  return Math.max(thickness, thinnestHead) * head.length;
}

/** Returns the shape of an arrow; a short one is all head. */
export function arrowShape({ x, y, to_x: toX, to_y: toY, thickness }: ArrowPoints): ArrowShape {
  const length = Math.hypot(toX - x, toY - y);
  const [dx, dy] = length === 0 ? [0, 0] : [(toX - x) / length, (toY - y) / length];
  const headPx = Math.min(arrowHeadPx(thickness), length);
  const halfWidth = (headPx * head.width) / head.length;
  const base = { x: toX - dx * headPx, y: toY - dy * headPx };
  const corners = [
    [toX, toY],
    [base.x - dy * halfWidth, base.y + dx * halfWidth],
    [base.x + dy * halfWidth, base.y - dx * halfWidth],
  ];
  return {
    lineEnd: { x: rounded(toX - (dx * headPx) / 2), y: rounded(toY - (dy * headPx) / 2) },
    head: corners.map((corner) => corner.map(rounded).join(',')).join(' '),
  };
}

/** Region and thickness of a box. */
export interface BoxRegion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly thickness: number;
}

/** Returns the rectangle on which the line of a box is drawn: the line is inside of the region. */
export function boxShape({ x, y, width, height, thickness }: BoxRegion): BoxRegion {
  const line = Math.min(thickness, width, height);
  const inset = line / 2;
  return {
    x: x + inset,
    y: y + inset,
    width: width - line,
    height: height - line,
    thickness: line,
  };
}

/** Returns the lines of a text with the heights of their baselines, and the look of their outline. */
export function textShape({
  y,
  text,
  size,
  color,
}: {
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly color: string;
}) {
  return {
    lines: text.split('\n').map((line, at) => ({
      line,
      baseline: rounded(y + size * (ascent + at * markLineHeight)),
    })),
    outlinePx: rounded(size * outline),
    outlineColor: isLight(color) ? '#16181d' : '#ffffff',
  };
}

function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(color.slice(at, at + 2), 16),
  );
  return 0.299 * red + 0.587 * green + 0.114 * blue > lightness;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
