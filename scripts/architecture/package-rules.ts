import { dirname } from 'node:path';

import type { Finding, SourceFile } from './source-file.ts';
import { packageOf } from './source-file.ts';

const MAX_FRAMEWORK_FILES = 4;
const FRAMEWORK = /^(fastify|@fastify\/)/;

/**
 * Packages that any folder of the server may import, because they are vocabulary and not a
 * service's SDK.
 */
const VOCABULARY = new Set([
  'zod',
  'kysely',
  '@shotwright/contract',
  '@shotwright/capture',
  'fastest-levenshtein',
  'undici',
  'sharp',
  'pino',
]);

/**
 * Checks the rules that concern all files of the server together: the framework in few files, each
 * SDK in one folder.
 */
export function checkPackages(files: readonly SourceFile[]): Finding[] {
  const product = files.filter(({ path, isTest }) => path.startsWith('server/src/') && !isTest);
  return [...checkFramework(product), ...checkSdks(product)];
}

function checkFramework(product: readonly SourceFile[]): Finding[] {
  const named = product.filter(({ imports }) => imports.some((one) => FRAMEWORK.test(one)));
  if (named.length <= MAX_FRAMEWORK_FILES) return [];
  const advice = `${named.length} files name the HTTP framework, ${MAX_FRAMEWORK_FILES} may: ${named.map(({ path }) => path).join(', ')}. Speak to it in http/endpoints and http/server/app.ts only.`;
  return [{ rule: 'framework', path: named.at(-1)?.path ?? '', line: 1, advice }];
}

function checkSdks(product: readonly SourceFile[]): Finding[] {
  const foldersBySdk = new Map<string, Map<string, string>>();
  for (const file of product) {
    for (const name of file.imports.map(packageOf)) {
      if (name === undefined || VOCABULARY.has(name) || FRAMEWORK.test(name)) continue;
      const folders = foldersBySdk.get(name) ?? new Map<string, string>();
      folders.set(folderOf(file.path), file.path);
      foldersBySdk.set(name, folders);
    }
  }
  return [...foldersBySdk].flatMap(([name, folders]) => {
    if (folders.size <= 1) return [];
    const advice = `${name} is imported in ${[...folders.keys()].join(' and ')}: keep it in one folder and hand its result over as a plain value.`;
    return [
      { rule: 'one folder per SDK', path: [...folders.values()].at(-1) ?? '', line: 1, advice },
    ];
  });
}

/**
 * Returns `server/src/adapters/mail/…` as itself, elsewhere the first folder below `src`
 * (`server/src/jobs`). A demo part counts as the adapter that it replaces, the embedded PostgreSQL
 * as the database folder: they speak the same protocol with the same package.
 */
function folderOf(path: string): string {
  const parts = dirname(path)
    .replace('/src/demo/', '/src/adapters/')
    .replace('/src/embedded-postgres', '/src/db')
    .split('/');
  return parts.slice(0, parts[2] === 'adapters' || parts[2] === 'features' ? 4 : 3).join('/');
}
