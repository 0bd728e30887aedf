import { ShotwrightError, type FieldError } from '@shotwright/sdk';
import { optionTable } from '@shotwright/sdk/options';
import { flagOf } from '../capture-flags.ts';
import { forTerminal } from './terminal-text.ts';

/** Returns the lines of an error: the server's sentence first, then each invalid field. */
export function describeError(error: unknown): string[] {
  if (!(error instanceof ShotwrightError)) {
    return [forTerminal(error instanceof Error ? error.message : String(error))];
  }
  const { code, message, fields, screenshotId, requestId, isRetryable } = error;
  return [
    `${forTerminal(message)} (${code})`,
    ...fields.map(describeField),
    ...(screenshotId === undefined ? [] : [`Screenshot ${screenshotId}`]),
    ...(isRetryable ? ['The same command may succeed later.'] : []),
    ...(error.status === 500 && requestId !== undefined ? [`Request ${requestId}`] : []),
  ].map((line) => line.trimEnd());
}

function describeField({ path, message, did_you_mean: similar }: FieldError): string {
  const isOption = optionTable.some(({ name }) => name === path);
  const name = isOption ? flagOf(path) : path;
  if (isOption && /unknown/i.test(message)) {
    return `${name} The server does not have this option: it is older than this command. Update it.`;
  }
  const advice = similar === undefined ? '' : ` Did you mean ${flagOf(similar)}?`;
  return forTerminal(`${name} ${message}${advice}`);
}
