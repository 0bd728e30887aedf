import { checkDocstrings } from './docstring-rule.ts';
import { checkFile } from './file-rules.ts';
import { checkLayout } from './layout-rules.ts';
import { checkNames } from './name-rule.ts';
import { checkPackages } from './package-rules.ts';
import type { SourceFile, Violation } from './source-file.ts';
import { checkVocabulary } from './vocabulary-rule.ts';

/**
 * Workspaces whose sources do not yet follow the rules of names and layout. Remove a workspace once
 * it is converted; the list must end empty.
 */
export const pendingWorkspaces: readonly string[] = ['contract', 'capture', 'server', 'web'];

/**
 * Returns all violations of the source rules, file by file. The rules of names and layout do not
 * apply to `pending` workspaces.
 */
export function checkSources(
  files: readonly SourceFile[],
  pending: readonly string[] = pendingWorkspaces,
): Violation[] {
  const converted = files.filter(({ path }) => !pending.includes(path.split('/')[0] ?? ''));
  return [
    ...files.flatMap((file) => [...checkFile(file), ...checkDocstrings(file)]),
    ...checkPackages(files),
    ...checkVocabulary(files),
    ...converted.flatMap(checkNames),
    ...checkLayout(converted),
  ];
}
