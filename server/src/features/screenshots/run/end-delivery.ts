import { readStoredOptions } from '@shotwright/contract';
import type { Tx } from '../../../db/transaction.ts';
import { hasUploadTarget } from '../../../shared/upload-target.ts';
import type { UploadTargets } from '../../destinations/deliver/upload-targets.service.ts';
import type { NewFile, StartedAttempt } from './attempts.store.ts';

/** Starts the delivery of the image of an attempt that is complete, or cancels it. */
export async function endUpload(
  { uploadTargets }: { readonly uploadTargets: Pick<UploadTargets, 'start' | 'cancel'> },
  tx: Tx,
  { attempt, by }: { readonly attempt: StartedAttempt; readonly by: 'start' | 'cancel' },
): Promise<void> {
  const { organizationId, id: screenshotId, options } = attempt;
  if (hasUploadTarget(options)) await uploadTargets[by](tx, { organizationId, screenshotId });
}

/** False if the request wants its image passed on only. */
export function isImageStored({ options }: Pick<StartedAttempt, 'options'>): boolean {
  return readStoredOptions(options).store;
}

/** Returns the row of a file that is passed on only; it counts nowhere. */
export function unstored(file: NewFile): NewFile {
  return {
    ...file,
    kind: 'unstored',
    part: file.kind === 'image' ? '' : `${file.kind} ${file.part}`,
  };
}
