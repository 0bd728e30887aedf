import { matchScore } from './match.rules.ts';

/** What an entry of the palette is, for its sign and its word. */
export type EntryKind =
  | 'action'
  | 'page'
  | 'project'
  | 'apiKey'
  | 'webhook'
  | 'setting'
  | 'ticket'
  | 'file';

/** One line of the palette. `id` stays the same over visits. */
export interface PaletteEntry {
  readonly id: string;
  readonly kind: EntryKind;
  readonly label: string;
  /** Stands behind the label, and is searched too. */
  readonly detail?: string | undefined;
  readonly run: () => void;
}

/** How many lines are shown at most, and how many recent choices are remembered. */
export const paletteLimits = { shown: 30, recent: 8 } as const;

/** Worth less than a better kind of match, more than a shorter text. */
const recentBonus = 0.5;

/**
 * The entries to show for what was typed, best first, those chosen before ahead of their equals. Without a query: recent
 * choices, then what can be done and where one can go.
 */
export function rankEntries(
  entries: readonly PaletteEntry[],
  query: string,
  recent: readonly string[],
): PaletteEntry[] {
  const chosen = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  if (query.trim() === '') {
    const others = entries.filter(
      (entry) => ['action', 'page'].includes(entry.kind) && !recent.includes(entry.id),
    );
    return [...chosen, ...others].slice(0, paletteLimits.shown);
  }
  return entries
    .flatMap((entry) => {
      const score = entryScore(query, entry);
      return score === undefined
        ? []
        : [{ entry, score: score + (recent.includes(entry.id) ? recentBonus : 0) }];
    })
    .toSorted((one, other) => other.score - one.score)
    .slice(0, paletteLimits.shown)
    .map(({ entry }) => entry);
}

/** The list of recent choices after `id` was chosen. */
export function withRecent(recent: readonly string[], id: string): string[] {
  return [id, ...recent.filter((one) => one !== id)].slice(0, paletteLimits.recent);
}

/** Reads the list as it was stored; whatever else is found there counts as nothing. */
export function readRecent(stored: string | null): string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    if (!Array.isArray(list)) return [];
    return list
      .filter((one): one is string => typeof one === 'string')
      .slice(0, paletteLimits.recent);
  } catch {
    return [];
  }
}

function entryScore(query: string, { label, detail }: PaletteEntry): number | undefined {
  const byLabel = matchScore(query, label);
  if (byLabel !== undefined || detail === undefined) return byLabel;
  const byBoth = matchScore(query, `${label} ${detail}`);
  return byBoth === undefined ? undefined : byBoth - 1;
}
