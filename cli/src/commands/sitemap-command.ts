import type { Command } from 'commander';
import type { CliContext, CommonOptions } from '../context.ts';
import { UsageError } from '../exit-codes.ts';
import { withCommonOptions } from './common-options.ts';

interface SitemapFlags extends CommonOptions {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly limit: string;
}

/** Adds `sitemap`, whose output is a list for `batch`. */
export function addSitemapCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command('sitemap'))
    .description('list the pages of a website from its sitemap, one URL a line')
    .argument('<url>', 'website, sitemap, or index of sitemaps')
    .option('--include <pattern...>', 'only these pages; * is any text, as in /blog/*')
    .option('--exclude <pattern...>', 'without these pages')
    .option('--limit <number>', 'maximum number of pages, up to 5000', '500')
    .action(async (url: string, flags: SitemapFlags) => {
      const { client, call } = context.connection(flags);
      const { include, exclude } = flags;
      const read = await client.readSitemap({ url, include, exclude, limit: limitOf(flags) }, call);
      const text = read.urls.map((page) => page.url).join('\n');
      context.output(flags).result({ text, json: read });
      // Not among the URLs, which another program may read.
      if (!read.isComplete) context.process.stderr.write('The sitemap has more pages.\n');
    });
}

function limitOf({ limit }: SitemapFlags): number {
  const count = Number(limit);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new UsageError('--limit: must be a whole number from 1 to 5000.');
}
