/**
 * Returns untrusted text on one line, without control characters that a terminal would interpret.
 */
export function forTerminal(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}
