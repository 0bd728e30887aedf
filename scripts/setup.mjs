import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runForeground, runQuietly } from './child.mjs';

/** Root folder of the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const minNodeMajor = 24;
const dependencyFields = [
  'name',
  'version',
  'workspaces',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'allowScripts',
];
const stampsDir = join(root, 'node_modules', '.shotwright');

/** A failed set-up step, with a sentence that names the fix. */
export class SetupError extends Error {}

/**
 * Makes a fresh clone ready to run; takes milliseconds if it already is. Writes progress to stderr
 * only.
 *
 * @param {{ web?: boolean }} [wanted] `web`: also build the dashboard if its sources changed
 * @returns {Promise<string>} path of a Node ≥ 24
 */
export async function prepare(wanted = {}) {
  await installPackages();
  const node = findNode();
  if (wanted.web === true) await buildWeb();
  return node;
}

/** Runs a script's main function; reports a set-up failure in one sentence, without a stack. */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}

/**
 * Runs a TypeScript or JavaScript file of ours under Node 24 to its end.
 *
 * @param {string} node as returned by `prepare`
 * @param {readonly string[]} args file (relative to the repository) and its arguments
 * @param {NodeJS.ProcessEnv} [env] added to this process's environment
 * @returns {Promise<number>} exit code
 */
export function runNode(node, args, env = {}) {
  const preload = join(root, 'scripts', 'exit-with-parent.mjs');
  const binDir = join(root, 'node_modules', '.bin');
  return runForeground(node, ['--import', preload, ...args], {
    cwd: root,
    ipc: true,
    env: {
      ...process.env,
      PATH: `${binDir}:${process.env.PATH ?? ''}`,
      // Each start of a process would strip the types of its files and compile them again.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(stampsDir, 'compiled'),
      SHOTWRIGHT_STARTER_PID: String(process.pid),
      ...env,
    },
  });
}

async function installPackages() {
  const wanted = packagesHash();
  if (readStamp('packages') === wanted) return;
  if (readStamp('packages') === undefined && isInstalled()) return writeStamp('packages', wanted);
  const npm = npmCommand();
  // Without --no-save, npm 10 removes from the lock file what it does not know.
  const args = [...npm.args, 'install', '--no-save', '--no-audit', '--no-fund'];
  const text = 'Installing packages (about a minute and a half the first time)';
  const result = await withProgress(text, () => runQuietly(npm.command, args, { cwd: root }));
  if (result.code !== 0) {
    throw new SetupError(
      `${tail(result.output)}\n\nInstalling the packages failed. Check the connection to the npm registry and run the same command again.`,
    );
  }
  writeStamp('packages', wanted);
}

/** The input of npm: the lock file, and the dependencies of each package.json (not its scripts). */
function packagesHash() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const workspace of ['.', ...readJson('package.json').workspaces]) {
    const manifest = readJson(join(workspace, 'package.json'));
    const dependencies = dependencyFields.map((field) => manifest[field]);
    hash.update(JSON.stringify([workspace, dependencies]));
  }
  return hash.digest('hex');
}

/**
 * True if node_modules contains every package of the lock file at its version (npm stores its own
 * list there).
 */
function isInstalled() {
  const hidden = join('node_modules', '.package-lock.json');
  if (!existsSync(join(root, hidden))) return false;
  const installed = readJson(hidden).packages;
  return Object.entries(readJson('package-lock.json').packages).every(
    ([path, entry]) =>
      !path.startsWith('node_modules/') ||
      entry.optional === true ||
      entry.link === true ||
      installed[path]?.version === entry.version,
  );
}

function npmCommand() {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('npm-cli.js') && existsSync(cli)) {
    return { command: process.execPath, args: [cli] };
  }
  return { command: 'npm', args: [] };
}

function findNode() {
  const packaged = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(packaged)) return packaged;
  if (Number.parseInt(process.versions.node, 10) >= minNodeMajor) return process.execPath;
  throw new SetupError(
    `Shotwright runs on Node ${minNodeMajor} or newer; this is ${process.version}, and no packaged Node exists for ${process.platform} ${process.arch}. Install Node ${minNodeMajor} from https://nodejs.org and run the same command again.`,
  );
}

async function buildWeb() {
  if (!existsSync(join(root, 'web', 'src', 'main.tsx'))) return;
  const sources = [...listFiles('web'), ...listFiles(join('contract', 'src')), 'package-lock.json'];
  const wanted = hashFiles(sources.sort((a, b) => (a < b ? -1 : 1)));
  const isBuilt = existsSync(join(root, 'web', 'dist', 'index.html'));
  if (isBuilt && readStamp('web') === wanted) return;
  const npm = npmCommand();
  const args = [...npm.args, 'run', '--silent', '--workspace', 'web', 'build'];
  const text = 'Building the dashboard (about ten seconds)';
  const result = await withProgress(text, () => runQuietly(npm.command, args, { cwd: root }));
  if (result.code !== 0) {
    throw new SetupError(`${tail(result.output)}\n\nBuilding the dashboard failed; see above.`);
  }
  writeStamp('web', wanted);
}

const ignoredFolders = new Set(['node_modules', 'dist', 'coverage', 'test-results']);

function listFiles(directory) {
  const files = [];
  for (const entry of readdirSync(join(root, directory), { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (!ignoredFolders.has(entry.name)) files.push(...listFiles(path));
    } else if (entry.isFile() && !/\.(test|spec)\.tsx?$/.test(entry.name)) {
      files.push(path);
    }
  }
  return files;
}

function hashFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function readStamp(name) {
  const path = join(stampsDir, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function writeStamp(name, value) {
  try {
    mkdirSync(stampsDir, { recursive: true });
    writeFileSync(join(stampsDir, name), value);
  } catch {
    // A checkout of another user: still usable, but checked again next time.
  }
}

async function withProgress(text, work) {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  process.stderr.write(`${text} …\n`);
  const timer = setInterval(
    () => process.stderr.write(`  still running, ${seconds()} s\n`),
    15_000,
  );
  try {
    const result = await work();
    if (result.code === 0) process.stderr.write(`  done in ${seconds()} s\n`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

function tail(output) {
  return output.trimEnd().split('\n').slice(-25).join('\n');
}
