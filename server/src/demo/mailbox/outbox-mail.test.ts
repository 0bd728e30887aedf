import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { silentLogger } from '../../lib/logger.ts';
import { createOutboxMail } from './outbox-mail.ts';

let directory: string;
beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'shotwright-outbox-')), 'mailbox');
});
afterEach(() => rm(join(directory, '..'), { recursive: true, force: true }));

let timeMs = Date.parse('2026-01-01T00:00:00Z');
const clock = { now: () => new Date((timeMs += 1_000)) };
const messageFrom = (subject: string) => ({
  id: newId(),
  to: 'ada@example.com',
  subject,
  text: 'text',
  html: '<p>html</p>',
});

it.each([
  ['prints it in the log', true],
  ['does not log its content in production', false],
])('[SU-18] stores a readable mail and %s', async (_name, isPrinted) => {
  const lines: object[] = [];
  const logger = { ...silentLogger, info: (fields: object) => void lines.push(fields) };
  const outbox = createOutboxMail({ directory, logger, clock, isPrinted });
  const message = messageFrom('123456 is your code');
  expect(await outbox.send(message)).toBe('sent');
  expect(await outbox.list()).toEqual([{ ...message, sentAt: expect.any(String) }]);
  expect(await outbox.find(message.id)).toMatchObject(message);
  const { id, to, subject, text } = message;
  expect(lines).toEqual([isPrinted ? { to, subject, text } : { mailId: id }]);
});

it('is shared by processes of one machine and readable by its owner only', async () => {
  const options = { directory, logger: silentLogger, clock, isPrinted: false };
  const message = messageFrom('one');
  await createOutboxMail(options).send(message);
  expect(await createOutboxMail(options).find(message.id)).toMatchObject(message);
  const { mode } = await stat(join(directory, `${message.id}.json`));
  expect(mode & 0o077).toBe(0);
});

it('stores only the newest mails and lists them newest first', async () => {
  const outbox = createOutboxMail({
    directory,
    logger: silentLogger,
    clock,
    isPrinted: false,
    keep: 3,
  });
  for (const subject of ['1', '2', '3', '4', '5']) await outbox.send(messageFrom(subject));
  expect((await outbox.list()).map(({ subject }) => subject)).toEqual(['5', '4', '3']);
  expect(await readdir(directory)).toHaveLength(3);
});

it('is empty before the first mail and finds nothing outside its directory', async () => {
  const outbox = createOutboxMail({ directory, logger: silentLogger, clock, isPrinted: false });
  expect(await outbox.list()).toEqual([]);
  await writeFile(join(directory, '..', 'secret.json'), '{}');
  for (const id of ['../secret', '..%2fsecret', '/etc/passwd', '', newId()])
    expect(await outbox.find(id)).toBeUndefined();
});
