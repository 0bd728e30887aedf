import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { expectErrors } from '../../../test/error-cases.ts';
import { readJson } from '../../../test/screenshots-app.ts';
import { openTicket, image, postTicket } from '../../../test/tickets.ts';

let app: TestApp;
let person: TestSession;
let otherUser: TestSession;
beforeAll(async () => {
  app = await startTestApp();
  otherUser = await app.session();
});
beforeEach(async () => {
  person = await app.session();
});
afterAll(() => app.close());

const call = async (method: string, path: string, body?: unknown) => {
  const response = await person.call(method, path, body);
  return { status: response.status, body: await readJson(response) };
};
const list = async () => (await call('GET', '/help/tickets')).body;
const leftOver = async () =>
  (await sql`select from deleted_objects where storage_key like 'tickets/%'`.execute(app.db)).rows;
const objectsOf = async (id: number) =>
  (
    await sql<{
      key: string;
    }>`select storage_key as key from ticket_attachments where ticket_id = ${id}`.execute(app.db)
  ).rows;

test('[AP-34] a ticket is created with trimmed input and is always OPEN', async () => {
  const response = await postTicket(app, person, {
    fields: {
      title: '  No picture ',
      description: 'It is\r\nwhite.',
      context: JSON.stringify({
        page: '/dashboard/files',
        browser: 'Firefox 140',
        plan: 'Free',
        lastFailedRequestId: 'abc',
      }),
    },
    images: [await image('#ff0000'), await image('#00ff00', 'jpeg')],
  });
  const body = await readJson(response);
  expect(response.status).toBe(201);
  expect(body).toMatchObject({ status: 'success', message: 'Ticket created successfully!' });
  expect(body.data.ticket).toEqual({
    id: expect.any(Number),
    title: 'No picture',
    description: 'It is\nwhite.',
    status: 'OPEN',
    attachmentCount: 2,
    isUnread: false,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    member: null,
    attachments: [
      {
        id: expect.any(String),
        s3Url: expect.stringMatching(/^http/),
        widthPx: 24,
        heightPx: 16,
        sizeBytes: expect.any(Number),
      },
      expect.objectContaining({ s3Url: expect.stringMatching(/\.jpg$/) }),
    ],
    reply: null,
    messages: [],
    reopenUntil: null,
    context: {
      page: '/dashboard/files',
      browser: 'Firefox 140',
      plan: 'Free',
      lastFailedRequestId: 'abc',
    },
  });
});

test.each([
  [{ title: 'x', status: 'CLOSED' }, 'status'],
  [{ title: 'x', reply: 'done' }, 'reply'],
  [{ title: 'x', isUnread: 'true' }, 'isUnread'],
  [{ title: '   ' }, 'title'],
  [{}, 'title'],
])('[AP-34] a ticket with %j is rejected and not created', async (fields, path) => {
  const response = await postTicket(app, person, { fields });
  expect(response.status).toBe(400);
  expect(await readJson(response)).toMatchObject({
    code: 'validation_failed',
    details: { fields: [expect.objectContaining({ path })] },
  });
  expect((await list()).data.tickets).toEqual([]);
});

test.each([
  {
    what: 'four images',
    make: async () => Array.from({ length: 4 }, () => Buffer.from('x')),
    expected: [400, 'too_many_images', 'You can upload a maximum of 3 images.'],
  },
  {
    what: 'an image of 10 MB',
    make: async () => [Buffer.alloc(10 * 1024 * 1024)],
    expected: [413, 'image_too_big', 'Each image must be less than 10 MB.'],
  },
  {
    what: 'HTML that is called .png',
    make: async () => [await image(), Buffer.from('<script>alert(1)</script>')],
    expected: [415, 'image_not_readable', expect.stringMatching(/^Only still images in PNG/)],
  },
])(
  '[AP-34] a ticket with $what is rejected and nothing of it is stored',
  async ({ make, expected }) => {
    const response = await postTicket(app, person, { images: await make() });
    const { code, message, error } = await readJson(response);
    expect([response.status, code, message]).toEqual(expected);
    expect(error).toBe(message);
    expect((await list()).data.tickets).toEqual([]);
    expect(await leftOver()).toEqual([]);
  },
);

test('[AP-33] the list is newest first, with the number of images and of unread tickets', async () => {
  const old = await openTicket(app, person, { images: [await image()] });
  const newer = await openTicket(app, person, { fields: { title: 'Second' } });
  await sql`update tickets set is_unread = true where id = ${old.id}`.execute(app.db);
  const body = await list();
  expect(body.data).toEqual({
    tickets: [
      {
        id: newer.id,
        title: 'Second',
        status: 'OPEN',
        attachmentCount: 0,
        isUnread: false,
        createdAt: newer.createdAt,
        member: null,
      },
      {
        id: old.id,
        title: 'It does not work',
        status: 'OPEN',
        attachmentCount: 1,
        isUnread: true,
        createdAt: old.createdAt,
        member: null,
      },
    ],
    unreadCount: 1,
  });
});

test('[AP-35] a ticket includes its images, and its reply is the newest staff message', async () => {
  const { id } = await openTicket(app, person, { images: [await image()] });
  await sql`insert into ticket_messages (ticket_id, sender, text, html) values
    (${id}, 'team', 'first', '<p>first</p>'), (${id}, 'team', 'second', '<p onclick=x>second</p><script>x</script>'),
    (${id}, 'author', 'thanks', 'thanks')`.execute(app.db);
  const { body } = await call('GET', `/help/tickets/${id}`);
  expect(body.data.ticket).toMatchObject({
    id,
    reply: '<p>second</p>',
    messages: [
      { from: 'team', html: '<p>first</p>' },
      { from: 'team', html: '<p>second</p>' },
      { from: 'author', html: 'thanks' },
    ],
    attachments: [{ s3Url: expect.stringContaining('/api/v1/help/attachments/') }],
  });
});

test('[AP-35] [HP-14] an image is served from an unguessable, expiring URL with headers that prevent scripts', async () => {
  const uploaded = await image('#c02040');
  const ticket = await openTicket(app, person, { images: [uploaded] });
  const url = ticket.attachments[0]?.s3Url ?? '';
  expect(new URL(url).origin).toBe(app.url);
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'inline; filename="image.png"',
    'cache-control': 'private, max-age=3600, immutable',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.equals(uploaded)).toBe(false);
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)]).toEqual([0xc0, 0x20, 0x40]);
  const parts = new URL(url).pathname.split('/');
  const changed = (nth: number, value: string) => app.request(parts.with(nth, value).join('/'));
  for (const [nth, value] of [
    [5, '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42'],
    [6, '9999999999'],
    [7, 'x'.repeat(43)],
    [8, 'x.html'],
  ] as const) {
    const forged = await changed(nth, value);
    expect([forged.status, (await readJson(forged)).code]).toEqual([403, 'link_invalid']);
  }
});

test('[AP-36] a ticket is deleted with its images', async () => {
  const ticket = await openTicket(app, person, { images: [await image(), await image()] });
  const url = ticket.attachments[0]?.s3Url ?? '';
  expect(await objectsOf(ticket.id)).toHaveLength(2);
  const { status, body } = await call('DELETE', `/help/tickets/${ticket.id}`);
  expect([status, body.message]).toEqual([200, 'Ticket deleted successfully!']);
  expect((await list()).data.tickets).toEqual([]);
  const afterDeletion = await fetch(url);
  expect([afterDeletion.status, (await readJson(afterDeletion)).code]).toEqual([
    404,
    'file_not_found',
  ]);
  const { rows } =
    await sql`select from deleted_objects where storage_key like 'tickets/%'`.execute(app.db);
  expect(rows).toEqual([]);
});

test('[AP-33] [AP-34] [AP-35] [AP-36] unauthenticated callers are rejected, invalid fields are named, and foreign tickets return 404', async () => {
  const { id } = await openTicket(app, person);
  const theirs = await openTicket(app, otherUser);
  const missing = (rest = '') =>
    [theirs.id, 2_000_000].map((one) => ({
      path: `/help/tickets/${one}${rest}`,
      ...(rest === '/messages' && { body: { text: 'x' } }),
    }));
  const missingCode = 'ticket_not_found';
  await expectErrors(app, person, { method: 'GET', path: '/help/tickets' });
  await expectErrors(app, person, { method: 'POST', path: '/help/tickets' });
  await expectErrors(app, person, {
    method: 'GET',
    path: `/help/tickets/${id}`,
    missing: missing(),
    missingCode,
  });
  await expectErrors(app, person, {
    method: 'POST',
    path: `/help/tickets/${id}/reopen`,
    missing: missing('/reopen'),
    missingCode,
  });
  await expectErrors(app, person, {
    method: 'POST',
    path: `/help/tickets/${id}/messages`,
    body: { text: 'x' },
    invalid: [
      [{}, 'text'],
      [{ text: ' ' }, 'text'],
      [{ text: 'x'.repeat(20_001) }, 'text'],
      [{ text: 'a\0' }, 'text'],
      [{ text: 'x', status: 'CLOSED' }, 'status'],
      [{ text: 'x', from: 'team' }, 'from'],
    ],
    missing: missing('/messages'),
    missingCode,
  });
  await expectErrors(app, person, {
    method: 'DELETE',
    path: `/help/tickets/${id}`,
    missing: missing(),
    missingCode,
  });
  expect((await otherUser.call('GET', `/help/tickets/${theirs.id}`)).status).toBe(200);
  for (const bad of ['0', 'x', '-1', '99999999999'])
    expect((await call('GET', `/help/tickets/${bad}`)).status).toBe(400);
});

test('a ticket sent twice with one idempotency key is created once, per sender', async () => {
  const again = { headers: { 'idempotency-key': 'one-and-the-same' }, images: [await image()] };
  const both = await Promise.all([openTicket(app, person, again), openTicket(app, person, again)]);
  const third = await openTicket(app, person, again);
  expect(new Set([...both, third].map(({ id }) => id)).size).toBe(1);
  expect((await list()).data.tickets).toHaveLength(1);
  expect(third.attachments).toHaveLength(1);
  expect((await openTicket(app, otherUser, again)).id).not.toBe(third.id);
  const { rows } =
    await sql`select from deleted_objects where storage_key like 'tickets/%'`.execute(app.db);
  expect(rows).toEqual([]);
});

test('the number of tickets per person and hour is limited', async () => {
  for (let nth = 0; nth < 20; nth += 1) await openTicket(app, person);
  const rejected = await postTicket(app, person);
  expect([rejected.status, (await readJson(rejected)).code]).toEqual([429, 'rate_limited']);
  expect((await postTicket(app, otherUser)).status).toBe(201);
});

test('context characters that the database cannot store are removed', async () => {
  const context = { page: 'a\0b\ud800', browser: '\ud83d\ude00' };
  const ticket = await openTicket(app, person, {
    fields: { title: 'x', context: JSON.stringify(context) },
  });
  expect(ticket.context).toEqual({ page: 'ab\ufffd', browser: '\ud83d\ude00' });
});
