import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOutboxMail, type OutboxMail } from './outbox-mail.ts';
import { systemClock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import { silentLogger } from '../../lib/logger.ts';
import { createMailboxMount } from './mailbox.ts';

let directory: string;
let outbox: OutboxMail;
let server: Server;
let origin: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'shotwright-mailbox-'));
  outbox = createOutboxMail({
    directory,
    logger: silentLogger,
    clock: systemClock,
    isPrinted: false,
  });
  const { handle } = createMailboxMount(outbox, [
    { subject: 'Welcome <b>', text: 'Hello text', html: '<p>Hello html</p>' },
  ]);
  server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true, force: true });
});

const get = async (path: string, init?: RequestInit) => {
  const res = await fetch(`${origin}/dev/mailbox${path}`, init);
  return { status: res.status, text: await res.text(), headers: res.headers };
};
const mail = {
  id: newId(),
  to: 'ada@example.com',
  subject: '123456 is your code <script>',
  text: 'Set it here:\nhttp://localhost:3000/reset-password?token=a_b-c\n<img src=x onerror=alert(1)>',
  html: '<p style="color:red">Hello</p><script>alert(1)</script>',
};

it('[SU-18, DX-23] shows mail in the browser as text and HTML, and as JSON for tests', async () => {
  expect((await get('')).text).toContain('No mail yet.');
  await outbox.send(mail);
  await outbox.send({ ...mail, id: newId(), to: 'eve@example.com' });
  const list = await get('/');
  expect(list.text).toContain(`href="/dev/mailbox/messages/${mail.id}"`);
  expect(list.text).toMatch(/<time datetime="[^"]+Z">\w{3} \d\d, \d{4}, \d\d:\d\d:\d\d UTC</);
  const { messages } = JSON.parse((await get('/messages?to=Ada@example.com')).text);
  expect(messages).toEqual([{ ...mail, sentAt: expect.any(String) }]);
  const page = await get(`/messages/${mail.id}`);
  expect(page.text).toContain('<a href="http://localhost:3000/reset-password?token=a_b-c">');
  expect((await get(`/messages/${mail.id}/html`)).text).toBe(mail.html);
});

it('[DX-23] shows a sample of each email of the product as text and HTML', async () => {
  expect((await get('')).text).toContain('href="/dev/mailbox/previews"');
  const list = (await get('/previews')).text;
  expect(list).toContain('<a href="/dev/mailbox/previews/0">Welcome &lt;b&gt;</a>');
  const sample = (await get('/previews/0')).text;
  expect(sample).toContain('<pre class="paper">Hello text</pre>');
  expect(sample).toContain('src="/dev/mailbox/previews/0/html"');
  const { text, headers } = await get('/previews/0/html');
  expect(text).toBe('<p>Hello html</p>');
  expect(headers.get('content-security-policy')).toContain('sandbox');
  for (const id of ['1', '-1', 'length']) expect((await get(`/previews/${id}`)).status).toBe(404);
});

it('runs no scripts contained in a mail', async () => {
  for (const path of ['', `/messages/${mail.id}`]) {
    const { text, headers } = await get(path);
    expect(text).not.toMatch(/<script|<img/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  const { headers } = await get(`/messages/${mail.id}/html`);
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  expect(headers.get('content-security-policy')).not.toContain('allow-scripts');
});

it('returns 404 for unknown mail and rejects writes', async () => {
  for (const path of [`/messages/${newId()}`, '/messages/..%2f..%2fsecret', '/other'])
    expect((await get(path)).status).toBe(404);
  expect((await get('', { method: 'POST' })).status).toBe(405);
});
