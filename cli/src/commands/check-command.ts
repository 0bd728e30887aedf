import type { BaselineApproval, BaselineCheck, CaptureOptions } from '@shotwright/sdk';
import { ShotwrightError } from '@shotwright/sdk';
import type { Command } from 'commander';
import { isErrorOfUrl } from '../batch/run-batch.ts';
import { runParallel } from '../batch/run-parallel.ts';
import { addCaptureFlags, readCaptureFlags } from '../capture-flags.ts';
import type { CliContext, CommonOptions, Connection } from '../context.ts';
import {
  CaptureFailedError,
  ComparisonError,
  DifferenceError,
  exitNameOf,
  UsageError,
} from '../exit-codes.ts';
import { describeError } from '../output/describe-error.ts';
import { forTerminal, tableOf } from '../output/terminal-text.ts';
import { maxDiffOf, percentageOf } from '../tolerance.ts';
import { withCommonOptions } from './common-options.ts';

interface CheckFlags extends CommonOptions {
  readonly approve?: boolean;
  readonly approveNew?: boolean;
  readonly maxDiff?: string;
}

/** Result of one page. */
interface CheckedPage {
  readonly url: string;
  readonly passed: boolean;
  /** Absent if the capture failed. */
  readonly check?: BaselineCheck;
  /** True if this run made the capture the baseline. */
  readonly approved: boolean;
  /** Error of the capture, or of its approval. */
  readonly error?: ShotwrightError;
}

interface CheckInput {
  readonly connection: Connection;
  readonly urls: readonly string[];
  readonly capture: Partial<CaptureOptions>;
  /** Results that become the baseline, with the tolerance of the baseline. */
  readonly approves: readonly BaselineCheck['status'][];
  readonly tolerance: Partial<BaselineApproval>;
}

/** Captures at the same time. */
const parallel = 4;

/** Adds `check`. */
export function addCheckCommand(program: Command, context: CliContext): void {
  const command = withCommonOptions(program.command('check'))
    .description('capture pages and compare them with their baselines; exit code 1 if they differ')
    .argument('<urls...>', 'URLs of the pages')
    .option('--approve-new', 'approve captures whose URL and options have no baseline')
    .option('--approve', 'approve captures that differ, too')
    .option(
      '--max-diff <percentage>',
      'greatest difference that passes, of the baselines that are approved: 0.1%',
    );
  addCaptureFlags(command, 'URL');
  command.action(async (given: readonly string[], flags: CheckFlags) => {
    const { maxDiff, approve = false, approveNew = false } = flags;
    if (maxDiff !== undefined && !approve && !approveNew) {
      throw new UsageError(
        '--max-diff: applies to --approve and --approve-new. Each baseline has its own tolerance: shotwright baseline approve <id> --max-diff 0.1%.',
      );
    }
    await check(context, flags, {
      connection: context.connection(flags),
      urls: [...new Set(given)],
      capture: readCaptureFlags(command, 'URL'),
      approves: approve ? ['new', 'changed'] : approveNew ? ['new'] : [],
      tolerance: maxDiffOf(maxDiff),
    });
  });
}

async function check(context: CliContext, flags: CheckFlags, input: CheckInput): Promise<void> {
  const { urls } = input;
  const output = context.output(flags);
  const done = new Map<string, CheckedPage>();
  const pages = () => urls.flatMap((url) => done.get(url) ?? []);
  try {
    await output.withProgress(
      () => `${done.size} of ${urls.length} pages`,
      () =>
        runParallel(urls, parallel, async (url) => {
          done.set(url, await checkPage(input, url));
        }),
    );
  } catch (error) {
    // Code 1 is a difference or a missing baseline, so no other error may end with it.
    throw exitNameOf(error) === 'failure' ? new ComparisonError(error) : error;
  } finally {
    if (done.size > 0) {
      const checks = pages().map(jsonOf);
      const passed = done.size === urls.length && checks.every((one) => one.passed);
      output.result({ text: textOf(pages()), json: { passed, checks } });
    }
  }
  requirePassed(pages());
}

/**
 * Returns the result of a page. Throws only errors that other pages would have as well, such as a
 * rejected key.
 */
async function checkPage(input: CheckInput, url: string): Promise<CheckedPage> {
  const { connection, capture, approves, tolerance } = input;
  const { client, call } = connection;
  let id: string;
  try {
    ({ id } = await client.capture({ ...capture, url }, call));
  } catch (error) {
    if (!isErrorOfUrl(error)) throw error;
    return { url, passed: false, approved: false, error };
  }
  const result = await checkCapture(connection, id);
  const found = { url, passed: result.passed, check: result, approved: false };
  if (!approves.includes(result.status)) return found;
  try {
    await client.approveBaseline({ screenshot_id: id, ...tolerance }, call);
    return { ...found, passed: true, approved: true };
  } catch (error) {
    // The image does not show its page, for example, or is a document.
    if (error instanceof ShotwrightError && error.field === 'screenshot_id') {
      return { ...found, error };
    }
    throw error;
  }
}

/** Returns a failed check if only this capture cannot be compared. */
async function checkCapture({ client, call }: Connection, id: string): Promise<BaselineCheck> {
  try {
    return await client.checkBaseline(id, call);
  } catch (error) {
    if (!(error instanceof ShotwrightError) || exitNameOf(error) !== 'failure') throw error;
    return {
      screenshotId: id,
      status: 'failed',
      passed: false,
      baselineId: null,
      baselineScreenshotId: null,
      diffPixels: null,
      diffRatio: null,
      sizeDiffers: null,
      comparisonUrl: null,
      message: error.message,
    };
  }
}

/**
 * Throws the error of pages that did not pass: of failed captures first, then of images that could
 * not be compared, then of differences.
 */
function requirePassed(pages: readonly CheckedPage[]): void {
  const failed = pages.filter((page) => page.check === undefined).length;
  if (failed > 0) {
    throw new CaptureFailedError(`${failed} of ${pages.length} captures failed.`);
  }
  const uncompared = pages.filter((page) => page.check?.status === 'failed').length;
  if (uncompared > 0) {
    throw new ComparisonError(
      new Error(`${uncompared} of ${pages.length} captures could not be compared.`),
    );
  }
  if (pages.some(({ passed }) => !passed)) throw new DifferenceError();
}

function jsonOf(page: CheckedPage) {
  const { url, passed, approved, check: result, error } = page;
  return {
    url,
    ...result,
    passed,
    approved,
    ...(error && { error: { code: error.code, message: error.message } }),
  };
}

function textOf(pages: readonly CheckedPage[]): string {
  const steps = pages.flatMap(stepsOf);
  const isNew = pages.some(
    ({ check: result, passed, error }) => result?.status === 'new' && !passed && !error,
  );
  return [
    tableOf(pages.map((page) => [page.url, describe(page)])),
    ...steps,
    ...(isNew ? ['', '--approve-new approves the captures that have no baseline.'] : []),
  ].join('\n');
}

function describe({ check: result, approved, error }: CheckedPage): string {
  if (!result) return `capture failed: ${describeError(error)[0] ?? ''}`;
  const { status, diffRatio, sizeDiffers, message } = result;
  const changed = `changed ${percentageOf(diffRatio ?? 0)}`;
  const texts = {
    baseline: 'is the baseline',
    matched: diffRatio === 0 ? 'matched' : `matched, ${changed}`,
    changed: `${changed}${sizeDiffers === true ? ', of different sizes' : ''}`,
    new: 'no baseline',
    failed: `not compared: ${message}`,
  };
  if (approved) return `approved; before: ${texts[status]}`;
  return error ? `${texts[status]}; not approved: ${error.message}` : texts[status];
}

/** Returns the lines that say what to do about a page that did not pass. */
function stepsOf(page: CheckedPage): string[] {
  const { url, passed, check: result, error } = page;
  if (passed || !result) return [];
  const steps = [
    ...(result.comparisonUrl === null ? [] : [`  See the changes: ${result.comparisonUrl}`]),
    ...(error ? [] : [`  Approve it: shotwright baseline approve ${result.screenshotId}`]),
  ];
  return steps.length === 0 ? [] : ['', forTerminal(url), ...steps];
}
