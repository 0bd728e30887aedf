import type { Violation } from './source-file.ts';

interface LockEntry {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * Returns the optional packages that a `package-lock.json` omits, because `npm ci` fails without
 * them on every platform, and the packages that name a registry.
 */
export function checkLockFile({ path, text }: { path: string; text: string }): Violation[] {
  const { packages }: { packages: Record<string, LockEntry> } = JSON.parse(text);
  return Object.entries(packages).flatMap(([from, entry]) => [
    ...Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isFound(packages, from, name))
      .map((name) => violation(path, `${from} needs ${name}`)),
    ...(/^https?:/.test(entry.resolved ?? '') ? [violation(path, `${from} names a registry`)] : []),
  ]);
}

/** True if `node_modules` of the package or of a folder above it has the package. */
function isFound(packages: Record<string, LockEntry>, from: string, name: string): boolean {
  const parents = from.split('/');
  return Array.from({ length: parents.length + 1 }, (_, depth) =>
    [...parents.slice(0, depth), 'node_modules', name].filter(Boolean).join('/'),
  ).some((place) => place in packages);
}

function violation(path: string, found: string): Violation {
  const advice = `${found}: run \`npm install --package-lock-only\` with a current npm, without node_modules.`;
  return { path, line: 1, rule: 'lock file', advice };
}
