import { isTerminal } from '@shotwright/contract';
import { inPipeline, inTransaction, type Database, type Tx } from '../../../db/transaction.ts';
import type { JobQueue } from '../../../jobs/job.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { KeyRing } from '../../../lib/crypto.ts';
import { newId } from '../../../lib/ids.ts';
import { createKeyedMutex } from '../../../lib/keyed-mutex.ts';
import type { CreditsService } from '../../credits/credits.service.ts';
import type { Idempotency } from '../../idempotency/idempotency.service.ts';
import { readCaptureRequest, type CaptureRequest } from './capture-request.rules.ts';
import { createQueueLimit, queueLimitError, type WaitingLimits } from './queue-limit.service.ts';
import type { CacheFinding } from '../cache/cache-finding.rules.ts';
import {
  acceptanceOf,
  cacheAccepted,
  cacheLookupOf,
  claimCached,
  findCached,
  type CacheLookup,
} from '../cache/cached-capture.service.ts';
import type { CompletionWaiters } from '../events/completion-waiter.ts';
import { captureJobOf } from '../screenshots.jobs.ts';
import { requireTestCredits } from '../test-mode/test-outcome.rules.ts';
import { prepareDelivery, readDelivery, type DeliveryDependencies } from './request-delivery.ts';
import { secretsPurpose } from './secrets.rules.ts';
import { refundDelaySeconds } from '../verdict/verdict-refunds.store.ts';
import type { CheckUrl } from '../../../shared/public-url.ts';
import {
  insertScreenshot,
  lockWaiting,
  type InsertedScreenshot,
  type PlanRetentionDays,
} from './insert-screenshot.store.ts';
import { findScreenshot, hasScreenshotEnded, type ScreenshotRow } from '../screenshots.store.ts';
import { awaitCapture, findEnded } from './await-capture.service.ts';
import type {
  AcceptedScreenshot,
  RequestScreenshot,
  ScreenshotRequest,
} from './screenshot-request.ts';
import type { ProjectsService } from '../../projects/projects.service.ts';

interface RequestScreenshotDependencies
  extends DeliveryDependencies, Pick<ProjectsService, 'requireProject' | 'findOrCreateProject'> {
  readonly db: Database;
  readonly clock: Clock;
  readonly keyRing: Pick<KeyRing, 'encrypt' | 'sign'>;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly credits: Pick<CreditsService, 'priceOf' | 'hold'>;
  readonly idempotency: Pick<Idempotency, 'read' | 'claim' | 'complete' | 'inProgress'>;
  readonly completionWaiters: Pick<CompletionWaiters, 'watch'>;
  readonly checkUrl: CheckUrl;
  readonly deviceNames: readonly string[];
  readonly waitingLimits: WaitingLimits;
  readonly planRetentionDays: PlanRetentionDays;
}

type Receipt = Pick<AcceptedScreenshot, 'id' | 'projectId' | 'credits' | 'cache'>;
type Acceptance = Omit<AcceptedScreenshot, 'ended'>;

/** Creates a {@link RequestScreenshot} that checks the queue limits before it accepts a capture. */
export function createRequestScreenshot(deps: RequestScreenshotDependencies): RequestScreenshot {
  const { db, completionWaiters, checkUrl, deviceNames } = deps;
  const readWaitingLimit = createQueueLimit(deps);
  const inTurn = createTurns();
  /** Waits for the capture of another request. */
  const follow = async (
    request: ScreenshotRequest,
    accepted: Acceptance,
  ): Promise<AcceptedScreenshot> => ({
    ...accepted,
    ended: await awaitCapture(deps, { ...request, id: accepted.id }),
  });

  return async (request) => {
    const fields = readDelivery(deps, request);
    const capture = readCaptureRequest(fields, { checkUrl, deviceNames });
    requireSameProject(request);
    if (request.isTest) requireTestCredits(capture.url);
    const lookup = cacheLookupOf(deps.keyRing, { ...request, url: capture.url });
    // A request with an idempotency key searches in the transaction that records its response.
    const find = async () =>
      lookup && request.idempotencyKey === undefined ? findCached(db, lookup) : undefined;
    const quick = await find();
    if (quick && !quick.needsRefresh) return follow(request, acceptanceOf(quick));
    const waitingLimit = await readWaitingLimit();
    const id = newId();
    const watch = request.waitMs > 0 ? await completionWaiters.watch(id) : undefined;
    try {
      const acceptNew = async () => {
        await request.beforeCapture?.();
        return accept(deps, { id, request, capture, waitingLimit, lookup });
      };
      const accepted = await (lookup ? inTurn(lookup, { find, acceptNew }) : acceptNew());
      if (accepted.id !== id && !accepted.isReplay) return await follow(request, accepted);
      if (!watch) return { ...accepted, ended: null };
      if (accepted.isReplay) return { ...accepted, ended: await findReplayed(accepted) };
      const ref = { organizationId: request.organizationId, id };
      await watch.wait({
        timeoutMs: request.waitMs,
        signal: request.signal,
        hasEnded: () => hasScreenshotEnded(db, ref),
      });
      return { ...accepted, ended: await findEnded(db, ref) };
    } finally {
      watch?.close();
    }

    /**
     * A repeat never waits: the first caller has its response, or has stopped waiting and this one
     * is referred to polling.
     */
    async function findReplayed(accepted: Acceptance): Promise<ScreenshotRow | null> {
      const ref = { organizationId: request.organizationId, id: accepted.id };
      const row = await findScreenshot(db, { ...ref, projectId: null });
      if (
        row &&
        !isTerminal(row.status) &&
        deps.clock.now().getTime() < row.createdAt.getTime() + request.waitMs
      ) {
        throw deps.idempotency.inProgress();
      }
      return row && isTerminal(row.status) ? row : null;
    }
  };
}

interface Turn {
  readonly find: () => Promise<CacheFinding | undefined>;
  readonly acceptNew: () => Promise<Acceptance>;
}

/**
 * Accepts identical requests one after the other, so that those that wait for the first one's
 * transaction hold no connection.
 */
function createTurns(): (lookup: CacheLookup, turn: Turn) => Promise<Acceptance> {
  const mutex = createKeyedMutex();
  return ({ organizationId, key }, { find, acceptNew }) =>
    mutex(`${organizationId} ${key}`, async () => {
      const found = await find();
      if (found && !found.needsRefresh) return acceptanceOf(found);
      return acceptNew().catch((error: unknown) => {
        // An image that is due for renewal is returned even if its renewal is rejected.
        if (found && error instanceof AppError) return acceptanceOf(found);
        throw error;
      });
    });
}

interface AcceptInput {
  readonly id: string;
  readonly request: ScreenshotRequest;
  readonly capture: CaptureRequest;
  /** Maximum number of queued captures of the organisation. */
  readonly waitingLimit: number;
  /** Undefined if the request does not use the cache. */
  readonly lookup: CacheLookup | undefined;
}

/**
 * Runs the transaction. The account's row, which all captures of an organisation share, is locked
 * last and therefore for the shortest time.
 */
function accept(deps: RequestScreenshotDependencies, input: AcceptInput): Promise<Acceptance> {
  const { id, request, capture, lookup } = input;
  const { organizationId, apiKeyId } = request;
  const repeat = deps.idempotency.read(request.idempotencyKey, request.body);
  // The same key may be sent in both modes.
  const operation = request.isTest ? `${request.operation}:test` : request.operation;
  const scope = repeat && { organizationId, operation, ...repeat };
  const credits = request.isTest ? 0 : deps.credits.priceOf(capture.options);
  return inTransaction(deps.db, async (tx) => {
    const first = scope && (await deps.idempotency.claim(tx, scope));
    if (first) return { ...receiptOf(first.answer), creditsRemaining: null, isReplay: true };
    const complete = async (answer: Receipt): Promise<void> => {
      if (scope) {
        await deps.idempotency.complete(tx, { ...scope, statusCode: 202, answer: { ...answer } });
      }
    };
    const found = lookup && (await claimCached(tx, lookup));
    const cached = found && acceptanceOf(found);
    if (cached && !found.needsRefresh) {
      await complete(cached);
      return cached;
    }
    const { projectId, tier, isDelayed } = await insert(deps, tx, { ...input, credits });
    await prepareDelivery(deps, tx, { request, id, url: capture.options.webhook_url });
    if (lookup) await cacheAccepted(tx, lookup, id);
    const receipt: Receipt = {
      id,
      projectId,
      credits,
      ...(lookup && { cache: { status: 'miss' } }),
    };
    await complete(cached ?? receipt);
    const needsStorage = request.fields.store;
    const owner = { organizationId, apiKeyId, projectId };
    const hold = { ...owner, screenshotId: id, amount: credits, needsStorage };
    const [, creditsRemaining] = await inPipeline(tx, [
      (open) =>
        deps.queue.enqueue(open, captureJobOf(request), {
          data: { organizationId },
          options: {
            id,
            group: { organizationId, tier },
            ...(isDelayed && !request.isTest && { startAfterSeconds: refundDelaySeconds }),
          },
        }),
      async (open) => (request.isTest ? null : deps.credits.hold(open, hold)),
    ]);
    return cached ?? { ...receipt, creditsRemaining, isReplay: false };
  });
}

/**
 * Maximum number of captures of one organisation that can be accepted concurrently without seeing
 * each other. This close to the limit captures are accepted one after the other, so that the limit
 * is exact and costs nothing below.
 */
export const unseenAtMost = 100;

/** Inserts the row. The project is queried separately only if the insert did not find it. */
async function insert(
  deps: RequestScreenshotDependencies,
  tx: Tx,
  { id, request, capture, credits, waitingLimit }: AcceptInput & { readonly credits: number },
): Promise<Pick<InsertedScreenshot, 'tier' | 'isDelayed'> & { readonly projectId: number }> {
  const { organizationId, apiKeyId, userId, boundProjectId } = request;
  const { secrets } = capture;
  const encryptedSecrets =
    secrets && deps.keyRing.encrypt(secretsPurpose, { text: JSON.stringify(secrets), context: id });
  const insertInto = (projectId: number | null, limit: number): Promise<InsertedScreenshot> =>
    insertScreenshot(tx, {
      id,
      organizationId,
      projectId,
      apiKeyId,
      userId,
      source: capture.source,
      url: capture.url,
      html: capture.html,
      options: capture.options,
      encryptedSecrets,
      credits,
      isTest: request.isTest,
      planRetentionDays: deps.planRetentionDays,
      waitingLimit: limit,
      countUpTo: deps.waitingLimits.perOrganization,
    });
  const requestedId = request.projectId ?? boundProjectId;
  const first = await insertInto(requestedId, waitingLimit - unseenAtMost);
  const projectId =
    first.projectId ?? (await findProject(deps, tx, { organizationId, requestedId }));
  if (first.isInserted) return { ...first, projectId };
  await lockWaiting(tx, organizationId);
  const second = await insertInto(projectId, waitingLimit);
  if (!second.isInserted) throw queueLimitError(second.waiting, deps.waitingLimits);
  return { ...second, projectId };
}

/** Returns the requested project; without one the oldest, or the first that is created. */
export async function findProject(
  deps: Pick<RequestScreenshotDependencies, 'findOrCreateProject' | 'requireProject'>,
  tx: Tx,
  {
    organizationId,
    requestedId,
  }: { readonly organizationId: string; readonly requestedId: number | null },
): Promise<number> {
  return requestedId === null
    ? deps.findOrCreateProject(tx, organizationId)
    : deps.requireProject(tx, { organizationId, projectId: requestedId, field: 'project_id' });
}

/** Throws `api_key_project_forbidden` if the key belongs to another project than the requested one. */
export function requireSameProject({
  boundProjectId,
  projectId,
}: Pick<ScreenshotRequest, 'boundProjectId' | 'projectId'>): void {
  if (boundProjectId === null || projectId === undefined || projectId === boundProjectId) return;
  throw new AppError({
    code: 'api_key_project_forbidden',
    message: `project_id: this API key belongs to another project; omit project_id or send ${boundProjectId}`,
  });
}

function receiptOf(answer: Readonly<Record<string, unknown>>): Receipt {
  const { cache } = answer;
  const isHit =
    typeof cache === 'object' && cache !== null && 'status' in cache && cache.status === 'hit';
  return {
    id: String(answer['id']),
    projectId: Number(answer['projectId']),
    credits: Number(answer['credits']),
    ...(isHit && { cache: { status: 'hit' } }),
  };
}
