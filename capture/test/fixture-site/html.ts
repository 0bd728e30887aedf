/** Returns the HTML of a page for the requested URL. */
export type PageOf = (url: URL) => string;

/** Returns a document with exactly `head` and `body`. */
export function documentOf(head: string, body: string): string {
  return `<!doctype html><html><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;
}

/** Returns a colour that no other row of a ruler has, as `rgb` parts. */
export function rulerColor(row: number): readonly [number, number, number] {
  return [(row * 37) % 256, (row * 91) % 256, (row * 13 + 50) % 256];
}

/**
 * Returns rows of 100 px, each with a unique colour, so that a missing, shifted or repeated part is
 * detected.
 */
export function ruler(heightPx: number): string {
  const rows = Array.from({ length: Math.ceil(heightPx / 100) }, (_, row) => {
    const height = Math.min(100, heightPx - row * 100);
    return `<div style="height:${height}px;background:rgb(${rulerColor(row).join()})"></div>`;
  });
  return rows.join('');
}
