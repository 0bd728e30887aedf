import type { CaptureOptionRow, CaptureOptionTable } from './row.ts';
import { captureOptions } from './table.ts';

/** A request under the canonical names, and the pairs of names of which only one may be given. */
export interface CanonicalRequest {
  readonly options: Readonly<Record<string, unknown>>;
  readonly conflicts: readonly { readonly alias: string; readonly name: string }[];
}

/**
 * Replaces the aliases of option names and of values. An alias beside its own canonical name, or
 * beside another alias of it, is a conflict and is left out.
 */
export function withCanonicalNames(
  request: Readonly<Record<string, unknown>>,
  table: CaptureOptionTable = captureOptions,
): CanonicalRequest {
  const canonical = table === captureOptions ? canonicalNames : canonicalNamesOf(table);
  const options = new Map<string, unknown>();
  const conflicts: { alias: string; name: string }[] = [];
  for (const [given, value] of Object.entries(request)) {
    const name = canonical.get(given) ?? given;
    const isRepeated = name !== given && (Object.hasOwn(request, name) || options.has(name));
    if (isRepeated) conflicts.push({ alias: given, name });
    else options.set(name, canonicalValue(table[name]?.valueAliases, value));
  }
  return { options: Object.fromEntries(options), conflicts };
}

function canonicalNamesOf(table: CaptureOptionTable): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([name, { aliases = [] }]) =>
      aliases.map((alias) => [alias, name] as const),
    ),
  );
}

const canonicalNames = canonicalNamesOf(captureOptions);

function canonicalValue(aliases: CaptureOptionRow['valueAliases'], value: unknown): unknown {
  if (aliases === undefined || typeof value !== 'string') return value;
  return new Map(Object.entries(aliases)).get(value.toLowerCase()) ?? value;
}
