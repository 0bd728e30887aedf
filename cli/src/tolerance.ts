import type { BaselineApproval, ComparisonOptions } from '@shotwright/sdk';
import { Option, type Command } from 'commander';
import { UsageError } from './exit-codes.ts';

/** Flags of the tolerance of a comparison or a baseline, as they were typed. */
export interface ToleranceFlags {
  readonly threshold?: string;
  readonly ignore?: readonly string[];
}

type Tolerance = Pick<BaselineApproval, 'threshold' | 'ignore_regions'>;

const collect = (value: string, others: readonly string[] = []) => [...others, value];

/** Adds `--threshold` and `--ignore`. */
export function addToleranceFlags(command: Command): void {
  command
    .option('--threshold <number>', 'difference of colour that counts, 0 to 1; default 0.1')
    .addOption(
      new Option(
        '--ignore <x,y,width,height>',
        'region to ignore; repeat it for several',
      ).argParser(collect),
    );
}

/** Returns the given ones of `--threshold` and `--ignore`. Throws a {@link UsageError}. */
export function toleranceOf({ threshold, ignore }: ToleranceFlags): Tolerance {
  return {
    ...(threshold !== undefined && {
      threshold: numberOf(threshold, '--threshold: must be a number.'),
    }),
    ...(ignore && { ignore_regions: ignore.map(regionOf) }),
  };
}

/** Returns the limit of `0.1%` or of a number of pixels. Throws a {@link UsageError}. */
export function limitOf(
  text: string,
): Pick<ComparisonOptions, 'max_diff_ratio' | 'max_diff_pixels'> {
  const sentence = '--max-diff: must be a percentage such as 0.1% or a number of pixels.';
  if (text.endsWith('%')) return { max_diff_ratio: shareOf(text, sentence) };
  const pixels = numberOf(text, sentence);
  if (Number.isInteger(pixels)) return { max_diff_pixels: pixels };
  throw new UsageError(sentence);
}

/** Returns the tolerance of a baseline: the part of the image that may differ, `0.1%`. */
export function maxDiffOf(text: string | undefined): Pick<BaselineApproval, 'max_diff_ratio'> {
  const sentence = '--max-diff: must be a percentage such as 0.1%.';
  return text === undefined ? {} : { max_diff_ratio: shareOf(text, sentence) };
}

/** Returns a part of an image, from 0 to 1, as text. */
export function percentageOf(ratio: number): string {
  return `${(ratio * 100).toFixed(3)} %`;
}

function shareOf(text: string, sentence: string): number {
  const percent = /^(.*)%$/.exec(text)?.[1];
  const number = percent === undefined ? Infinity : numberOf(percent, sentence);
  if (number <= 100) return number / 100;
  throw new UsageError(sentence);
}

function numberOf(text: string, sentence: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new UsageError(sentence);
}

function regionOf(text: string) {
  const [x, y, width, height, ...rest] = text
    .split(',')
    .map((one) => (/^\d+$/.test(one) ? Number(one) : undefined));
  if (
    x === undefined ||
    y === undefined ||
    width === undefined ||
    height === undefined ||
    rest.length > 0
  ) {
    throw new UsageError('--ignore: must be x,y,width,height in pixels, such as 0,0,1280,80.');
  }
  return { x, y, width, height };
}
