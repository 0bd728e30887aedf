import { writeFile } from 'node:fs/promises';
import type { CaptureOptions, Comparison } from '@shotwright/sdk';
import type { Command } from 'commander';
import { addCaptureFlags, flagOf, readCaptureFlags } from '../capture-flags.ts';
import type { CliContext, CommonOptions, Connection } from '../context.ts';
import { ComparisonError, DifferenceError, exitNameOf, UsageError } from '../exit-codes.ts';
import { tableOf } from '../output/terminal-text.ts';
import {
  addToleranceFlags,
  limitOf,
  percentageOf,
  toleranceOf,
  type ToleranceFlags,
} from '../tolerance.ts';
import { withCommonOptions } from './common-options.ts';

interface CompareFlags extends CommonOptions, ToleranceFlags {
  readonly maxDiff: string;
  readonly includeAntialiasing?: boolean;
  readonly output?: string;
}

interface Sides {
  /** ID or URL. */
  readonly before: string;
  readonly after: string;
  /** Options of the captures of URLs. */
  readonly capture: Partial<CaptureOptions>;
}

/** Adds `compare`. */
export function addCompareCommand(program: Command, context: CliContext): void {
  const command = withCommonOptions(program.command('compare'))
    .description('compare two screenshots; exit code 1 if they differ too much')
    .argument('<before>', 'ID of the earlier screenshot, or a URL, which is captured first')
    .argument('<after>', 'ID of the later screenshot, or a URL')
    .option('--max-diff <limit>', 'greatest difference that passes: 0.1% or pixels', '0')
    .option('--include-antialiasing', 'count the smoothing of edges, too')
    .option('-o, --output <path>', 'PNG file of the later image with the changes in red');
  addToleranceFlags(command);
  addCaptureFlags(command, 'URL');
  command.action(async (before: string, after: string, flags: CompareFlags) => {
    const capture = readCaptureFlags(command, 'URL');
    const [name] = Object.keys(capture);
    if (name !== undefined && ![before, after].some(isUrl)) {
      throw new UsageError(`${flagOf(name)}: applies to URLs, which are captured, and not to IDs.`);
    }
    const { passed } = await compare(context, { before, after, capture }, flags);
    if (!passed) throw new DifferenceError();
  });
}

async function compare(
  context: CliContext,
  { before, after, capture }: Sides,
  flags: CompareFlags,
): Promise<Comparison> {
  const connection = context.connection(flags);
  const { output: path } = flags;
  const rules = {
    ...limitOf(flags.maxDiff),
    ...toleranceOf(flags),
    ...(flags.includeAntialiasing === true && { include_antialiasing: true }),
    ...(path !== undefined && { response_type: 'base64' as const }),
  };
  const output = context.output(flags);
  try {
    const { image, ...comparison } = await output.withProgress('Comparing', async () => {
      const [one, other] = await Promise.all([
        idOf(connection, before, capture),
        idOf(connection, after, capture),
      ]);
      return connection.client.compare({ ...rules, before: one, after: other }, connection.call);
    });
    if (image && path !== undefined) await writeFile(path, Buffer.from(image.base64, 'base64'));
    const stored = path === undefined ? {} : { path };
    output.result({ text: textOf(comparison, stored), json: { ...comparison, ...stored } });
    return comparison;
  } catch (error) {
    // Code 1 is a difference, so no other error may end with it.
    if (exitNameOf(error) === 'failure') throw new ComparisonError(error);
    throw error;
  }
}

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text);

/** Returns the ID of a screenshot; a URL is captured. */
async function idOf(
  { client, call }: Connection,
  given: string,
  capture: Partial<CaptureOptions>,
): Promise<string> {
  if (!isUrl(given)) return given;
  return (await client.capture({ ...capture, url: given }, call)).id;
}

function textOf(comparison: Comparison, { path }: { readonly path?: string }): string {
  const { diffPixels, diffRatio, regions, regionCount, width, height, sizeDiffers } = comparison;
  const shown = regions.slice(0, 10);
  return [
    tableOf([
      ['Result', comparison.passed ? 'passed' : 'not passed'],
      ['Changed', `${diffPixels} pixels (${percentageOf(diffRatio)})`],
      ['Image', `${width} × ${height}${sizeDiffers ? ', of different sizes' : ''}`],
      ...shown.map((one) => [
        'Region',
        `${one.width} × ${one.height} at ${one.x},${one.y}: ${one.pixels} pixels`,
      ]),
      ...(path === undefined ? [] : [['Difference', path]]),
    ]),
    ...(regionCount > shown.length ? [`and ${regionCount - shown.length} regions more`] : []),
  ].join('\n');
}
