import { area, documentOf, type Expectation, type Probe } from './pattern.ts';

/** Colour of a row; no two rows of a page have the same. */
export function rowColor(row: number): string {
  const parts = [(row * 37) % 256, (row * 91) % 256, (row * 13 + 50) % 256];
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Geometry of the rows of a page. Units: CSS px. */
export interface Rows {
  readonly count: number;
  readonly heightPx: number;
  readonly topPx?: number;
  readonly leftPx?: number;
  readonly widthPx?: number;
}

/** Script that defines the function `rowColor` in the page. */
export const rowColorScript = `const rowColor = (row) =>
  'rgb(' + [(row * 37) % 256, (row * 91) % 256, (row * 13 + 50) % 256].join() + ')';`;

/** Rows, each of its own colour, so that a lost, moved or repeated one is noticed. */
export function rows({ count, heightPx }: Rows, attributes = ''): string {
  return Array.from(
    { length: count },
    (_, row) =>
      `<div ${attributes} style="height:${heightPx}px;background:${rowColor(row)}"></div>`,
  ).join('');
}

/** Probes of rows: the left half of the inside of each. */
export function rowProbes(rowsOf: Rows): Probe[] {
  const { count, heightPx, topPx = 0, leftPx = 0, widthPx = 600 } = rowsOf;
  return Array.from({ length: count }, (_, row) =>
    area(rowColor(row), [leftPx + 10, topPx + row * heightPx + 5, widthPx - 20, heightPx - 10]),
  );
}

/** Expectation of a page that consists of rows. */
export function onlyRows(rowsOf: Rows): Expectation {
  return {
    heightPx: (rowsOf.topPx ?? 0) + rowsOf.count * rowsOf.heightPx,
    probes: rowProbes(rowsOf),
  };
}

/** A document of rows in a container. */
export function rowsIn(style: string, body: (content: string) => string, geometry: Rows): string {
  return documentOf(`<style>${style}</style>`, body(rows(geometry)));
}
