import type { Command } from 'commander';
import { addCaptureFlags, readCaptureFlags } from '../capture-flags.ts';
import type { CliContext, CommonOptions } from '../context.ts';
import { UsageError } from '../exit-codes.ts';
import { withCommonOptions } from './common-options.ts';

interface LinkFlags extends CommonOptions {
  readonly pattern?: string;
  readonly expiresIn?: string;
  readonly name?: string;
}

/** Adds `link`. */
export function addLinkCommand(program: Command, context: CliContext): void {
  const link = withCommonOptions(program.command('link'))
    .description('sign a link that captures and returns an image, without an API key in it')
    .argument('[url]', 'URL of the page; --setting may have one')
    .option('--pattern <url>', 'instead of the URL: pattern of the URLs that may be added')
    .option('--expires-in <seconds>', 'life of the link, at most 366 days')
    .option('--name <file>', 'file name in the link; its ending is the format');
  addCaptureFlags(link, 'URL');
  link.action(async (url: string | undefined, flags: LinkFlags) => {
    const given = readCaptureFlags(link, 'URL');
    const sources = [url, flags.pattern].filter((source) => source !== undefined);
    // A saved setting may have the URL.
    if (sources.length !== 1 && (sources.length > 1 || given.setting_id === undefined)) {
      throw new UsageError(
        'Give either the URL of the page or --pattern, or a --setting with a URL.',
      );
    }
    const { client, call } = context.connection(flags);
    const made = await client.createLink(
      {
        ...given,
        url,
        url_pattern: flags.pattern,
        expires_in: flags.expiresIn,
        name: flags.name,
      },
      call,
    );
    context.output(flags).result({ text: made.url, json: made });
  });
}
