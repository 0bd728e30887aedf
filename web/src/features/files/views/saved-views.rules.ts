/** Filters, order and layout of the file list under a name. */
export interface SavedView {
  readonly name: string;
  /** Filters and order as search parameters. */
  readonly search: string;
  readonly layout: 'list' | 'grid';
}

/** Maximum number of views of a user, and characters of a name. */
export const viewLimits = { views: 20, nameLength: 40 } as const;

/** Parses stored views; entries that are none are left out. */
export function readViews(text: string | null): readonly SavedView[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isView).slice(0, viewLimits.views) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null) return false;
  const { name, search, layout }: Partial<Record<keyof SavedView, unknown>> = value;
  return (
    typeof name === 'string' &&
    typeof search === 'string' &&
    (layout === 'list' || layout === 'grid')
  );
}

/** Returns the views with another one, which replaces one of the same name. */
export function withView(views: readonly SavedView[], added: SavedView): readonly SavedView[] {
  const others = views.filter(({ name }) => name !== added.name);
  return [...others, added].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** True if the view can be added: there is room, or it replaces another one. */
export function hasRoom(views: readonly SavedView[], addedName: string): boolean {
  return views.length < viewLimits.views || views.some(({ name }) => name === addedName);
}
