/**
 * Shortens text to at most `max` characters, preserving both ends:
 * `https://example.com/…/page.html`.
 */
export function truncateMiddle(value: string, max: number): string {
  const characters = Array.from(value);
  if (characters.length <= max) return value;
  const tail = Math.floor((max - 1) / 3);
  const head = max - 1 - tail;
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - tail).join('')}`;
}
