let preferred: string | undefined;

/** Returns the time zone that the user has chosen; undefined for the one of the browser. */
export function preferredTimeZone(): string | undefined {
  return preferred;
}

/** Sets the time zone of all formatted times. One that this browser does not know is ignored. */
export function setPreferredTimeZone(name: string | undefined): void {
  preferred = name !== undefined && isKnown(name) ? name : undefined;
}

function isKnown(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Returns all time zones that the browser knows, with the given ones before them. */
export function timeZones(...first: readonly string[]): string[] {
  return [...new Set([...first.filter(Boolean), 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}
