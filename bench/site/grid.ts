/** Side of a cell in CSS pixels. */
export const cellPx = 100;

/** How many cells a grid has. */
export interface GridSize {
  readonly columns: number;
  readonly rows: number;
}

/** The colour of a cell: its neighbours' differ, and no row or column soon repeats. Red, green and blue. */
export function cellColor(column: number, row: number): readonly [number, number, number] {
  return [
    (row * 37 + column * 90) % 256,
    (row * 91 + column * 11) % 256,
    (row + column * 53) % 256,
  ];
}

/** The same as CSS writes it. */
export function cellCss(column: number, row: number): string {
  return `rgb(${cellColor(column, row).join(',')})`;
}

/** A page of coloured cells: a part of a picture that is blank, repeated or shifted is seen by its colours. */
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
