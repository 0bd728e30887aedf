import type { Crop, Mark } from '@shotwright/contract';
import {
  arrowHeadPx,
  arrowShape,
  boxShape,
  markFonts,
  markFontWeight,
  markLineHeight,
  textShape,
} from '@shotwright/contract/paths';
import { escapeHtml } from '../../../lib/escape-html.ts';

/** Marks that are drawn over the image; a blur changes its pixels instead. */
export type DrawnMark = Exclude<Mark, { readonly type: 'blur' }>;

/** True for a mark that is drawn over the image. */
export function isDrawn(mark: Mark): mark is DrawnMark {
  return mark.type !== 'blur';
}

/**
 * Returns the SVG of an area of the image with the marks. One unit is one pixel. Its texts are
 * escaped, and it refers to nothing outside.
 */
export function marksSvg(marks: readonly DrawnMark[], area: Crop): string {
  const { x, y, width, height } = area;
  const shapes = marks.map(shapeOf).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">${shapes}</svg>`;
}

/** Returns the rows that a mark may reach; of a text, an upper bound. */
export function rowsOf(mark: DrawnMark): { readonly top: number; readonly bottom: number } {
  if (mark.type === 'box') return { top: mark.y, bottom: mark.y + mark.height };
  if (mark.type === 'text') {
    const lines = mark.text.split('\n').length;
    // Letters with accents, and scripts with stacked letters, are higher than others.
    return { top: mark.y - mark.size, bottom: mark.y + (lines + 1) * mark.size * markLineHeight };
  }
  const reach = arrowHeadPx(mark.thickness);
  return { top: Math.min(mark.y, mark.to_y) - reach, bottom: Math.max(mark.y, mark.to_y) + reach };
}

function shapeOf(mark: DrawnMark): string {
  if (mark.type === 'box') return boxOf(mark);
  return mark.type === 'arrow' ? arrowOf(mark) : textOf(mark);
}

function boxOf(mark: DrawnMark & { readonly type: 'box' }): string {
  const { x, y, width, height, thickness } = boxShape(mark);
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="${mark.color}" stroke-width="${thickness}" stroke-linejoin="round"/>`;
}

function arrowOf(mark: DrawnMark & { readonly type: 'arrow' }): string {
  const { x, y, color, thickness } = mark;
  const { lineEnd, head } = arrowShape(mark);
  return `<line x1="${x}" y1="${y}" x2="${lineEnd.x}" y2="${lineEnd.y}" stroke="${color}" stroke-width="${thickness}" stroke-linecap="round"/><polygon points="${head}" fill="${color}"/>`;
}

function textOf(mark: DrawnMark & { readonly type: 'text' }): string {
  const { lines, outlinePx, outlineColor } = textShape(mark);
  const spans = lines.map(
    ({ line, baseline }) => `<tspan x="${mark.x}" y="${baseline}">${escapeXml(line)}</tspan>`,
  );
  return `<text xml:space="preserve" font-family="${markFonts}" font-size="${mark.size}" font-weight="${markFontWeight}" fill="${mark.color}" stroke="${outlineColor}" stroke-width="${outlinePx}" stroke-linejoin="round" paint-order="stroke">${spans.join('')}</text>`;
}

/** Escapes text, and replaces what XML cannot contain. Source: XML 1.0 §2.2. */
function escapeXml(text: string): string {
  return escapeHtml(text.toWellFormed().replaceAll(/[\ufffe\uffff]/g, '\ufffd'));
}
