/** What somebody else typed, without anything a terminal would obey, on one line. */
export function forTerminal(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}
