import type { Command } from 'commander';
import { addCaptureFlags, readCaptureFlags } from '../capture-flags.ts';
import type { CliContext, CommonOptions } from '../context.ts';
import { tableOf } from '../output/terminal-text.ts';
import { withCommonOptions } from './common-options.ts';

/** Adds `estimate`. */
export function addEstimateCommand(program: Command, context: CliContext): void {
  const estimate = withCommonOptions(program.command('estimate'))
    .description('show the price of a capture without making it')
    .argument('<url>', 'URL of the page');
  addCaptureFlags(estimate, 'URL');
  estimate.action(async (url: string, flags: CommonOptions) => {
    const { client, call } = context.connection(flags);
    const options = { ...readCaptureFlags(estimate, 'URL'), url };
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
