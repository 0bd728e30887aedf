import type { SavedOptions } from '@shotwright/contract';

/** Returns the given options as text; absent ones are not stored. */
export function storedOptions(options: SavedOptions): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
