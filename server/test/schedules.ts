import { captureOptionsOf, urlCaptureSchema, type ScheduleNotice } from '@shotwright/contract';
import { sql } from 'kysely';
import { createSendDigests } from '../src/features/schedules/digests.service.ts';
import { createEndRuns } from '../src/features/schedules/end-runs.service.ts';
import { createSchedulesService } from '../src/features/schedules/schedules.service.ts';
import { createStartRuns } from '../src/features/schedules/start-runs.service.ts';
import type { Mail } from '../src/features/mail/mail.ts';
import type { AppError } from '../src/shared/app-error.ts';
import { insertOrganization, insertUser } from './factories.ts';
import { requestOf, type openTestScreenshots } from './screenshots.ts';

const findRecipient = async () => ({ email: 'ada@example.com', firstName: 'Ada' });

type Rig = Awaited<ReturnType<typeof openTestScreenshots>>;

/** An account with an hourly schedule, at 8:30, whose captures the rig runs. */
export async function openScheduleOf(rig: Rig, notify: ScheduleNotice) {
  const { signal } = new AbortController();
  const { db } = rig;
  const { id: organizationId } = await insertOrganization(db, { credits: 100 });
  const { id: userId } = await insertUser(db, { organization_id: organizationId });
  const setting = await db
    .insertInto('saved_settings')
    .values({
      organization_id: organizationId,
      name: 'Home',
      options: JSON.stringify({ mode: 'url', url: 'https://example.com/' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const state = {
    now: new Date('2026-03-02T08:30:00Z'),
    error: undefined as AppError | undefined,
    diffRatio: 0.013 as number | null,
    requests: [] as string[],
    mails: [] as Mail[],
    changes: [] as string[],
  };
  const clock = { now: () => state.now };
  const schedules = createSchedulesService({ db, clock, isBillingOn: true });
  const request = {
    name: 'Hourly',
    setting_id: setting.id,
    cron: '@hourly',
    timezone: 'UTC',
    notify,
    max_diff_ratio: 0.01,
  };
  const { id } = await schedules.create({ organizationId, userId, request });
  const enqueueMail = async (_tx: unknown, mail: Mail) => {
    state.mails.push(mail);
  };
  const endRuns = createEndRuns({
    db,
    compare: async () => state.diffRatio,
    findRecipient,
    enqueueMail,
    enqueueChangeDeliveries: async (_tx, change) => {
      state.changes.push(change.screenshotId);
    },
  });
  const fields = captureOptionsOf(urlCaptureSchema.parse({ url: 'https://example.com' }));
  const startRuns = createStartRuns({
    db,
    clock,
    follow: async () => undefined,
    endRefused: endRuns.endRefused,
    requestCapture: async (run) => {
      if (state.error) throw state.error;
      const repeatable = { fields, body: {}, idempotencyKey: run.id, operation: 'runSchedule' };
      const accepted = await rig.requestScreenshot(requestOf(organizationId, repeatable));
      state.requests.push(accepted.id);
      return accepted.id;
    },
  });
  const ref = { organizationId, id };
  const tick = async (time: string) => {
    state.now = new Date(`2026-03-02T${time}Z`);
    await startRuns.startDue();
    const { rows } = await sql<{ id: string }>`
      select id from screenshots where organization_id = ${organizationId} and status = 'PENDING'`.execute(
      db,
    );
    for (const { id: pending } of rows) await rig.run({ id: pending, data: { organizationId } });
    await endRuns.endCaptured(signal);
  };
  return {
    state,
    tick,
    startRuns,
    endCaptured: () => endRuns.endCaptured(signal),
    ref,
    schedules,
    sendDigests: createSendDigests({ db, findRecipient, enqueueMail }),
    get: () => schedules.get(ref),
    runs: async () => (await schedules.listRuns({ ...ref, page: 1, limit: 100 })).rows,
  };
}
