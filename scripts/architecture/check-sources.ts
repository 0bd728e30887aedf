import { checkDocstrings } from './docstring-rule.ts';
import { checkFile } from './file-rules.ts';
import { checkLayout } from './layout-rules.ts';
import { checkNames } from './name-rule.ts';
import { checkPackages } from './package-rules.ts';
import type { SourceFile, Violation } from './source-file.ts';
import { checkVocabulary } from './vocabulary-rule.ts';

/** Returns all violations of the source rules, file by file. JavaScript is checked for its vocabulary only. */
export function checkSources(files: readonly SourceFile[]): Violation[] {
  const modules = files.filter(({ path }) => !path.endsWith('.mjs'));
  return [
    ...modules.flatMap((file) => [
      ...checkFile(file),
      ...checkDocstrings(file),
      ...checkNames(file),
    ]),
    ...checkPackages(modules),
    ...checkVocabulary(files),
    ...checkLayout(modules),
  ];
}
