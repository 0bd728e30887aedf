import type { Command } from 'commander';

/** Adds the options of every command that calls the server. */
export function withCommonOptions(command: Command): Command {
  return command
    .optionsGroup('General:')
    .option('--server <url>', 'URL of the server; instead of SHOTWRIGHT_URL')
    .option('--deadline <seconds>', 'time that each call of the server may take, 1 to 3600')
    .option('--json', 'print one line of JSON');
}
