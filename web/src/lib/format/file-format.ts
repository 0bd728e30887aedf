/** Returns the format of a file for readers, by the ending of its URL: `PDF`. */
export function formatOf(url: string | null): string {
  return /\.(\w+)$/.exec(url ?? '')?.[1]?.toUpperCase() ?? '-';
}
