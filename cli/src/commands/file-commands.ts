import type { Screenshot } from '@shotwright/sdk';
import type { Command } from 'commander';
import type { CliContext, CommonOptions } from '../context.ts';
import { UsageError } from '../exit-codes.ts';
import { tableOf } from '../output/terminal-text.ts';
import { withCommonOptions } from './common-options.ts';

interface ListFlags extends CommonOptions {
  readonly url?: string;
  readonly status?: string;
  readonly page?: string;
  readonly limit?: string;
}

interface ZipFlags extends CommonOptions {
  readonly output: string;
  readonly template?: string;
}

/** Adds `files list`, `files get`, `files save`, `files zip` and `files rm`. */
export function addFileCommands(program: Command, context: CliContext): void {
  const files = program.command('files').description('stored screenshots');
  withCommonOptions(files.command('list'))
    .description('list screenshots, newest first')
    .option('--url <text>', 'only URLs that contain the text')
    .option('--status <status>', 'only PENDING, PROCESSING, COMPLETE or FAILED')
    .option('--page <number>', 'page, from 1', '1')
    .option('--limit <number>', 'screenshots of a page, 1 to 100', '25')
    .action((flags: ListFlags) => list(context, flags));
  withCommonOptions(files.command('get').argument('<id>', 'ID of the screenshot'))
    .description('show a screenshot')
    .action(async (id: string, flags: CommonOptions) => {
      const { client, call } = context.connection(flags);
      const screenshot = await client.getScreenshot(id, call);
      context.output(flags).result({ text: detailsOf(screenshot), json: screenshot });
    });
  withCommonOptions(files.command('save').argument('<id>', 'ID of the screenshot'))
    .description('download the image of a screenshot')
    .requiredOption('-o, --output <path>', 'file of the image')
    .action(async (id: string, flags: CommonOptions & { readonly output: string }) => {
      const { client, call } = context.connection(flags);
      await client.saveImage(id, flags.output, call);
      context.output(flags).result({ text: flags.output, json: { id, path: flags.output } });
    });
  withCommonOptions(files.command('zip').argument('<id...>', 'IDs of the screenshots'))
    .description('download images as one zip with a manifest.csv')
    .requiredOption('-o, --output <path>', 'file of the zip')
    .option('--template <text>', 'names in the zip, such as {project}/{host}-{path}-{date}.{ext}')
    .action(async (ids: readonly string[], flags: ZipFlags) => {
      const { client, call } = context.connection(flags);
      const { output: path, template } = flags;
      const zip = await client.downloadZip(ids, { ...call, template });
      await zip.saveTo(path);
      context.output(flags).result({ text: path, json: { ids, path } });
    });
  withCommonOptions(files.command('rm').argument('<id...>', 'IDs of the screenshots'))
    .description('delete screenshots with their images')
    .action(async (ids: readonly string[], flags: CommonOptions) => {
      const { client, call } = context.connection(flags);
      for (const id of ids) {
        await client.deleteScreenshot(id, call);
        context.output(flags).result({ text: `Deleted ${id}`, json: { deleted: id } });
      }
    });
}

async function list(context: CliContext, flags: ListFlags): Promise<void> {
  const { client, call } = context.connection(flags);
  const { url, status, page, limit } = flags;
  const filter = {
    url,
    status: statusOf(status),
    page: Number(page),
    limit: Number(limit),
  };
  const { screenshots, meta } = await client.listScreenshots(filter, call);
  const rows = screenshots.map((shot) => [
    shot.id,
    shot.status,
    shot.createdAt.slice(0, 19).replace('T', ' '),
    shot.url ?? 'HTML',
  ]);
  const pages = Math.max(1, Math.ceil(meta.total / meta.limit));
  const count = meta.isTotalExact
    ? `${meta.total} in all, page ${meta.page} of ${pages}`
    : `at least ${meta.total} in all, page ${meta.page}`;
  const text = rows.length === 0 ? 'No screenshots.' : `${tableOf(rows)}\n${count}`;
  context.output(flags).result({ text, json: { screenshots, meta } });
}

const statuses = ['PENDING', 'PROCESSING', 'COMPLETE', 'FAILED'] as const;

function statusOf(text: string | undefined): Screenshot['status'] | undefined {
  if (text === undefined) return undefined;
  const status = statuses.find((one) => one === text.toUpperCase());
  if (status === undefined)
    throw new UsageError(`--status: must be one of ${statuses.join(', ')}.`);
  return status;
}

function detailsOf(screenshot: Screenshot): string {
  const { id, status, url, imageWidth, imageHeight, creditsCharged, createdAt } = screenshot;
  const size = imageWidth === null ? '–' : `${imageWidth} × ${imageHeight}`;
  return tableOf([
    ['ID', id],
    ['Status', status],
    ['URL', url ?? 'HTML'],
    ['Created', createdAt],
    ['Image', size],
    ['Credits', String(creditsCharged)],
    ['Verdict', screenshot.verdict?.kind ?? '–'],
    ...(screenshot.message === null ? [] : [['Message', screenshot.message]]),
  ]);
}
