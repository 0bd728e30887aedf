/** Side of a cell in CSS pixels. */
export const cellPx = 100;

/** Number of cells of a grid. */
export interface GridSize {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Returns the colour of a cell (red, green and blue). Adjacent cells differ, and rows and columns
 * repeat only after a long distance.
 */
export function cellColor(column: number, row: number): readonly [number, number, number] {
  return [
    (row * 37 + column * 90) % 256,
    (row * 91 + column * 11) % 256,
    (row + column * 53) % 256,
  ];
}

/** Returns the same colour in CSS notation. */
export function cellCss(column: number, row: number): string {
  return `rgb(${cellColor(column, row).join(',')})`;
}

/**
 * Returns a page of coloured cells, on which a blank, repeated or shifted part of an image shows by
 * its colours.
 */
export function gridHtml({ columns, rows }: GridSize): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = Array.from(
      { length: columns },
      (__, column) => `<i style="background:${cellCss(column, row)}"></i>`,
    );
    return `<div>${cells.join('')}</div>`;
  });
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>body{margin:0}div{display:flex;width:${columns * cellPx}px}i{width:${cellPx}px;height:${cellPx}px}</style>${lines.join('')}`;
}
