import { exportsPerHour } from '@shotwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertCaptures, moveToOrganization } from '../../../test/account-deletion.ts';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { readJson } from '../../../test/screenshots-app.ts';
import { openTicket } from '../../../test/tickets.ts';
import { readZip } from '../../../test/unzip.ts';
import { systemClock } from '../../lib/clock.ts';
import { zipStream } from '../files/zip-stream.ts';
import { createExportAccount } from './export-account.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const download = async (person: TestSession) => {
  const response = await person.call('GET', '/users/export/zip');
  expect(response.status).toBe(200);
  const files = await readZip(new Uint8Array(await response.arrayBuffer()));
  return { headers: response.headers, files };
};
const linesOf = (csv = ''): string[] => csv.split('\r\n').slice(1, -1);

async function openAccount() {
  const person = await app.session();
  const projects = await readJson(await person.call('POST', '/projects', { name: 'Website' }));
  const projectId: number = projects.data.project.id;
  const key = await app.apiKey({ of: person });
  await insertCaptures(app, person, { projectId, count: 3 });
  const options = { mode: 'url', url: 'https://example.com/', custom_header: '{"x-a":"hidden-1"}' };
  await person.call('POST', '/screenshot-settings', { name: 'Home', options });
  const ticket = await openTicket(app, person, { fields: { title: 'It does not work' } });
  await person.call('POST', `/help/tickets/${ticket.id}/messages`, { text: 'It still fails' });
  return { person, key, projectId };
}

test('[ST-13] [SI-15] the export has the data of the user and of the organisation, without secrets', async () => {
  const { person, key } = await openAccount();
  await openAccount();
  await sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, device_type, is_backed_up, name)
    values (gen_random_uuid(), ${person.userId}, 'hidden-2', 'hidden-3', 0, 'singleDevice', false, 'My phone')`.execute(
    app.db,
  );
  const { headers, files } = await download(person);
  expect(headers.get('content-type')).toBe('application/zip');
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="account-data-\d{4}-\d\d-\d\d\.zip"$/,
  );
  expect(Object.keys(files)).toEqual([
    'README.txt',
    'profile.json',
    'organisations.json',
    'sessions.json',
    'passkeys.json',
    'actions.csv',
    'tickets.json',
    'projects.json',
    'saved-settings.json',
    'keys.json',
    'ledger.csv',
    'captures.csv',
  ]);
  const json = (name: string) => JSON.parse(files[name] ?? '');
  expect(json('profile.json')).toMatchObject([
    { email: person.email, firstName: 'Ada', role: 'owner', deletionAt: null },
  ]);
  expect(json('organisations.json')).toMatchObject([{ id: person.organizationId, plan: 'free' }]);
  expect(json('sessions.json')).toHaveLength(1);
  expect(json('passkeys.json')).toEqual([
    { name: 'My phone', createdAt: expect.any(String), lastUsedAt: null },
  ]);
  expect(json('projects.json')).toMatchObject([{ name: 'Website' }]);
  expect(json('saved-settings.json')).toMatchObject([{ name: 'Home' }]);
  expect(json('keys.json')).toMatchObject([{ id: key.id, name: 'Test', isActive: true }]);
  expect(json('tickets.json')).toMatchObject([
    { title: 'It does not work', messages: [{ from: 'you', text: 'It still fails' }] },
  ]);
  expect(linesOf(files['captures.csv'])).toHaveLength(3);
  expect(linesOf(files['captures.csv'])[0]).toMatch(
    /,https:\/\/example\.com\/\d,Website,COMPLETE,/,
  );
  expect(linesOf(files['ledger.csv'])).toHaveLength(1);
  expect(files['actions.csv']).toContain('project.created');
  expect(files['README.txt']).toContain('The images of your captures are not included.');
  const all = JSON.stringify(files);
  for (const secret of [
    key.key,
    'hidden-',
    '68696464656e2d33',
    'argon',
    'password_hash',
    'token_hash',
  ])
    expect(all).not.toContain(secret);
  expect(all).not.toContain(person.password);
});

test('[ST-13] an export is in the audit log, and a user starts three within an hour', async () => {
  const person = await app.session();
  for (let n = 0; n < exportsPerHour; n += 1) await download(person);
  const refused = await person.call('GET', '/users/export/zip');
  expect([refused.status, (await readJson(refused)).code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  const { data } = await readJson(await person.call('GET', '/audit-events?group=exports'));
  expect(data.events.map((event: { action: string }) => event.action)).toEqual(
    Array.from({ length: exportsPerHour }, () => 'account.exported'),
  );
});

test('[ST-13] a member exports their own tickets and actions, and of the organisation what the role may see', async () => {
  const { person: owner } = await openAccount();
  const member = await app.session();
  await openTicket(app, member, { fields: { title: 'Mine' } });
  await moveToOrganization(app.db, member, { ...owner, role: 'viewer' });
  const { files } = await download(member);
  expect(Object.keys(files)).not.toContain('keys.json');
  expect(Object.keys(files)).not.toContain('ledger.csv');
  expect(JSON.parse(files['tickets.json'] ?? '')).toMatchObject([{ title: 'Mine' }]);
  expect(files['actions.csv']).not.toContain('project.created');
  expect(linesOf(files['captures.csv'])).toHaveLength(3);
  expect(JSON.stringify(files)).not.toContain(owner.email);
});

test('[ST-13] captures are read page by page and continue in a further file', async () => {
  const { person, projectId } = await openAccount();
  await insertCaptures(app, person, { projectId, count: 2_497 });
  const exportAccount = createExportAccount({
    db: app.db,
    clock: systemClock,
    productName: 'Shotwright',
    isBillingOn: false,
    zipStream,
    exportLedger: () => {
      throw new Error('no ledger without billing');
    },
    rowsPerFile: 1_250,
  });
  const pieces: Buffer[] = [];
  for await (const piece of await exportAccount({ ...person, role: 'owner' })) pieces.push(piece);
  const files = await readZip(Buffer.concat(pieces));
  expect(Object.keys(files)).not.toContain('ledger.csv');
  const parts = ['captures.csv', 'captures-2.csv'].map((name) => linesOf(files[name]));
  expect(parts.map((lines) => lines.length)).toEqual([1_250, 1_250]);
  const ids = parts.flat().map((line) => line.split(',', 1)[0]);
  expect(new Set(ids).size).toBe(2_500);
});
