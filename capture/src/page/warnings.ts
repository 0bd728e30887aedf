import type { CaptureWarning } from '../capture-result.ts';

/** Options that a report can name. */
const maxWarnings = 20;

/** Collects what options could not do. */
export interface Warnings {
  readonly list: readonly CaptureWarning[];
  /** Adds a user-facing sentence about an option, named as on the wire. */
  add(option: string, message: string): void;
}

/** Creates an empty collection. */
export function createWarnings(): Warnings {
  const list: CaptureWarning[] = [];
  return {
    list,
    add(option, message) {
      list.push({ option, message });
    },
  };
}

/** Returns one warning for each option, with all its sentences; at most 20. */
export function warningPerOption(warnings: readonly CaptureWarning[]): CaptureWarning[] {
  const sentences = new Map<string, Set<string>>();
  for (const { option, message } of warnings) {
    sentences.set(option, (sentences.get(option) ?? new Set()).add(message));
  }
  return [...sentences]
    .slice(0, maxWarnings)
    .map(([option, messages]) => ({ option, message: [...messages].join(' ') }));
}
