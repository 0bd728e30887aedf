import { sql, type RawBuilder } from 'kysely';

/** A stored file of a capture beside its finished one. */
export interface CapturePart {
  readonly id: string;
  readonly kind: 'extract' | 'slice';
  /** Name of an extract. */
  readonly part: string;
  readonly name: string;
  readonly storageKey: string;
  readonly sizeBytes: number;
}

/** Selects the parts of the screenshot `s` as JSON; null if it has none. */
export const selectParts: RawBuilder<unknown> = sql`(
  select jsonb_agg(jsonb_build_object('id', x.id, 'kind', x.kind, 'part', x.part, 'name', x.name,
    'storageKey', x.storage_key, 'sizeBytes', x.size_bytes) order by x.kind, x.part)
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
