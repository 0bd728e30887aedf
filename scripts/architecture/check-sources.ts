import { checkDocstrings } from './docstring-rule.ts';
import { checkFile } from './file-rules.ts';
import { checkPackages } from './package-rules.ts';
import type { Violation, SourceFile } from './source-file.ts';
import { checkVocabulary } from './vocabulary-rule.ts';

/** Returns all violations of the source rules, file by file. */
export function checkSources(files: readonly SourceFile[]): Violation[] {
  return [
    ...files.flatMap((file) => [...checkFile(file), ...checkDocstrings(file)]),
    ...checkPackages(files),
    ...checkVocabulary(files),
  ];
}
