import { matchScore } from './match.rules.ts';

/** Kind of a palette entry, which determines its icon and label. */
export type EntryKind =
  | 'action'
  | 'page'
  | 'project'
  | 'apiKey'
  | 'webhook'
  | 'setting'
  | 'ticket'
  | 'file';

/** Entry of the palette. `id` is stable across visits. */
export interface PaletteEntry {
  readonly id: string;
  readonly kind: EntryKind;
  readonly label: string;
  /** Shown after the label and also searched. */
  readonly detail?: string | undefined;
  readonly run: () => void;
}

/** Maximum number of shown entries and of remembered choices. */
export const paletteLimits = { shown: 30, recent: 8 } as const;

/** Less than the difference between kinds of match, more than the bonus for a shorter text. */
const recentBonus = 0.5;

/**
 * Returns the entries for a query, best first; recent choices precede equal matches. Without a
 * query: recent choices, then actions and pages.
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

/** Returns the list of recent choices after `id` was chosen. */
export function withRecent(recent: readonly string[], id: string): string[] {
  return [id, ...recent.filter((one) => one !== id)].slice(0, paletteLimits.recent);
}

/** Parses the stored list; invalid data counts as empty. */
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
