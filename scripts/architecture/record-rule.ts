import { basename } from 'node:path';

import type { Violation } from './source-file.ts';

/** A decision record of docs/decisions. */
export interface DecisionRecord {
  readonly path: string;
  readonly text: string;
}

const sections = ['## Context', '## Decision', '## Consequences'];

/** Requires the title `# NNNN Topic: decision` with the file's number, and the three sections. */
export function checkRecord({ path, text }: DecisionRecord): Violation[] {
  const lines = text.split('\n');
  const number = basename(path).slice(0, 4);
  const title = /^# (\d{4}) [A-Z0-9][^:]*: \S/.exec(lines[0] ?? '');
  const missing = sections.filter((section) => !lines.includes(section));
  const violations: Violation[] = [];
  if (title?.[1] !== number) {
    const advice = `Write the title as “# ${number} Topic: decision”.`;
    violations.push({ rule: 'record title', path, line: 1, advice });
  }
  if (missing.length > 0) {
    const advice = `Add the sections ${missing.join(', ')}.`;
    violations.push({ rule: 'record sections', path, line: 1, advice });
  }
  return violations;
}
