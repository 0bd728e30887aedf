import type { Command } from 'commander';
import { addCaptureFlags, readCaptureFlags } from '../capture-flags.ts';
import type { CliContext, CommonOptions } from '../context.ts';
import { UsageError } from '../exit-codes.ts';
import { tableOf } from '../output/terminal-text.ts';
import { withCommonOptions } from './common-options.ts';

/** Adds `estimate`. */
export function addEstimateCommand(program: Command, context: CliContext): void {
  const estimate = withCommonOptions(program.command('estimate'))
    .description('show the price of a capture without making it')
    .argument('[url]', 'URL of the page; --setting may have one');
  addCaptureFlags(estimate, 'URL');
  estimate.action(async (url: string | undefined, flags: CommonOptions) => {
    const given = readCaptureFlags(estimate, 'URL');
    const setting = given.setting_id ?? undefined;
    const source = url === undefined ? undefined : { url };
    const ofSetting = setting === undefined ? undefined : { url: undefined, setting_id: setting };
    const named = source ?? ofSetting;
    if (!named) throw new UsageError('Give the URL of the page, or a --setting that has a URL.');
    const { client, call } = context.connection(flags);
    const options = { ...given, ...named };
    const { creditsRequired, price, warnings, ...rest } = await client.estimate(options, call);
    const text = [
      tableOf([
        ...price.map(({ option, credits }) => [option ?? 'capture', String(credits)]),
        ['credits in all', String(creditsRequired)],
      ]),
      ...warnings.map(({ option, message }) => `Warning: ${option}: ${message}`),
    ].join('\n');
    const json = { creditsRequired, price, warnings, ...rest };
    context.output(flags).result({ text, json });
  });
}
