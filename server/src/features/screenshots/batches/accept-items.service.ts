import type { BatchReceipt, ErrorCodeOf } from '@shotwright/contract';
import type { Tx } from '../../../db/transaction.ts';
import type { JobQueue } from '../../../jobs/job.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { KeyRing } from '../../../lib/crypto.ts';
import { newId } from '../../../lib/ids.ts';
import type { CreditsService } from '../../credits/credits.service.ts';
import type { PlanRetentionDays } from '../request/insert-screenshot.store.ts';
import { queueLimitError, type WaitingLimits } from '../request/queue-limit.service.ts';
import { prepareDelivery, type DeliveryDependencies } from '../request/request-delivery.ts';
import { unseenAtMost } from '../request/request-screenshot.service.ts';
import { secretsPurpose } from '../request/secrets.rules.ts';
import { captureJobOf } from '../screenshots.jobs.ts';
import { refundDelaySeconds } from '../verdict/verdict-refunds.store.ts';
import type { BatchEntry } from './batch-items.rules.ts';
import { countQueued, insertItems, type NewItem } from './batch-items.store.ts';

/** Dependencies of the acceptance of items. */
export interface AcceptItemsDependencies extends DeliveryDependencies {
  readonly keyRing: Pick<KeyRing, 'encrypt'>;
  readonly queue: Pick<JobQueue, 'enqueueAll'>;
  readonly credits: Pick<CreditsService, 'priceOf' | 'lockRoom' | 'holdAll'>;
  readonly waitingLimits: WaitingLimits;
  readonly planRetentionDays: PlanRetentionDays;
}

/** Caller of a batch. */
export interface BatchCaller {
  readonly organizationId: string;
  readonly apiKeyId: number | null;
  readonly userId: string | null;
  /** True for a batch of test mode. */
  readonly isTest: boolean;
}

/** Captures of a caller that are to be accepted together. */
export interface ItemsRequest {
  readonly caller: BatchCaller;
  readonly projectId: number;
  readonly entries: readonly BatchEntry[];
  /** True accepts the first ones for which credits and places suffice. */
  readonly isPartial: boolean;
  /** Maximum number of queued captures of the organisation now. */
  readonly waitingLimit: number;
}

/** An item that fits, with its price. */
export interface PricedEntry extends BatchEntry {
  readonly id: string;
  readonly credits: number;
}

/** Captures of a batch run after single captures of the same customer. */
const batchPriority = -1;

/** Returns the items with their prices; those of test mode are free. */
export function pricedEntries(
  { credits }: Pick<AcceptItemsDependencies, 'credits'>,
  { isTest }: Pick<BatchCaller, 'isTest'>,
  entries: readonly BatchEntry[],
): PricedEntry[] {
  return entries.map((entry) => ({
    ...entry,
    id: newId(),
    credits: isTest ? 0 : credits.priceOf(entry.capture.options),
  }));
}

/** Returns the sum of prices. */
export const totalOf = (entries: readonly Pick<PricedEntry, 'credits'>[]): number =>
  entries.reduce((sum, { credits }) => sum + credits, 0);

/**
 * Prepares the webhooks of items and returns those that can be accepted: all of them or, of a partial request, the first ones. Until
 * the transaction ends, the organisation's captures neither enter the queue near its limit nor hold
 * credits. Throws `insufficient_credits`, `key_monthly_limit_reached` or
 * `project_monthly_limit_reached` (402) with the number that would fit, `concurrency_limit_reached` (429) and `queue_full` (503).
 */
export async function fittingEntries(
  deps: AcceptItemsDependencies,
  tx: Tx,
  request: ItemsRequest,
): Promise<PricedEntry[]> {
  const { caller, entries, isPartial, waitingLimit } = request;
  const priced = pricedEntries(deps, caller, entries);
  const queued = await countQueued(tx, {
    ...caller,
    limit: deps.waitingLimits.perOrganization,
  });
  // Single captures below the limit are accepted without a lock, and may not be seen.
  const places = Math.max(0, waitingLimit - unseenAtMost - queued);
  if (places < (isPartial ? 1 : priced.length)) throw noPlaces(deps, { caller, places, queued });
  await prepareWebhooks(deps, tx, request);
  if (caller.isTest) return priced.slice(0, places);
  const room = await deps.credits.lockRoom(tx, { ...caller, projectId: request.projectId });
  const bounds = boundsOf(priced, room);
  const tightest = bounds.reduce((least, one) => (one.fitting < least.fitting ? one : least));
  if (tightest.fitting < (isPartial ? 1 : priced.length)) {
    throw noCredits({ ...room, ...tightest, priced });
  }
  return priced.slice(0, Math.min(tightest.fitting, places));
}

/** A limit, with the number of first items that it allows. */
interface Bound {
  readonly code: ErrorCodeOf<402>;
  readonly fitting: number;
  /** Sentence part: how much is left. */
  readonly left: string;
}

const leaves = (left: number): string => `leaves ${Math.max(0, left)}`;

type Room = Awaited<ReturnType<CreditsService['lockRoom']>>;

function boundsOf(priced: readonly PricedEntry[], room: Room): Bound[] {
  const { available, keyLeft, projectLeft, isBillingOn } = room;
  const bounds: (Bound | null)[] = [
    {
      code: 'insufficient_credits',
      fitting: countFitting(priced, available),
      left: `${available} are left`,
    },
    keyLeft === null
      ? null
      : {
          code: 'key_monthly_limit_reached',
          fitting: countFitting(isBillingOn ? priced : priced.map(asOne), keyLeft),
          left: `the monthly limit of this API key ${leaves(keyLeft)}`,
        },
    projectLeft === null
      ? null
      : {
          code: 'project_monthly_limit_reached',
          fitting: countFitting(priced, projectLeft),
          left: `the monthly limit of the project "${room.projectName ?? ''}" ${leaves(projectLeft)}`,
        },
  ];
  return bounds.filter((bound) => bound !== null);
}

const asOne = (): { readonly credits: number } => ({ credits: 1 });

/** Returns the number of first items whose prices together are at most `limit`. */
function countFitting(entries: readonly { readonly credits: number }[], limit: number): number {
  let sum = 0;
  const tooMany = entries.findIndex(({ credits }) => {
    sum += credits;
    return sum > limit;
  });
  return tooMany === -1 ? entries.length : tooMany;
}

function noPlaces(
  { waitingLimits }: AcceptItemsDependencies,
  { caller, places, queued }: { caller: BatchCaller; places: number; queued: number },
): AppError {
  const limit = waitingLimits.perOrganization - unseenAtMost;
  if (places === 0 && queued < limit) return queueLimitError(queued, waitingLimits);
  return new AppError({
    code: 'concurrency_limit_reached',
    message: `At most ${limit} captures of one account can be queued before a batch, and ${queued} are: ${places} items would fit. Nothing was charged. Try again when some captures have finished${caller.isTest ? '' : ', or send fewer items'}.`,
    details: { fitting: places },
    retryAfterSeconds: 30,
  });
}

function noCredits({
  code,
  left,
  fitting,
  priced,
  cycleEndsAt,
  isBillingOn,
}: Bound &
  Pick<Room, 'cycleEndsAt' | 'isBillingOn'> & {
    readonly priced: readonly PricedEntry[];
  }): AppError {
  const required = totalOf(priced);
  const hint =
    fitting > 0 ? ` The first ${fitting} items would fit: send partial=true to capture them.` : '';
  return new AppError({
    code,
    message: `The ${priced.length} captures ${isBillingOn ? `need ${required} credits` : 'count towards a limit'}, and ${left}. Nothing was captured.${hint}`,
    details: { creditRequired: required, fitting, resetsAt: cycleEndsAt.toISOString() },
  });
}

/**
 * Inserts the screenshots of a batch with their jobs and holds. Throws the errors of holds, and
 * `destination_not_found` (404).
 */
export async function insertEntries(
  deps: AcceptItemsDependencies,
  tx: Tx,
  {
    caller,
    batchId,
    projectId,
    entries,
  }: {
    readonly caller: BatchCaller;
    readonly batchId: string;
    readonly projectId: number;
    readonly entries: readonly PricedEntry[];
  },
): Promise<void> {
  const { organizationId, apiKeyId, isTest } = caller;
  const { planRetentionDays } = deps;
  const inserted = await insertItems(tx, {
    ...caller,
    batchId,
    projectId,
    planRetentionDays,
    items: entries.map((entry) => newItem(deps, entry)),
  });
  for (const { id, fields } of entries) {
    await prepareDelivery(deps, tx, { id, request: { organizationId, fields }, url: undefined });
  }
  await deps.queue.enqueueAll(
    tx,
    captureJobOf({ isTest, waitMs: 0 }),
    inserted.map(({ id, tier, isDelayed }) => ({
      data: { organizationId },
      options: {
        id,
        group: { organizationId, tier },
        priority: batchPriority,
        ...(isDelayed && !isTest && { startAfterSeconds: refundDelaySeconds }),
      },
    })),
  );
  if (isTest) return;
  const holds = entries.map(({ id, credits }) => ({ screenshotId: id, amount: credits }));
  const needsStorage = entries.some(({ fields }) => fields.store);
  await deps.credits.holdAll(tx, { organizationId, apiKeyId, projectId, holds, needsStorage });
}

function newItem(
  { keyRing }: AcceptItemsDependencies,
  { id, index, credits, capture }: PricedEntry,
): NewItem {
  const { source, url, html, options, secrets } = capture;
  const encryptedSecrets =
    secrets && keyRing.encrypt(secretsPurpose, { text: JSON.stringify(secrets), context: id });
  return { id, index, credits, source, url, html, options, encryptedSecrets };
}

/**
 * Prepares each webhook once and in one order, and before the account is locked: single captures lock
 * them in this order, too.
 */
async function prepareWebhooks(
  { requestWebhooks }: AcceptItemsDependencies,
  tx: Tx,
  { caller: { organizationId }, entries }: ItemsRequest,
): Promise<void> {
  const urls = new Set(entries.flatMap(({ capture }) => capture.options.webhook_url ?? []));
  for (const url of [...urls].sort()) await requestWebhooks.prepare(tx, { organizationId, url });
}

/** Response to accepted items. */
export type AcceptedItems = Pick<BatchReceipt, 'creditRequired' | 'screenshots'>;

/** Returns the response to accepted items; a duplicate has the screenshot of its first item. */
export function acceptedItems(
  entries: readonly PricedEntry[],
  duplicates: readonly { readonly index: number; readonly of: number }[] = [],
): AcceptedItems {
  const ids = new Map(entries.map(({ index, id }) => [index, id]));
  const repeated = duplicates.flatMap(({ index, of }) => {
    const requestId = ids.get(of);
    return requestId === undefined ? [] : [{ index, requestId }];
  });
  const first = entries.map(({ index, id }) => ({ index, requestId: id }));
  return {
    creditRequired: totalOf(entries),
    screenshots: [...first, ...repeated].sort((a, b) => a.index - b.index),
  };
}
