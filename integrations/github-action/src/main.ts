// Program of the GitHub Action: runs `shotwright batch` beside it with the inputs of the step.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

const command = join(import.meta.dirname, 'shotwright.mjs');

/** End of one capture, as the command prints it. */
interface Capture {
  readonly url: string;
  readonly path?: string;
  readonly creditsCharged?: number;
  readonly error?: { readonly code: string; readonly message: string };
}

const { env } = process;
const input = (name: string): string => env[`INPUT_${name.toUpperCase()}`]?.trim() ?? '';

try {
  process.exitCode = await run();
} catch (error) {
  process.stdout.write(annotation(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}

async function run(): Promise<number> {
  for (const name of ['server', 'api-key', 'urls']) {
    if (input(name) === '') throw new Error(`The input ${name} is missing.`);
  }
  const { code, stdout, stderr } = await runBatch();
  const captures = capturesOf(stdout);
  const paths = captures.flatMap(({ path }) => (path === undefined ? [] : [path]));
  writeOutput('paths', paths.join('\n'));
  writeOutput('json', JSON.stringify(captures));
  appendTo('GITHUB_STEP_SUMMARY', summaryOf(captures));
  for (const { url, path } of captures) if (path) process.stdout.write(`${path}  ${url}\n`);
  for (const { url, error } of captures) {
    if (error) process.stdout.write(annotation(`${url}: ${error.message}`));
  }
  if (code !== 0) process.stdout.write(annotation(errorOf(stderr)));
  return code;
}

/** Runs the command; its exit code is that of the step. */
async function runBatch() {
  const flags = input('options')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [, flag = '', value] = /^(\S+)(?:\s+(.*))?$/.exec(line) ?? [];
      return value === undefined ? [flag] : [flag, value];
    });
  const out = input('output') || 'screenshots';
  const own = ['--out', out, '--parallel', input('parallel') || '4', '--json'];
  const child = spawn(process.execPath, [command, 'batch', '-', ...flags, ...own], {
    // An environment variable, because other programs of the machine can read arguments.
    env: { ...env, SHOTWRIGHT_URL: input('server'), SHOTWRIGHT_API_KEY: input('api-key') },
    stdio: 'pipe',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.on('error', () => undefined).end(input('urls'));
  await once(child, 'close');
  return { code: child.exitCode ?? 1, stdout, stderr };
}

function capturesOf(stdout: string): Capture[] {
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.flatMap((line) => {
    const value: Capture | { readonly summary: unknown } = JSON.parse(line);
    return 'url' in value ? [value] : [];
  });
}

/** Returns the sentence of the command's error. */
function errorOf(stderr: string): string {
  const lines = stderr.trim().split('\n');
  try {
    const { error }: { error: { message: string } } = JSON.parse(lines.at(-1) ?? '');
    return error.message;
  } catch {
    return lines.join(' ') || 'The command failed.';
  }
}

function summaryOf(captures: readonly Capture[]): string {
  const rows = captures.map(({ url, path, creditsCharged, error }) =>
    [url, path ?? error?.message ?? '', String(creditsCharged ?? 0)].map(cellOf).join(' | '),
  );
  const head = '| Page | Image | Credits |\n| --- | --- | --- |\n';
  return `### Screenshots\n\n${head}${rows.map((row) => `| ${row} |\n`).join('')}\n`;
}

/** Pages and errors are untrusted: they must add neither cells nor elements. */
function cellOf(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return text
    .replaceAll(/[&<>]/g, (sign) => entities[sign] ?? '')
    .replaceAll(/[\\`*_[\]|!]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, ' ');
}

/** The delimiter cannot be guessed, so that a value adds no other output. */
function writeOutput(name: string, value: string): void {
  const delimiter = `end-${randomUUID()}`;
  appendTo('GITHUB_OUTPUT', `${name}<<${delimiter}\n${value}\n${delimiter}\n`);
}

function appendTo(variable: string, text: string): void {
  const path = env[variable];
  if (path) appendFileSync(path, text);
}

/** An error of the step in the form that GitHub reads. */
function annotation(message: string): string {
  const escaped = message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return `::error title=Shotwright::${escaped}\n`;
}
