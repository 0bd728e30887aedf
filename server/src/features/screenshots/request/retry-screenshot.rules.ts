import { readStoredOptions, secretOptionNames, type CaptureOptions } from '@shotwright/contract';
import { AppError } from '../../../shared/app-error.ts';
import type { ScreenshotRow } from '../screenshots.store.ts';

/**
 * Restores the request of a failed capture from its stored fields. Throws `conflict` (409) unless
 * it has FAILED, and if its headers or its proxy's password are needed, because those are deleted
 * at the end of every capture.
 */
export function retriedFields(
  row: Pick<ScreenshotRow, 'id' | 'status' | 'url' | 'options'> & { readonly html: string | null },
): CaptureOptions {
  const { id, url, html, options } = row;
  if (row.status !== 'FAILED') {
    throw invalidError(
      id,
      `Only a failed capture can be retried; the status of this one is ${row.status}.`,
    );
  }
  const missing = secretOptionNames.filter((name) => name in options);
  if (missing.length > 0) {
    throw invalidError(
      id,
      `This capture was requested with ${missing.join(' and ')}, which is not stored after the capture. Send the complete request again.`,
    );
  }
  const fields = readStoredOptions(options);
  return url === null ? { ...fields, html: html ?? '' } : { ...fields, url };
}

function invalidError(screenshotId: string, message: string): AppError {
  return new AppError({ code: 'conflict', message, details: { screenshotId } });
}
