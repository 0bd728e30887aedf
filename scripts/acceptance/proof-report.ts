import type { AcceptanceItem, AcceptanceSection } from './acceptance-list.ts';

/** Lines to print about the list, and the result. */
export interface ProofReport {
  readonly lines: readonly string[];
  /** True if a chosen section has an item of the specification that no test title names. */
  readonly hasMissing: boolean;
}

interface ProofInput {
  readonly sections: readonly AcceptanceSection[];
  readonly provedIds: ReadonlySet<string>;
  /** Section numbers; `3` also chooses `3.1`. Undefined chooses all. */
  readonly chosen?: readonly string[] | undefined;
  /** True to also list missing items that exceed the specification (they never fail the report). */
  readonly withPlus: boolean;
}

/**
 * Reports per chosen section how many items are proved, which are missing, and which titles name
 * unknown ids.
 */
export function reportProofs({ sections, provedIds, chosen, withPlus }: ProofInput): ProofReport {
  const isChosen = (number: string) =>
    chosen === undefined || chosen.some((one) => number === one || number.startsWith(`${one}.`));
  const isProved = (item: AcceptanceItem) => provedIds.has(item.id);
  const lines: string[] = [];
  let missingCount = 0;
  for (const section of sections.filter(({ number }) => isChosen(number))) {
    const plain = section.items.filter((item) => !item.isBeyond);
    const beyond = section.items.filter((item) => item.isBeyond);
    lines.push(
      `${section.number} ${section.title}: ${countOf(plain, isProved)}, beyond ${countOf(beyond, isProved)}`,
    );
    const missing = plain.filter((item) => !isProved(item));
    missingCount += missing.length;
    if (missing.length > 0) lines.push(`  missing: ${missing.map(({ id }) => id).join(' ')}`);
    const missingBeyond = beyond.filter((item) => !isProved(item));
    if (withPlus && missingBeyond.length > 0) {
      const named = missingBeyond.map(({ id, priority }) => (priority ? `${id}(${priority})` : id));
      lines.push(`  missing beyond: ${named.join(' ')}`);
    }
  }
  if (chosen !== undefined && lines.length === 0) {
    return { lines: [`No section ${chosen.join(', ')} in the list.`], hasMissing: true };
  }
  const known = new Set(sections.flatMap(({ items }) => items.map(({ id }) => id)));
  const unknown = [...provedIds].filter((id) => !known.has(id) && !id.startsWith('RL-')).sort();
  if (unknown.length > 0)
    lines.push(`Titles name ids the list does not have: ${unknown.join(' ')}`);
  lines.push(missingCount === 0 ? 'Nothing is missing.' : `${missingCount} missing.`);
  return { lines, hasMissing: missingCount > 0 };
}

function countOf(
  items: readonly AcceptanceItem[],
  isProved: (item: AcceptanceItem) => boolean,
): string {
  return `${items.filter(isProved).length}/${items.length}`;
}
