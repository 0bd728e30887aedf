import type { Baseline } from '@shotwright/sdk';
import type { Command } from 'commander';
import type { CliContext, CommonOptions } from '../context.ts';
import { tableOf } from '../output/terminal-text.ts';
import {
  addToleranceFlags,
  maxDiffOf,
  percentageOf,
  toleranceOf,
  type ToleranceFlags,
} from '../tolerance.ts';
import { withCommonOptions } from './common-options.ts';

interface ListFlags extends CommonOptions {
  readonly page: string;
  readonly limit: string;
}

interface ApproveFlags extends CommonOptions, ToleranceFlags {
  readonly maxDiff?: string;
}

/** Adds `baseline list`, `baseline approve` and `baseline remove`. */
export function addBaselineCommands(program: Command, context: CliContext): void {
  const baseline = program.command('baseline').description('approved screenshots; see check');
  withCommonOptions(baseline.command('list'))
    .description('list baselines, last approved first')
    .option('--page <number>', 'page, from 1', '1')
    .option('--limit <number>', 'baselines of a page, 1 to 100', '25')
    .action((flags: ListFlags) => list(context, flags));
  const approve = withCommonOptions(baseline.command('approve'))
    .description('make a screenshot the baseline of its URL and options')
    .argument('<id>', 'ID of the screenshot')
    .option('--max-diff <percentage>', 'greatest difference that passes, such as 0.1%');
  addToleranceFlags(approve);
  approve
    .addHelpText('after', '\nA tolerance that is not given stays as for the baseline before.')
    .action(async (id: string, flags: ApproveFlags) => {
      const { client, call } = context.connection(flags);
      const tolerance = { ...maxDiffOf(flags.maxDiff), ...toleranceOf(flags) };
      const approved = await client.approveBaseline({ screenshot_id: id, ...tolerance }, call);
      context.output(flags).result({ text: detailsOf(approved), json: approved });
    });
  withCommonOptions(baseline.command('remove').argument('<id...>', 'IDs of the baselines'))
    .description('remove baselines; their screenshots stay')
    .action(async (ids: readonly string[], flags: CommonOptions) => {
      const { client, call } = context.connection(flags);
      for (const id of ids) {
        await client.removeBaseline(id, call);
        context.output(flags).result({ text: `Removed ${id}`, json: { removed: id } });
      }
    });
}

async function list(context: CliContext, flags: ListFlags): Promise<void> {
  const { client, call } = context.connection(flags);
  const filter = { page: Number(flags.page), limit: Number(flags.limit) };
  const { baselines, meta } = await client.listBaselines(filter, call);
  const rows = baselines.map(({ baselineId, screenshotId, approvedAt, maxDiffRatio, url }) => [
    baselineId,
    screenshotId,
    approvedAt.slice(0, 19).replace('T', ' '),
    percentageOf(maxDiffRatio),
    url,
  ]);
  const pages = Math.max(1, Math.ceil(meta.total / meta.limit));
  const count = `${meta.total} in all, page ${meta.page} of ${pages}`;
  const text = rows.length === 0 ? 'No baselines.' : `${tableOf(rows)}\n${count}`;
  context.output(flags).result({ text, json: { baselines, meta } });
}

function detailsOf({ baselineId, url, screenshotId, ...rules }: Baseline): string {
  const { maxDiffRatio, threshold, ignoreRegions } = rules;
  return tableOf([
    ['Baseline', baselineId],
    ['URL', url],
    ['Screenshot', screenshotId],
    ['Passes up to', percentageOf(maxDiffRatio)],
    ['Threshold', String(threshold)],
    ...ignoreRegions.map(({ x, y, width, height }) => [
      'Ignored',
      `${width} × ${height} at ${x},${y}`,
    ]),
  ]);
}
