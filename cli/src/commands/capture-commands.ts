import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaptureOptions, Screenshot } from '@shotwright/sdk';
import type { Command } from 'commander';
import { addCaptureFlags, readCaptureFlags } from '../capture-flags.ts';
import type { CliContext, CommonOptions } from '../context.ts';
import { UsageError } from '../exit-codes.ts';
import { forTerminal } from '../output/terminal-text.ts';
import { withCommonOptions } from './common-options.ts';

interface CaptureFlags extends CommonOptions {
  readonly output?: string;
  readonly idempotencyKey?: string;
}

interface PageFlags extends CaptureFlags {
  readonly html?: string;
}

interface FileJob {
  readonly context: CliContext;
  readonly flags: CaptureFlags;
  readonly given: Partial<CaptureOptions>;
  readonly file: string;
}

interface Job {
  readonly context: CliContext;
  readonly flags: CaptureFlags;
  readonly options: CaptureOptions;
  readonly label: string;
}

/** Adds `capture`, with its old name `shot`, and `html`. */
export function addCaptureCommands(program: Command, context: CliContext): void {
  const page = program
    .command('capture')
    .alias('shot')
    .description('capture a web page or an HTML file and write the image to a file')
    .argument('[url]', 'URL of the page; --setting may have one')
    .option('--html <file>', 'instead of the URL: HTML file; - reads the standard input');
  addOutputOptions(page);
  addCaptureFlags(page);
  page.action(async (url: string | undefined, flags: PageFlags) => {
    const file = flags.html;
    const given = readCaptureFlags(page);
    const setting = given.setting_id ?? undefined;
    if (url !== undefined && file === undefined) {
      await capture({ context, flags, options: { ...given, url }, label: url });
    } else if (url === undefined && file !== undefined) {
      await captureFile({ context, flags, given, file });
    } else if (file === undefined && setting !== undefined) {
      const options = { ...given, url: undefined, setting_id: setting };
      await capture({ context, flags, options, label: `saved setting ${setting}` });
    } else {
      throw new UsageError('Give the URL of the page or --html, or a --setting that has a URL.');
    }
  });
  const html = program
    .command('html')
    .description('capture an HTML file')
    .argument('<file>', 'HTML file; - reads the standard input');
  addOutputOptions(html);
  addCaptureFlags(html, 'HTML');
  html.action(async (file: string, flags: CaptureFlags) => {
    await captureFile({ context, flags, given: readCaptureFlags(html, 'HTML'), file });
  });
}

async function captureFile({ context, flags, given, file }: FileJob): Promise<void> {
  const text = file === '-' ? await readAll(context.process.stdin) : await readFile(file, 'utf8');
  const label = file === '-' ? 'HTML' : file;
  await capture({ context, flags, options: { ...given, html: text }, label });
}

function addOutputOptions(command: Command): void {
  withCommonOptions(command)
    .option(
      '-o, --output <path>',
      'file or folder of the image; - writes it to the standard output',
    )
    .option('--idempotency-key <key>', 'calls with the same key make one capture within 24 hours');
}

async function capture({ context, flags, options, label }: Job): Promise<void> {
  const { client, call } = context.connection(flags);
  const output = context.output(flags);
  const isStdout = flags.output === '-';
  if (isStdout && flags.json) {
    throw new UsageError('--output -: cannot be combined with --json, which prints there as well.');
  }
  const { idempotencyKey } = flags;
  const { screenshot, path } = await output.withProgress(`Capturing ${label}`, async () => {
    const made = await client.capture(options, { ...call, idempotencyKey });
    const image = await client.downloadImage(made.id, call);
    if (isStdout) {
      output.bytes(await image.bytes());
      return { screenshot: made, path: undefined };
    }
    const target = await targetOf(flags.output, image.fileName);
    await image.saveTo(target);
    return { screenshot: made, path: target };
  });
  if (path !== undefined) {
    output.result({ text: summaryOf(screenshot, path), json: { ...screenshot, path } });
  }
}

/** Returns the path of the image: in the folder, or in the current one, under the server's name. */
async function targetOf(given: string | undefined, fileName: string): Promise<string> {
  const safeName = fileName.replaceAll(/[/\\]|^\.+/g, '_');
  if (given === undefined) return safeName;
  const isFolder = await stat(given).then(
    (found) => found.isDirectory(),
    () => given.endsWith('/'),
  );
  return isFolder ? join(given, safeName) : given;
}

function summaryOf(screenshot: Screenshot, path: string): string {
  const { imageWidth, imageHeight, screenshotImageSize, creditsCharged, verdict } = screenshot;
  // A file that is no image has no size in pixels.
  const size = imageWidth === null ? [] : [`${imageWidth} × ${imageHeight}`];
  const kilobytes = ((screenshotImageSize ?? 0) / 1_000).toFixed(1);
  const credits = creditsCharged === 1 ? '1 credit' : `${creditsCharged} credits`;
  const warnings = screenshot.report?.warnings ?? [];
  return [
    [path, ...size, `${kilobytes} kB`, credits, screenshot.id].join('  '),
    ...(verdict && verdict.kind !== 'ok' ? [`Verdict: ${verdict.kind}`] : []),
    ...warnings.map(({ option, message }) => `Warning: ${option}: ${forTerminal(message)}`),
  ].join('\n');
}

/** Reads a whole stream as UTF-8. */
export async function readAll(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
