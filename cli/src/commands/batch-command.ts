import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { openBatchFolder } from '../batch/batch-folder.ts';
import { urlsIn } from '../batch/image-names.ts';
import { runBatch, type BatchCounts, type BatchEnd } from '../batch/run-batch.ts';
import { addCaptureFlags, readCaptureFlags } from '../capture-flags.ts';
import type { CliContext, CommonOptions } from '../context.ts';
import { CaptureFailedError, UsageError } from '../exit-codes.ts';
import { describeError } from '../output/describe-error.ts';
import { tableOf } from '../output/terminal-text.ts';
import { readAll } from './capture-commands.ts';
import { withCommonOptions } from './common-options.ts';

interface BatchFlags extends CommonOptions {
  readonly out: string;
  readonly parallel: string;
}

const mostParallel = 16;

/** Adds `batch`. */
export function addBatchCommand(program: Command, context: CliContext): void {
  const batch = withCommonOptions(program.command('batch'))
    .description('capture many web pages; a repeated run makes only what is missing')
    .argument('<file>', 'file with one URL a line; - reads the standard input')
    .requiredOption('-o, --out <folder>', 'folder of the images')
    .option('--parallel <number>', `captures at the same time, 1 to ${mostParallel}`, '4');
  addCaptureFlags(batch, 'URL');
  batch.action(async (file: string, flags: BatchFlags) => {
    const parallel = parallelOf(flags);
    const connection = context.connection(flags);
    const text = file === '-' ? await readAll(context.process.stdin) : await readFile(file, 'utf8');
    const urls = urlsIn(text);
    if (urls.length === 0) throw new UsageError(`${file}: must contain one URL a line.`);
    const folder = await openBatchFolder(flags.out);
    const output = context.output(flags);
    const counts: BatchCounts = { saved: 0, skipped: 0, failed: 0, notStarted: urls.length };
    const label = () => `${urls.length - counts.notStarted} of ${urls.length} captures`;
    try {
      await output.withProgress(label, () =>
        runBatch({
          connection,
          folder,
          folderPath: flags.out,
          urls,
          options: readCaptureFlags(batch, 'URL'),
          parallel,
          counts,
          onEnd: (end) => output.result(describe(end)),
        }),
      );
    } finally {
      output.result({ text: summaryOf(counts), json: { summary: counts } });
    }
    if (counts.failed === 0) return;
    throw new CaptureFailedError(
      `${counts.failed} of ${urls.length} captures failed. The same command repeats only these.`,
    );
  });
}

function parallelOf({ parallel }: BatchFlags): number {
  const count = Number(parallel);
  if (Number.isInteger(count) && count >= 1 && count <= mostParallel) return count;
  throw new UsageError(`--parallel: must be a whole number from 1 to ${mostParallel}.`);
}

function describe(end: BatchEnd) {
  if ('error' in end) {
    const { url, error } = end;
    const json = { url, error: { code: error.code, message: error.message } };
    return { text: tableOf([['failed', url, describeError(error)[0] ?? '']]), json };
  }
  const { url, path, screenshot } = end;
  const { id, creditsCharged } = screenshot;
  return { text: tableOf([['saved', path, url]]), json: { url, path, id, creditsCharged } };
}

function summaryOf({ saved, skipped, failed, notStarted }: BatchCounts): string {
  return `${saved} saved, ${skipped} skipped, ${failed} failed, ${notStarted} not started`;
}
