import { ShotwrightError } from '@shotwright/sdk';
import { describeError } from './describe-error.ts';
import { startProgress, type Progress, type TextStream } from './progress.ts';

/** Output of a command: results on stdout; progress and errors on stderr. */
export interface Output {
  /** Prints a result, as text for people or as one line of JSON. */
  result(value: { readonly text: string; readonly json: unknown }): void;
  error(error: unknown): void;
  /** Prints a result that is neither text nor JSON. */
  bytes(bytes: Uint8Array): void;
  /** Shows on a terminal that the work is in progress. */
  withProgress<T>(label: string | (() => string), work: () => Promise<T>): Promise<T>;
}

/** Creates the {@link Output} of a command. */
export function createOutput(
  streams: {
    readonly stdout: TextStream;
    readonly stderr: TextStream;
    readonly environment: Readonly<Record<string, string | undefined>>;
  },
  { isJson }: { readonly isJson: boolean },
): Output {
  const { stdout, stderr, environment } = streams;
  const hasColor =
    stderr.isTTY === true && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';
  let progress: Progress | undefined;
  return {
    result: ({ text, json }) => {
      progress?.clear();
      stdout.write(`${isJson ? JSON.stringify(json) : text}\n`);
    },
    bytes: (bytes) => {
      stdout.write(bytes);
    },
    error: (error) => {
      stderr.write(
        isJson ? `${JSON.stringify({ error: jsonOf(error) })}\n` : textOf(error, hasColor),
      );
    },
    withProgress: async (label, work) => {
      if (isJson || stderr.isTTY !== true) return work();
      progress = startProgress(stderr, typeof label === 'string' ? () => label : label);
      try {
        return await work();
      } finally {
        progress.end();
        progress = undefined;
      }
    },
  };
}

function jsonOf(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof ShotwrightError)) {
    return { code: 'failure', message: error instanceof Error ? error.message : String(error) };
  }
  const { code, message, status, field, fields, isRetryable, screenshotId, requestId } = error;
  return { code, message, status, field, fields, isRetryable, screenshotId, requestId };
}

function textOf(error: unknown, hasColor: boolean): string {
  const [first = '', ...rest] = describeError(error);
  const label = hasColor ? '\u001b[31mError:\u001b[39m' : 'Error:';
  return `${[`${label} ${first}`, ...rest.map((line) => `  ${line}`)].join('\n')}\n`;
}
