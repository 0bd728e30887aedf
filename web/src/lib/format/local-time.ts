/** Returns an instant as the browser's field for a local time writes it. */
export function localTimeOf(instant: string): string {
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
