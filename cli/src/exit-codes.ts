import { ShotwrightError } from '@shotwright/sdk';

/** Exit codes with their meaning; scripts depend on them. */
export const exitCodes = {
  success: { code: 0, meaning: 'The command succeeded.' },
  failure: {
    code: 1,
    meaning:
      'Another error occurred, for example a file could not be written; only in compare and check: an image differs by more than the limit, or, in check, has no baseline.',
  },
  usage: { code: 2, meaning: 'An argument or an option is missing or not valid.' },
  denied: {
    code: 3,
    meaning: 'The API key is missing, unknown, inactive or not allowed to do this.',
  },
  captureFailed: {
    code: 4,
    meaning:
      'The capture failed because of the page, in batch and check at least one; a failure is not charged.',
  },
  unreachable: {
    code: 5,
    meaning:
      'The server could not be reached, is overloaded, is older than this command, or is none; or a proxy responded.',
  },
  limitReached: { code: 6, meaning: 'Credits or another limit are used up.' },
  notFound: { code: 7, meaning: 'The screenshot or the baseline does not exist.' },
  notVerified: { code: 8, meaning: 'The signature of the webhook is not valid.' },
  comparisonFailed: {
    code: 9,
    meaning: 'compare or check could not compare images, or compare could not write the file.',
  },
  interrupted: { code: 130, meaning: 'The command was interrupted (Ctrl-C).' },
} as const;

/** Name of an exit code. */
export type ExitName = keyof typeof exitCodes;

/** Wrong use of the command that the command itself detects. */
export class UsageError extends Error {}

/** Failure of at least one capture of a batch or a check. */
export class CaptureFailedError extends Error {}

/** Ctrl-C, typed while the command reads keys instead of signals. */
export class InterruptError extends Error {}

/** Difference of two screenshots above the limit, or a missing baseline; printed as a result, and not as an error. */
export class DifferenceError extends Error {}

/** Error of a comparison that has no exit code of its own; `cause` is the error. */
export class ComparisonError extends Error {
  constructor(cause: unknown) {
    super('The images could not be compared.', { cause });
  }
}

const byCode: Readonly<Record<string, ExitName>> = {
  deadline_exceeded: 'unreachable',
  connection_failed: 'unreachable',
  proxy_error: 'unreachable',
  not_shotwright: 'unreachable',
  redirected: 'unreachable',
  server_too_old: 'unreachable',
  webhook_invalid: 'notVerified',
};
const byStatus: Readonly<Record<number, ExitName>> = {
  400: 'usage',
  401: 'denied',
  402: 'limitReached',
  403: 'denied',
  404: 'notFound',
  413: 'usage',
  429: 'limitReached',
  500: 'unreachable',
  503: 'unreachable',
};

/** Returns the name of the exit code of an error. */
export function exitNameOf(error: unknown): ExitName {
  if (error instanceof UsageError || error instanceof TypeError) return 'usage';
  if (error instanceof CaptureFailedError) return 'captureFailed';
  if (error instanceof ComparisonError) return 'comparisonFailed';
  if (!(error instanceof ShotwrightError)) return 'failure';
  if (error.screenshotId !== undefined) return 'captureFailed';
  return byCode[error.code] ?? byStatus[error.status ?? 0] ?? 'failure';
}
