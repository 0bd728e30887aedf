import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { silentLogger } from '../../lib/logger.ts';
import { createSmtpMail } from './smtp-mail.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A real SMTP server that records the commands and messages it receives. */
async function startServer(options: SMTPServerOptions = {}) {
  const received: { from: string; to: string[]; user: unknown; data: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('no such user')),
    onData: (stream, { envelope, user }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user,
          data: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has a port
  const { port } = server.server.address() as AddressInfo;
  return { received, port };
}

function open(smtpUrl: string, stepTimeoutMs = 2_000) {
  const from = 'Shotwright <no-reply@shots.example>';
  const mail = createSmtpMail({ smtpUrl, from, logger: silentLogger, stepTimeoutMs });
  closing.push(mail.close);
  return mail;
}

const message = {
  id: '0198c7a0-0000-7000-8000-000000000001',
  to: 'ada@example.com',
  subject: 'Prüfcode – 123456',
  text: 'Hello Ada,\n\n.a line that begins with a dot\n',
  html: '<p>Hello Ada</p>',
};

it('a mail is delivered over SMTP with sender, recipient, text and HTML parts and a stable id', async () => {
  const { received, port } = await startServer();
  expect(await open(`smtp://sender:right@127.0.0.1:${port}`).send(message)).toBe('sent');
  const [mail] = received;
  expect(mail).toMatchObject({
    from: 'no-reply@shots.example',
    to: ['ada@example.com'],
    user: 'sender',
  });
  expect(mail?.data).toContain('From: Shotwright <no-reply@shots.example>');
  expect(mail?.data).toContain(`Message-ID: <${message.id}@shotwright>`);
  expect(mail?.data).toContain('Auto-Submitted: auto-generated');
  expect(mail?.data).toContain('Content-Type: text/plain');
  expect(mail?.data).toContain('Content-Type: text/html');
  expect(mail?.data).toContain('\r\n.a line that begins with a dot');
});

it.each([
  ['a,eve@example.com'],
  ['<eve@example.com>,a@example.com'],
  ['"eve@example.com"@example.com'],
])('an email address yields at most one recipient, whatever it contains: %s', async (to) => {
  const { received, port } = await startServer();
  const mail = open(`smtp://127.0.0.1:${port}`);
  await mail.send({ ...message, to }).catch(() => undefined);
  expect(received.flatMap((one) => one.to)).not.toContain('eve@example.com');
  expect(received.flatMap((one) => one.to).length).toBeLessThanOrEqual(1);
});

it('names and subjects cannot inject headers into a mail', async () => {
  const { received, port } = await startServer();
  await open(`smtp://127.0.0.1:${port}`)
    .send({
      ...message,
      subject: 'Hello\r\nBcc: eve@example.com',
      to: 'ada@example.com\r\nRCPT TO:<eve@example.com>',
    })
    .catch(() => undefined);
  const text = received.map(({ data }) => data).join('');
  expect(text).not.toMatch(/^Bcc:/m);
  expect(received.flatMap((one) => one.to)).not.toContain('eve@example.com');
});

it('a permanently rejected recipient is not retried', async () => {
  const { port } = await startServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
  });
  expect(await open(`smtp://127.0.0.1:${port}`).send(message)).toBe('refused');
});

it.each([
  ['is busy', 451],
  ['is full', 452],
])('delivery is retried if the server %s', async (_name, responseCode) => {
  const { port } = await startServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('later'), { responseCode })),
  });
  await expect(open(`smtp://127.0.0.1:${port}`).send(message)).rejects.toThrow('later');
});

it('delivery is retried with wrong SMTP credentials because they may be corrected', async () => {
  const { port } = await startServer();
  await expect(open(`smtp://sender:wrong@127.0.0.1:${port}`).send(message)).rejects.toThrow(
    /no such user|Invalid login/,
  );
});

it('an unreachable or silent server fails before the deadline', async () => {
  const { port } = await startServer({ onConnect: () => undefined });
  // The load of the machine decides which of the two deadlines expires first.
  await expect(open(`smtp://127.0.0.1:${port}`, 300).send(message)).rejects.toThrow(
    /Greeting never received|Timeout/,
  );
  await expect(open('smtp://127.0.0.1:1', 300).send(message)).rejects.toThrow(/ECONNREFUSED/);
});
