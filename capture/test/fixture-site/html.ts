/** Returns the HTML of a page for the requested URL. */
export type PageOf = (url: URL) => string;

/** A document with `head` and `body` and nothing else. */
export function documentOf(head: string, body: string): string {
  return `<!doctype html><html><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;
}

/** A colour that no other row of a ruler has; `rgb` parts. */
export function rulerColor(row: number): readonly [number, number, number] {
  return [(row * 37) % 256, (row * 91) % 256, (row * 13 + 50) % 256];
}

/** Rows of 100 px from top to bottom, each of its own colour, so that a lost, shifted or repeated part is seen. */
export function ruler(heightPx: number): string {
  const rows = Array.from({ length: Math.ceil(heightPx / 100) }, (_, row) => {
    const height = Math.min(100, heightPx - row * 100);
    return `<div style="height:${height}px;background:rgb(${rulerColor(row).join()})"></div>`;
  });
  return rows.join('');
}
