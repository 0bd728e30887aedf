import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { mergeRules, parseEasyList, type HostRules } from './easylist.ts';
import type { HostCategory } from './host-category.ts';

const maxFileBytes = 32 * 2 ** 20;

/** Categories by a word in the name of a list; any other list is about ads. */
const namedCategories: readonly (readonly [RegExp, HostCategory])[] = [
  [/privacy|track/i, 'trackers'],
  [/social/i, 'socials'],
  [/chat/i, 'chats'],
];

/** The directory of block lists, or a file in it, cannot be used. The message names it. */
export class BlockListError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BlockListError';
  }
}

/**
 * Reads all lists of a directory: files in EasyList syntax whose names end in `.txt`. Throws a
 * {@link BlockListError} if it has none, or if one of them blocks no host.
 */
export function readBlockLists(directory: string): HostRules {
  const names = listNames(directory).filter((name) => name.endsWith('.txt'));
  if (names.length === 0)
    throw new BlockListError(`The directory "${directory}" has no file that ends in .txt.`);
  return mergeRules(names.toSorted().map((name) => readList(directory, name)));
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    throw new BlockListError(`The directory "${directory}" cannot be read (${codeOf(error)}).`);
  }
}

function readList(directory: string, name: string): HostRules {
  const path = join(directory, name);
  const category = namedCategories.find(([word]) => word.test(name))?.[1] ?? 'ads';
  let rules: HostRules;
  try {
    if (statSync(path).size > maxFileBytes)
      throw new BlockListError(`The block list "${path}" is larger than 32 MiB.`);
    rules = parseEasyList(readFileSync(path, 'utf8'), category);
  } catch (error) {
    if (error instanceof BlockListError) throw error;
    throw new BlockListError(`The block list "${path}" cannot be read (${codeOf(error)}).`);
  }
  if (rules.blocked[category]?.length !== 0) return rules;
  throw new BlockListError(
    `The block list "${path}" blocks no host: it needs lines such as ||ads.example^ (EasyList syntax).`,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
