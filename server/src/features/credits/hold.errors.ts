import { apiKeyInactive, apiKeyInvalid } from '../../shared/api-key.errors.ts';
import { AppError } from '../../shared/app-error.ts';
import type { HoldOutcome, StorageRoom } from './credits.store.ts';

/** Returns the error for a failed hold, or undefined if credits were held. */
export function holdError(
  outcome: HoldOutcome,
  { isBillingOn, needsStorage }: { readonly isBillingOn: boolean; readonly needsStorage: boolean },
): AppError | undefined {
  const { available, key } = outcome;
  const details = { resetsAt: outcome.cycleEndsAt.toISOString() };
  if (available === null) {
    return (needsStorage ? fullStorage(outcome) : undefined) ?? noCredits(details);
  }
  if (key === null || key === 'counted') return undefined;
  if (key === 'full') {
    return new AppError({
      code: 'key_monthly_limit_reached',
      message: `The monthly ${isBillingOn ? 'credit ' : ''}limit of this API key is used up. Raise its limit or use another key.`,
      details,
    });
  }
  return key === 'inactive' ? apiKeyInactive() : apiKeyInvalid();
}

function noCredits(details: { resetsAt: string }): AppError {
  return new AppError({
    code: 'insufficient_credits',
    message: 'You have used all your credits for this cycle. Upgrade your plan or redeem a coupon.',
    details,
  });
}

/** Returns the error for an account whose storage is full; undefined if there is room for another file. */
export function fullStorage({
  storageUsedBytes,
  storageLimitBytes,
}: StorageRoom): AppError | undefined {
  if (storageLimitBytes === null || storageUsedBytes < storageLimitBytes) return undefined;
  return new AppError({
    code: 'storage_limit_reached',
    message:
      'The storage of your plan is full. Delete files you no longer need or upgrade your plan.',
    details: { storageUsed: storageUsedBytes, storageLimit: storageLimitBytes },
  });
}

/** Returns the error for captures that would exceed the monthly limit of their project. */
export function fullProject(
  {
    projectName,
    projectLimit,
    cycleEndsAt,
  }: Pick<HoldOutcome, 'projectName' | 'projectLimit' | 'cycleEndsAt'>,
  projectId: number | null,
): AppError {
  const limit = `${(projectLimit ?? 0).toLocaleString('en-US')} ${projectLimit === 1 ? 'credit' : 'credits'}`;
  return new AppError({
    code: 'project_monthly_limit_reached',
    message: `This would exceed the monthly limit of ${limit} of the project "${projectName ?? ''}", which resets on ${dateFormat.format(cycleEndsAt)}. Nothing was charged. Raise the limit or use another project.`,
    details: { projectId, monthlyLimit: projectLimit, resetsAt: cycleEndsAt.toISOString() },
  });
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
