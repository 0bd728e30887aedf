import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A browser executable. */
export interface BrowserExecutable {
  readonly path: string;
  /** `headless-shell` uses a third of the resources of the full `chromium` to render. */
  readonly kind: 'headless-shell' | 'chromium';
  /** Environment variables for its libraries and fonts; usually none. */
  readonly env: Readonly<Record<string, string>>;
}

const run = promisify(execFile);
const unpackTimeoutMs = 120_000;
/** Unpacking is two seconds of computation and follows TMPDIR, so it runs in a separate process. */
const unpackScript = `
const { default: chromium } = await import(process.argv[1]);
chromium.setGraphicsMode = false;
await chromium.executablePath();
`;

/**
 * Unpacks the browser of the package `@sparticuz/chromium` once, to a folder that the browser's
 * user can read. The package's own arguments are never used, because they disable the sandbox and
 * site isolation. Rejects if the package is missing, does not support this processor, or cannot be
 * unpacked.
 */
export async function preparePackagedBrowser(
  parent: string = tmpdir(),
): Promise<BrowserExecutable> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`it contains no browser for ${process.platform} on ${process.arch}`);
  }
  const entry = import.meta.resolve('@sparticuz/chromium');
  const target = join(
    parent,
    `shotwright-chromium-${await packageVersion(entry)}-${process.getuid?.()}`,
  );
  if (!existsSync(target)) await unpack(entry, target);
  await requireOwn(target);
  const path = join(target, 'chromium');
  return { path, kind: 'headless-shell', env: await neededEnvironment(target, path) };
}

async function packageVersion(entry: string): Promise<string> {
  const text = await readFile(fileURLToPath(new URL('../package.json', entry)), 'utf8');
  return /"version":\s*"([\w.+-]+)"/.exec(text)?.[1] ?? '0';
}

async function unpack(entry: string, target: string): Promise<void> {
  const work = await mkdtemp(`${target}-`);
  try {
    await run(process.execPath, ['--input-type=module', '--eval', unpackScript, entry], {
      // The second variable makes the package unpack its libraries as well.
      env: { TMPDIR: work, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x', HOME: work },
      timeout: unpackTimeoutMs,
      killSignal: 'SIGKILL',
    });
    await writeFile(join(work, 'fonts', 'fonts.conf'), fontsConfiguration(target));
    await openToOthers(work);
    // Two servers may unpack at the same time; the second one uses the first one's result.
    await rename(work, target).catch((error: unknown) => {
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Returns a fonts configuration. The package's own file contains folders of another machine. */
function fontsConfiguration(target: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${target}/fonts/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;
}

async function openToOthers(folder: string): Promise<void> {
  await attach(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToOthers(path);
    else if (entry.isFile()) await attach(path, entry.name === 'chromium' ? 0o755 : 0o644);
  }
}

/**
 * Changes owner and mode. The archives contain their own owners, which unpacking as root preserves.
 */
async function attach(path: string, mode: number): Promise<void> {
  await chown(path, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  await chmod(path, mode);
}

/**
 * Verifies that this process owns the folder. Its parent is writable by all users, and another user
 * may have placed a program at this path.
 */
async function requireOwn(target: string): Promise<void> {
  const stats = await lstat(target);
  const isOurs = stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0;
  if (!isOurs || !stats.isDirectory()) {
    throw new Error(
      `${target} was not created by this server or is writable by other users; remove it`,
    );
  }
}

/**
 * Returns the environment for the bundled libraries and fonts. They are used only if the system has
 * none, because the system's own fit better.
 */
async function neededEnvironment(folder: string, path: string): Promise<Record<string, string>> {
  const env: Record<string, string> = {};
  const isLoadable = await run(path, ['--version'], { timeout: 10_000, env: {} }).then(
    () => true,
    () => false,
  );
  if (!isLoadable) env.LD_LIBRARY_PATH = join(folder, 'al2023', 'lib');
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_PATH = join(folder, 'fonts');
  return env;
}
