import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { readJson } from '../../../test/screenshots-app.ts';
import { addEntry } from '../credits/credits.store.ts';
import { makeStaff, openTicket, image } from '../../../test/tickets.ts';

let app: TestApp;
let staff: TestSession;
let other: TestSession;
beforeAll(async () => {
  app = await startTestApp();
  [staff, other] = await Promise.all([app.session(), app.session()]);
  await makeStaff(app, staff);
  await makeStaff(app, other);
});
afterAll(() => app.close());

const call = async (method: string, path: string, body?: unknown) => {
  const response = await staff.call(method, path, body);
  return { status: response.status, body: await readJson(response) };
};

test('[SF-2] a ticket includes plan, credits, the last 20 captures with their errors and other tickets, without secrets', async () => {
  const author = await app.session();
  const { key } = await app.apiKey({ of: author });
  const made = await readJson(await author.call('POST', '/projects', { name: 'Site' }));
  const projectId: number = made.data.project.id;
  const url = 'https://shop.example/cart?token=s3cret#frag';
  const capture = {
    url,
    project_id: projectId,
    custom_header: JSON.stringify({ 'x-token': 's3cret' }),
  };
  for (let nth = 0; nth < 21; nth += 1)
    await author.call('POST', '/screenshots/dashboard', capture);
  await author.call('POST', '/html-to-image/dashboard', {
    html: '<p>s3cret</p>',
    project_id: projectId,
  });
  await sql`update screenshots set status = 'FAILED', url = replace(url, '//', '//user:hunter2@'), finished_at = now(), failure_code = 'dns_error', secrets_sealed = null,
    failure_message = 'No host: https://u:s3cret@shop.example/cart?token=s3cret.' where url is not null
    and organization_id = ${author.organizationId}`.execute(app.db);
  const elder = await openTicket(app, author, { fields: { title: 'Elder' } });
  const { id } = await openTicket(app, author, {
    fields: { title: 'Help', description: 'It fails', context: '{"plan":"Free"}' },
    images: [await image()],
  });
  await addEntry(app.db, {
    organizationId: author.organizationId,
    amount: 500,
    kind: 'coupon',
    isLasting: true,
    uniqueKey: 'coupon:1',
    note: null,
  });
  const { body } = await call('GET', `/staff/tickets/${id}`);
  const { ticket } = body.data;
  expect(ticket).toMatchObject({
    description: 'It fails',
    context: { plan: 'Free' },
    attachments: [{ widthPx: 24 }],
    customer: {
      userId: author.userId,
      organizationId: author.organizationId,
      name: 'Ada Test',
      email: author.email,
      planName: 'Free',
      creditsGranted: 600,
      otherTickets: [{ id: elder.id, title: 'Elder', status: 'OPEN' }],
    },
  });
  expect((await fetch(ticket.attachments[0].s3Url)).status).toBe(200);
  expect(ticket.customer.captures).toHaveLength(20);
  expect(ticket.customer.captures[0]).toMatchObject({ url: null, status: 'PENDING', error: null });
  expect(ticket.customer.captures[1]).toMatchObject({
    url: 'https://shop.example/cart',
    status: 'FAILED',
    code: 'dns_error',
    error: 'No host: https://shop.example/cart',
  });
  const text = JSON.stringify(body);
  for (const secret of ['s3cret', 'hunter2', key, 'frag', 'password'])
    expect(text).not.toContain(secret);
});

test('[SF-1] saved replies are shared by all staff and deletable, and both actions are logged', async () => {
  const saved = await call('POST', '/staff/saved-replies', {
    name: ' Hello ',
    markdown: 'Hello **you**',
  });
  expect(saved.status).toBe(201);
  const { savedReply } = saved.body.data;
  expect(savedReply).toEqual({ id: expect.any(Number), name: 'Hello', markdown: 'Hello **you**' });
  const listed = await readJson(await other.call('GET', '/staff/saved-replies'));
  expect(listed.data.savedReplies).toContainEqual(savedReply);
  expect((await call('DELETE', `/staff/saved-replies/${savedReply.id}`)).status).toBe(200);
  expect((await call('GET', '/staff/saved-replies')).body.data.savedReplies).toEqual([]);
  const lines = await app.db
    .selectFrom('staff_actions')
    .select(['actor_user_id', 'action'])
    .where('subject_kind', '=', 'saved_reply')
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { actor_user_id: staff.userId, action: 'saved_reply.create' },
    { actor_user_id: staff.userId, action: 'saved_reply.delete' },
  ]);
});
