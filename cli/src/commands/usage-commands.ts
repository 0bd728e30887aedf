import type { Command } from 'commander';
import type { CliContext, CommonOptions } from '../context.ts';
import { tableOf } from '../output/terminal-text.ts';
import { withCommonOptions } from './common-options.ts';
import { dashboardUrl } from './open-command.ts';

/** Adds `usage`, `keys`, `projects` and `devices`. */
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
  addListCommands(program, context);
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

function addListCommands(program: Command, context: CliContext): void {
  withCommonOptions(program.command('keys'))
    .description('list the API keys used in the current cycle; the dashboard manages them')
    .action(async (flags: CommonOptions) => {
      const { url, client, call } = context.connection(flags);
      const { apiKeys } = await client.getUsage(call);
      const manageUrl = dashboardUrl(url, 'api-keys');
      const rows = apiKeys.map(({ id, name, captures, credits }) => [
        id === null ? '–' : String(id),
        name,
        `${captures} captures`,
        `${credits} credits`,
      ]);
      // A stolen key must not create others, so keys cannot manage keys.
      const text = `${tableOf(rows)}\nCreate, deactivate and delete keys at ${manageUrl}`;
      context.output(flags).result({ text, json: { apiKeys, manageUrl } });
    });
  withCommonOptions(program.command('projects'))
    .description('list the projects that the API key can use; the dashboard manages them')
    .action(async (flags: CommonOptions) => {
      const { url, client, call } = context.connection(flags);
      const projects = await client.listProjects(call);
      const manageUrl = dashboardUrl(url, '');
      const rows = projects.map(({ id, name, screenshotCount, totalSize }) => [
        String(id),
        name,
        `${screenshotCount} screenshots`,
        megabytes(totalSize),
      ]);
      const text = rows.length === 0 ? 'No projects.' : tableOf(rows);
      const json = { projects, manageUrl };
      context
        .output(flags)
        .result({ text: `${text}\nCreate and delete projects at ${manageUrl}`, json });
    });
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
