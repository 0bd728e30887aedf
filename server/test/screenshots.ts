import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  captureOptionsOf,
  defaultCreditPrices,
  plans,
  urlCaptureSchema,
  type PlanTier,
} from '@shotwright/contract';
import {
  captureTestImage,
  createAddressPolicy,
  deviceNames,
  findDevice,
  type CaptureEngine,
  type CaptureResult,
} from '@shotwright/capture';
import { createDiskStore } from '../src/adapters/storage/disk-store.ts';
import type { ObjectStore } from '../src/adapters/storage/object-store.ts';
import { watchStore } from '../src/adapters/storage/watched-store.ts';
import { createCreditsService } from '../src/features/credits/credits.service.ts';
import { createIdempotency } from '../src/features/idempotency/idempotency.service.ts';
import { createProjectsService } from '../src/features/projects/projects.service.ts';
import { createCancelScreenshot } from '../src/features/screenshots/cancel-screenshot.service.ts';
import { createRunningCaptures } from '../src/features/screenshots/run/running-captures.ts';
import { createRepeatOffenders } from '../src/features/screenshots/run/repeat-offenders.ts';
import { createAttempts } from '../src/features/screenshots/run/attempts.service.ts';
import { createRequestScreenshot } from '../src/features/screenshots/request/request-screenshot.service.ts';
import type { ScreenshotRequest } from '../src/features/screenshots/request/screenshot-request.ts';
import { runScreenshotHandlers } from '../src/features/screenshots/run/run-screenshot.handler.ts';
import type { OnCaptureEnd } from '../src/features/screenshots/events/on-capture-end.ts';
import { createCompletionWaiters } from '../src/features/screenshots/events/completion-waiter.ts';
import {
  createScreenshotEvents,
  eventChannel,
} from '../src/features/screenshots/events/screenshot-events.ts';
import { captureJobs, sweepScreenshotsJob } from '../src/features/screenshots/screenshots.jobs.ts';
import { hasFailedLast } from '../src/features/screenshots/test-mode/test-captures.store.ts';
import { createTestEngine } from '../src/features/screenshots/test-mode/test-engine.ts';
import { createFindByUrl } from '../src/features/files/search/url-search.service.ts';
import { createScreenshotsService } from '../src/features/screenshots/screenshots.service.ts';
import { createSweep } from '../src/features/screenshots/run/sweep.service.ts';
import { deliverFileJob } from '../src/features/destinations/deliver/deliver-file.jobs.ts';
import { createUploadTargets } from '../src/features/destinations/deliver/upload-targets.service.ts';
import { secureUrlReader } from '../src/shared/public-url.ts';
import { createRequestWebhooks } from '../src/features/webhooks/endpoints/request-webhooks.service.ts';
import type { JobRun } from '../src/jobs/job.ts';
import { subscribe } from '../src/db/notifications.ts';
import { prepareJobQueues } from '../src/jobs/queue.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createKeyRing } from '../src/lib/crypto.ts';
import { silentLogger } from '../src/lib/logger.ts';
import { openTestJobs } from './jobs.ts';

const report = {
  finalUrl: 'https://example.com/',
  redirects: [],
  targetStatus: 200,
  pageWidthPx: 1_280,
  pageHeightPx: 720,
  isTruncated: false,
  verdict: null,
  timings: { queueMs: 1, navigateMs: 20, waitMs: 10, captureMs: 30, totalMs: 61 },
  deterministic: null,
  warnings: [],
  waited: [],
  steps: [],
  emulated: null,
  blocked: { ads: 0, trackers: 0, chats: 0, socials: 0, types: 0, patterns: 0 },
  blockedHosts: [],
  hidden: 0,
  removed: [],
  masked: 0,
  consent: null,
  requestCount: 1,
  blockedRequestCount: 0,
  receivedBytes: 100,
  waiting: { clock: 'virtual' as const, fallback: null, waitedFor: [], requests: [], underWay: [] },
  consoleErrors: [],
  browserVersion: 'Test/1',
  viewport: { widthPx: 1_280, heightPx: 720, scale: 1 },
};

/** Returns an image as the engine does; the text takes the place of its bytes. */
export const imageResult = (text: string): CaptureResult => ({
  ok: true,
  image: { bytes: Buffer.from(text), contentType: 'image/png', widthPx: 1_280, heightPx: 720 },
  report,
});

/** Returns a failed capture as the engine does. */
export const failureOf = (
  reason: Extract<CaptureResult, { ok: false }>['reason'],
  isRetryable = false,
): CaptureResult => ({ ok: false, reason, detail: 'The page is to blame.', isRetryable, report });

/** A disk store with a switch for failures, and a list of its keys. */
async function openFaultyStore() {
  const directory = await mkdtemp(join(tmpdir(), 'shotwright-objects-'));
  const disk = await createDiskStore({ directory });
  const keys = new Set<string>();
  const fault: { error: Error | undefined } = { error: undefined };
  const faulty: ObjectStore = {
    ...disk,
    put: async (key, bytes, options) => {
      if (fault.error) throw fault.error;
      const stored = await disk.put(key, bytes, options);
      keys.add(key);
      return stored;
    },
    read: (key) => disk.read(key),
    remove: async (removed) => {
      if (fault.error) throw fault.error;
      await disk.remove(removed);
      for (const key of removed) keys.delete(key);
    },
  };
  const timings = { firstProbeMs: 20, longestPauseMs: 50, probeDeadlineMs: 2_000, believedMs: 0 };
  const { store, health } = watchStore(faulty, { logger: silentLogger, timings });
  const close = async (): Promise<void> => {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { keys, fault, store, health, close };
}

/**
 * The screenshots feature over a real database and queue, with an engine and a store that a test
 * controls.
 */
export async function openTestScreenshots(
  settings: {
    readonly waitingPerOrganization?: number;
    readonly waitingTotal?: number;
    readonly waitingWhenFull?: number;
    /** Private targets that are allowed. */
    readonly allowPrivateTargets?: readonly string[];
    readonly deadlineMs?: number;
    readonly retentionDays?: Readonly<Partial<Record<PlanTier, number>>>;
    readonly onCaptureEnd?: OnCaptureEnd;
    /** Default true. */
    readonly isBillingOn?: boolean;
  } = {},
) {
  const { isBillingOn = true } = settings;
  const jobs = await openTestJobs();
  const { db, connection } = jobs.database;
  const kinds = [...captureJobs, sweepScreenshotsJob, deliverFileJob];
  await prepareJobQueues({ connection, kinds, logger: silentLogger });
  const keyRing = createKeyRing('a master secret of thirty-two bytes or more');
  const objects = await openFaultyStore();
  const { store, fault, keys } = objects;
  const credits = createCreditsService({ prices: defaultCreditPrices, isBillingOn });
  const idempotency = createIdempotency({ db });
  const listening = { connection, channel: eventChannel, logger: silentLogger };
  const events = createScreenshotEvents({
    db,
    logger: silentLogger,
    subscribe: (onMessage, onConnected) => subscribe({ ...listening, onMessage, onConnected }),
  });
  const completionWaiters = createCompletionWaiters({ events, pollMs: 60_000 });
  const findByUrl = createFindByUrl(db);
  const screenshots = createScreenshotsService({ db, store, queue: jobs.queue, findByUrl });
  const projects = createProjectsService({
    isBillingOn: true,
    db,
    cancelPendingScreenshots: screenshots.cancelPendingScreenshots,
  });
  const { checkUrl } = createAddressPolicy(settings.allowPrivateTargets);
  const readSecureUrl = secureUrlReader({
    checkUrl,
    checkPublicUrl: createAddressPolicy().checkUrl,
  });
  const uploadTargets = createUploadTargets({ db, queue: jobs.queue, keyRing, readSecureUrl });
  const requestDependencies: Parameters<typeof createRequestScreenshot>[0] = {
    db,
    clock: systemClock,
    keyRing,
    queue: jobs.queue,
    credits,
    idempotency,
    uploadTargets,
    requestWebhooks: createRequestWebhooks({
      checkUrl,
      checkPublicUrl: createAddressPolicy().checkUrl,
    }),
    completionWaiters,
    checkUrl,
    deviceNames: deviceNames(),
    waitingLimits: {
      perOrganization: settings.waitingPerOrganization ?? 100,
      total: settings.waitingTotal ?? 1_000,
      perOrganizationWhenFull: settings.waitingWhenFull ?? 20,
    },
    planRetentionDays: settings.retentionDays ?? {},
    requireProject: projects.requireProject,
    findOrCreateProject: projects.findOrCreateProject,
  };
  const onCaptureEnd = settings.onCaptureEnd ?? (async () => undefined);
  const attempts = createAttempts({
    db,
    keyRing,
    store,
    credits,
    findDevice,
    logger: silentLogger,
    onCaptureEnd,
    uploadTargets,
  });
  const engine: { capture: CaptureEngine['capture'] } = {
    capture: async () => imageResult('image'),
  };
  const groupConcurrency = Object.fromEntries(
    plans.map((plan) => [plan.tier, plan.concurrency]),
  ) as Record<PlanTier, number>;
  const offenders = createRepeatOffenders(systemClock);
  const handlers = runScreenshotHandlers({
    attempts,
    engine: { capture: (spec, options) => engine.capture(spec, options) },
    testEngine: createTestEngine({
      captureTestImage,
      hasFailedLast: (capture) => hasFailedLast(db, capture),
    }),
    runningCaptures: createRunningCaptures(events),
    storage: objects.health,
    logger: silentLogger,
    concurrency: 4,
    groupConcurrency,
    offenders,
    deadlineMs: settings.deadlineMs ?? 1_000,
  });
  return {
    store,
    fault,
    /** Keys of all objects in the store. */
    keys,
    health: objects.health,
    db,
    jobs,
    engine,
    attempts,
    events,
    cancelScreenshot: createCancelScreenshot({ db, queue: jobs.queue, credits, onCaptureEnd }),
    credits,
    idempotency,
    uploadTargets,
    readSecureUrl,
    requestScreenshot: createRequestScreenshot(requestDependencies),
    /** The service of another process on the same database. */
    requestElsewhere: createRequestScreenshot(requestDependencies),
    handlers,
    offenders,
    screenshots,
    projects,
    keyRing,
    sweep: createSweep({
      db,
      queue: jobs.queue,
      store,
      credits,
      idempotency,
      logger: silentLogger,
      onCaptureEnd,
      closeEndedBatches: async () => undefined,
    }),
    /** Runs a capture's job once, as the queue would. */
    run: (run: Pick<JobRun<{ organizationId: string }>, 'id' | 'data'> & Partial<JobRun<object>>) =>
      handlers[0]!.handle({ retryCount: 0, signal: new AbortController().signal, ...run }),
    close: async () => {
      await events.close();
      await jobs.close();
      await objects.close();
    },
  };
}

/** Returns a request for a page that exists, with changes. */
export function requestOf(
  organizationId: string,
  changes: Partial<ScreenshotRequest> = {},
): ScreenshotRequest {
  return {
    organizationId,
    apiKeyId: null,
    isTest: false,
    userId: null,
    boundProjectId: null,
    projectId: undefined,
    fields: captureOptionsOf(urlCaptureSchema.parse({ url: 'https://example.com' })),
    body: { url: 'https://example.com' },
    operation: 'captureUrl',
    idempotencyKey: undefined,
    waitMs: 0,
    responseType: 'json',
    signal: new AbortController().signal,
    ...changes,
  };
}
