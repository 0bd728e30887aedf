import type { Command } from 'commander';
import type { CliContext, CommonOptions } from '../context.ts';
import { tableOf } from '../output/terminal-text.ts';
import { withCommonOptions } from './common-options.ts';

/** Adds `usage`, `keys` and `devices`. */
export function addUsageCommands(program: Command, context: CliContext): void {
  withCommonOptions(program.command('usage'))
    .description('show the credits and the storage of the current cycle')
    .action(async (flags: CommonOptions) => {
      const { client, call } = context.connection(flags);
      const usage = await client.getUsage(call);
      const limit = usage.storageLimit === null ? '' : ` of ${megabytes(usage.storageLimit)}`;
      const text = tableOf([
        ['Cycle', `${usage.cycleStartedAt.slice(0, 10)} to ${usage.cycleEndsAt.slice(0, 10)}`],
        ['Credits used', `${usage.creditsUsed} of ${usage.creditsGranted}`],
        ['Credits left', String(usage.creditsAvailable)],
        ['Storage', `${megabytes(usage.storageUsed)}${limit}`],
      ]);
      context.output(flags).result({ text, json: usage });
    });
  withCommonOptions(program.command('keys'))
    .description('list the API keys with their captures and credits of the current cycle')
    .action(async (flags: CommonOptions) => {
      const { client, call } = context.connection(flags);
      const { apiKeys } = await client.getUsage(call);
      const rows = apiKeys.map(({ id, name, captures, credits }) => [
        id === null ? '–' : String(id),
        name,
        `${captures} captures`,
        `${credits} credits`,
      ]);
      const text = rows.length === 0 ? 'No captures in this cycle.' : tableOf(rows);
      context.output(flags).result({ text, json: { apiKeys } });
    });
  withCommonOptions(program.command('devices'))
    .description('list the devices that a capture can emulate')
    .action(async (flags: CommonOptions) => {
      const { client, call } = context.connection(flags);
      const devices = await client.listDevices(call);
      const rows = devices.map(({ name, width, height, deviceScaleFactor }) => [
        name,
        `${width} × ${height}`,
        `${deviceScaleFactor}x`,
      ]);
      context.output(flags).result({ text: tableOf(rows), json: { devices } });
    });
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
