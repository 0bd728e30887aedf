import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type EmptyDatabase } from '../../../../test/database.ts';
import { insertOrganization, insertProject } from '../../../../test/factories.ts';
import { migrateToLatest } from '../../../db/migrate.ts';
import { openDatabase, type OpenDatabase } from '../../../db/open.ts';
import { newId } from '../../../lib/ids.ts';
import { silentLogger } from '../../../lib/logger.ts';
import { presentScreenshot } from '../screenshots.present.ts';
import { findScreenshot, listScreenshots } from '../screenshots.store.ts';

let empty: EmptyDatabase;
let database: OpenDatabase;
let organizationId: string;
const ids = new Map<string, string>();
const verdict = { kind: 'login_wall', reasons: ['unauthorized'], confidence: 'high' };
const waiting = { clock: 'virtual', fallback: null, waitedFor: [], requests: [], underWay: [] };
const reports = {
  complete: { targetStatus: 401, verdict, waiting },
  'without a verdict': { targetStatus: 200, verdict: null, waiting: {} },
  old: { targetStatus: 200 },
};
beforeAll(async () => {
  empty = await createEmptyDatabase();
  const { connection } = empty;
  await migrateToLatest({ connection, until: '0018_parsed_options' });
  database = openDatabase({ connection, maxConnections: 2, logger: silentLogger });
  organizationId = (await insertOrganization(database.db)).id;
  const { id: projectId } = await insertProject(database.db, { organization_id: organizationId });
  for (const [name, report] of Object.entries(reports)) {
    const id = newId();
    ids.set(name, id);
    await database.db
      .insertInto('screenshots')
      .values({
        id,
        organization_id: organizationId,
        project_id: projectId,
        api_key_id: null,
        user_id: null,
        source: 'HTML',
        url: null,
        html: '<p>',
        options: '{}',
        secrets_sealed: null,
        status: 'COMPLETE',
        credits: 1,
        failure_code: null,
        failure_message: null,
        report: JSON.stringify(report),
        finished_at: new Date(),
      })
      .execute();
  }
  await migrateToLatest({ connection });
});
afterAll(async () => {
  await database.close();
  await empty.close();
});

const links = { linkFor: () => '', thumbnailFor: () => '', previewFor: () => '' };
const read = async (name: string) => {
  const id = ids.get(name) ?? '';
  const row = await findScreenshot(database.db, { organizationId, projectId: null, id });
  return row && presentScreenshot(row, links);
};

test('[VD-1] a capture of an older release has the verdict of its report and was charged', async () => {
  expect(await read('complete')).toMatchObject({
    verdict,
    waiting,
    report: { targetStatus: 401 },
    creditsCharged: 1,
    message: null,
  });
  const listed = await listScreenshots(database.db, {
    organizationId,
    projectId: null,
    isTest: false,
    verdict: ['login_wall'],
    limit: 10,
    offset: 0,
  });
  expect(listed.map(({ id }) => id)).toEqual([ids.get('complete')]);
});

test.each(['without a verdict', 'old'])(
  '[VD-1] a report that is %s has no verdict and no report about the wait',
  async (name) => {
    expect(await read(name)).toMatchObject({ verdict: null, waiting: null, creditsCharged: 1 });
  },
);
