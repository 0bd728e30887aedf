import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sampleWebhookBody } from '@shotwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  verificationSamples,
  type VerificationLanguage,
} from '../../../src/features/webhooks/verification-samples.ts';

const run = promisify(execFile);
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = sampleWebhookBody('screenshot.completed').replace('Sample project', 'Zoë’s pages');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Message {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

function sign({ id, timestamp, body: text }: Omit<Message, 'signature'>): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`;
}

/** Code appended to a sample that calls it with `secret id timestamp signature body`, and the commands that run it. */
interface Caller {
  readonly file: string;
  readonly code: string;
  /** Written to a separate file, for a language whose imports come first. */
  readonly beside?: { readonly file: string; readonly code: string };
  readonly commands: (file: string) => [string, ...string[]][];
}

const callers: Partial<Record<VerificationLanguage, Caller>> = {
  node: {
    file: 'main.mjs',
    code: `
const [secret, id, timestamp, signature, body] = process.argv.slice(2);
const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
if (verifyWebhook(secret, headers, body).data === undefined) process.exit(3);`,
    commands: (file) => [[process.execPath, file]],
  },
  python: {
    file: 'main.py',
    code: `
import sys

secret, message_id, timestamp, signature, body = sys.argv[1:]
headers = {"webhook-id": message_id, "webhook-timestamp": timestamp, "webhook-signature": signature}
verify_webhook(secret, headers, body.encode())["data"]`,
    commands: (file) => [['python3', file]],
  },
  go: {
    file: 'webhook.go',
    code: '',
    beside: {
      file: 'main.go',
      code: `package main

import (
	"log"
	"net/http"
	"os"
)

func main() {
	headers := http.Header{}
	headers.Set("webhook-id", os.Args[2])
	headers.Set("webhook-timestamp", os.Args[3])
	headers.Set("webhook-signature", os.Args[4])
	if err := Verify(os.Args[1], headers, []byte(os.Args[5])); err != nil {
		log.Fatal(err)
	}
}
`,
    },
    commands: (file) => [
      ['go', 'build', '-o', join(folder, 'verify'), join(folder, 'main.go'), file],
      [join(folder, 'verify')],
    ],
  },
  php: {
    file: 'main.php',
    code: `
[, $secret, $id, $timestamp, $signature, $body] = $argv;
$headers = ['webhook-id' => $id, 'webhook-timestamp' => $timestamp, 'webhook-signature' => $signature];
verify_webhook($secret, $headers, $body)['data'];`,
    commands: (file) => [['php', file]],
  },
  ruby: {
    file: 'main.rb',
    code: `
secret, id, timestamp, signature, body = ARGV
headers = { "webhook-id" => id, "webhook-timestamp" => timestamp, "webhook-signature" => signature }
verify_webhook(secret, headers, body).fetch("data")`,
    commands: (file) => [['ruby', file]],
  },
  java: {
    file: 'Webhook.java',
    code: `
class Main {
    public static void main(String[] given) throws Exception {
        Webhook.verify(given[0], Map.of("webhook-id", given[1], "webhook-timestamp", given[2],
            "webhook-signature", given[3]), given[4].getBytes(StandardCharsets.UTF_8));
    }
}`,
    commands: (file) => [
      ['javac', '-encoding', 'UTF-8', '-d', folder, file],
      ['java', '-Dsun.jnu.encoding=UTF-8', '-Dfile.encoding=UTF-8', '-cp', folder, 'Main'],
    ],
  },
};

/** Writes a sample and its caller to a file and returns a function that runs it with a message; undefined if its language is not installed. */
async function prepare(language: VerificationLanguage) {
  const caller = callers[language];
  if (caller === undefined) return undefined;
  const file = join(folder, caller.file);
  const sample = verificationSamples.find(({ id }) => id === language);
  // Go runs only a package named main, so the sample's package is renamed.
  const code = (sample?.code ?? '').replace(/^package webhook$/m, 'package main');
  await writeFile(file, `${code}${caller.code}\n`);
  if (caller.beside) await writeFile(join(folder, caller.beside.file), caller.beside.code);
  const commands = caller.commands(file);
  if (!(await isInstalled(commands[0]?.[0] ?? ''))) return undefined;
  for (const [command, ...args] of commands.slice(0, -1)) await run(command, args);
  const [command = '', ...fixedArgs] = commands.at(-1) ?? [];
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  return async (message: Message) => {
    const { id, timestamp, signature } = message;
    const args = [...fixedArgs, secret, id, timestamp, signature, message.body];
    try {
      await run(command, args, { env, timeout: 20_000 });
      return 'accepted';
    } catch (error) {
      return /webhook (signature is wrong|is too old)/.exec(String(error))?.[1] ?? String(error);
    }
  };
}

/** A program that rejects the argument with an error is installed. */
function isInstalled(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

describe('the verification samples', () => {
  test('match the example of the Standard Webhooks library', () => {
    const message = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: '1614265330',
      body: '{"test": 2432232314}',
    };
    expect(sign(message)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test.for(['node', 'python', 'go', 'php', 'ruby', 'java'] as const)(
    '[WH-11] in %s accept a valid signature, also beside another one, and nothing else',
    async (language, { skip }) => {
      const verify = await prepare(language);
      if (verify === undefined) return skip('not installed');
      const now = Math.floor(Date.now() / 1_000);
      const plain = { id: 'msg_1', timestamp: String(now), body };
      const signature = sign(plain);
      const old = { ...plain, timestamp: String(now - 400) };
      expect(await verify({ ...plain, signature })).toBe('accepted');
      expect(await verify({ ...plain, signature: `v1,${'A'.repeat(43)}= ${signature}` })).toBe(
        'accepted',
      );
      expect(await verify({ ...plain, signature, body: `${body} ` })).toBe('signature is wrong');
      expect(await verify({ ...plain, signature, id: 'msg_2' })).toBe('signature is wrong');
      expect(await verify({ ...plain, signature: 'v1,' })).toBe('signature is wrong');
      expect(await verify({ ...old, signature: sign(old) })).toBe('is too old');
      return undefined;
    },
  );
});
