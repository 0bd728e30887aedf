import { sql, type RawBuilder } from 'kysely';

/** A stored file of a capture beside its finished one. */
export interface CapturePart {
  readonly id: string;
  readonly kind: 'extract' | 'slice';
  /** Name of an extract; number of a slice and its distance from the top: `01-900`. */
  readonly part: string;
  readonly name: string;
  readonly storageKey: string;
  readonly sizeBytes: number;
  readonly heightPx: number | null;
}

/** Selects the parts of the screenshot `s` as JSON; null if it has none. */
export const selectParts: RawBuilder<unknown> = sql`(
  select jsonb_agg(jsonb_build_object('id', x.id, 'kind', x.kind, 'part', x.part, 'name', x.name,
    'storageKey', x.storage_key, 'sizeBytes', x.size_bytes, 'heightPx', x.height_px) order by x.kind, x.part)
  from files x where x.screenshot_id = s.id and x.kind in ('extract', 'slice'))`;

/** An extract as responses and webhooks have it. */
export interface PresentedExtract {
  readonly url: string;
  readonly bytes: number;
}

/** Returns the extracts among parts by name; undefined if there are none. */
export function presentExtracts(
  parts: readonly CapturePart[] | null | undefined,
  linkFor: (file: { readonly id: string; readonly name: string }) => string,
): Record<string, PresentedExtract> | undefined {
  const extracts = (parts ?? []).filter(({ kind }) => kind === 'extract');
  if (extracts.length === 0) return undefined;
  return Object.fromEntries(
    extracts.map((one) => [one.part, { url: linkFor(one), bytes: one.sizeBytes }]),
  );
}

/** A slice as responses and webhooks have it. */
export interface PresentedSlice {
  readonly index: number;
  readonly y: number;
  readonly height: number;
  readonly url: string;
}

/** Returns the slices of an image, of which the first is the image itself; undefined if it has none. */
export function presentSlices(
  parts: readonly CapturePart[] | null | undefined,
  first: { readonly url: string; readonly heightPx: number | null } | null,
  linkFor: (file: { readonly id: string; readonly name: string }) => string,
): PresentedSlice[] | undefined {
  const others = (parts ?? []).filter(({ kind }) => kind === 'slice');
  if (others.length === 0 || first === null) return undefined;
  return [
    { index: 0, y: 0, height: first.heightPx ?? 0, url: first.url },
    ...others.map((slice) => {
      const [index, y] = slice.part.split('-').map(Number);
      return { index: index ?? 0, y: y ?? 0, height: slice.heightPx ?? 0, url: linkFor(slice) };
    }),
  ];
}

/** Returns the part of a file's name that tells it from the finished file: `links`, `slice-2`. */
export function partLabel({
  kind,
  part,
}: {
  readonly kind: string;
  readonly part: string;
}): string {
  return kind === 'slice' ? `slice-${Number(part.split('-')[0]) + 1}` : part;
}
