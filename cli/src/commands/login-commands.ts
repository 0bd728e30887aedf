import { rmSync } from 'node:fs';
import { createClient } from '@shotwright/sdk';
import type { Command } from 'commander';
import type { CliContext, CliProcess, CommonOptions } from '../context.ts';
import { requireCredentialsPath, writeCredentials } from '../credentials.ts';
import { InterruptError, UsageError } from '../exit-codes.ts';
import { readAll } from './capture-commands.ts';
import { withCommonOptions } from './common-options.ts';

/** Adds `login` and `logout`. */
export function addLoginCommands(program: Command, context: CliContext): void {
  withCommonOptions(program.command('login'))
    .description('store the server and an API key for the other commands')
    .addHelpText('after', '\nThe API key is typed, or read from the standard input.')
    .action((flags: CommonOptions) => login(context, flags));
  program
    .command('logout')
    .description('delete the stored API key')
    .option('--json', 'print one line of JSON')
    .action((flags: CommonOptions) => {
      const path = requireCredentialsPath(context.process.environment);
      rmSync(path, { force: true });
      const text = `No API key is stored any more at ${path}.`;
      context.output(flags).result({ text, json: { path } });
    });
}

async function login(context: CliContext, flags: CommonOptions): Promise<void> {
  const { environment } = context.process;
  const url = flags.server ?? environment['SHOTWRIGHT_URL'];
  if (!url) {
    throw new UsageError(
      'The server is missing: give --server https://shots.example.com, or set SHOTWRIGHT_URL.',
    );
  }
  const path = requireCredentialsPath(environment);
  const call = context.call(flags);
  const apiKey = await readKey(context.process);
  if (apiKey === '') throw new UsageError('The API key is missing: type it, or pipe it to login.');
  const output = context.output(flags);
  await output.withProgress('Checking the API key', () =>
    createClient({ url, apiKey }).getUsage(call),
  );
  writeCredentials(path, { url, apiKey });
  output.result({ text: `The API key is valid. Stored at ${path}.`, json: { url, path } });
}

/** Reads the key from a pipe, or from the keyboard without showing it. */
async function readKey({ stdin, stderr }: CliProcess): Promise<string> {
  if (stdin.isTTY !== true) return (await readAll(stdin)).trim();
  stdin.setRawMode?.(true);
  stderr.write('API key: ');
  try {
    return await readHiddenLine(stdin);
  } finally {
    stdin.setRawMode?.(false);
    stderr.write('\n');
  }
}

const keys = { enter: ['\r', '\n'], erase: ['\b', '\u007f'], interrupt: '\u0003', end: '\u0004' };

/** In raw mode, the terminal neither edits the line nor sends SIGINT. */
async function readHiddenLine(stdin: CliProcess['stdin']): Promise<string> {
  let line = '';
  for await (const chunk of stdin) {
    for (const key of Buffer.from(chunk).toString()) {
      if (key === keys.interrupt) throw new InterruptError();
      if (key === keys.end || keys.enter.includes(key)) return line.trim();
      line = keys.erase.includes(key) ? line.slice(0, -1) : line + key;
    }
  }
  return line.trim();
}
