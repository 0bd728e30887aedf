/**
 * Returns untrusted text on one line, without control characters that a terminal would interpret.
 */
export function forTerminal(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

/** Returns rows as a table with columns of equal width. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map(forTerminal));
  const widths = (clean[0] ?? []).map((_, column) =>
    Math.max(...clean.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return clean.map((row) => line(row).trimEnd()).join('\n');
}
