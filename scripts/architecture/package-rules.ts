import { dirname } from 'node:path';

import type { Violation, SourceFile } from './source-file.ts';
import { packageOf } from './source-file.ts';

const maxFrameworkFiles = 6;
const frameworkPattern = /^(fastify|@fastify\/)/;

/**
 * Packages that any folder of the server may import, because they are not the SDK of a
 * service.
 */
const commonPackages = new Set([
  'zod',
  'kysely',
  '@shotwright/contract',
  '@shotwright/capture',
  'fastest-levenshtein',
  'marked',
  'undici',
  'sharp',
  'pino',
]);

/**
 * Checks the rules that concern all files of the server together: the framework in few files, each
 * SDK in one folder.
 */
export function checkPackages(files: readonly SourceFile[]): Violation[] {
  const product = files.filter(({ path, isTest }) => path.startsWith('server/src/') && !isTest);
  return [...checkFramework(product), ...checkSdks(product)];
}

function checkFramework(product: readonly SourceFile[]): Violation[] {
  const named = product.filter(({ imports }) => imports.some((one) => frameworkPattern.test(one)));
  if (named.length <= maxFrameworkFiles) return [];
  const advice = `${named.length} files name the HTTP framework, ${maxFrameworkFiles} may: ${named.map(({ path }) => path).join(', ')}. Use it in http/endpoints and http/server/app.ts only.`;
  return [{ rule: 'framework', path: named.at(-1)?.path ?? '', line: 1, advice }];
}

function checkSdks(product: readonly SourceFile[]): Violation[] {
  const foldersBySdk = new Map<string, Map<string, string>>();
  for (const file of product) {
    for (const name of file.imports.map(packageOf)) {
      if (name === undefined || commonPackages.has(name) || frameworkPattern.test(name)) continue;
      const folders = foldersBySdk.get(name) ?? new Map<string, string>();
      folders.set(folderOf(file.path), file.path);
      foldersBySdk.set(name, folders);
    }
  }
  return [...foldersBySdk].flatMap(([name, folders]) => {
    if (folders.size <= 1) return [];
    const advice = `${name} is imported in ${[...folders.keys()].join(' and ')}: use it in one folder and pass its result on as a plain value.`;
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
