import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestKey } from '../../../test/app.ts';
import {
  newWebhookSecret,
  webhookHeaders,
} from '../../features/webhooks/events/signature.rules.ts';

const run = promisify(execFile);
const siteDir = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'site');

interface Sample {
  readonly title: string;
  readonly guide: string;
  readonly language: string;
  readonly code: string;
}

/** Samples of the guides that are marked as runnable. */
const samples: readonly Sample[] = readdirSync(siteDir).flatMap((name) => {
  const guide = name.replace(/\.md$/, '');
  const fences = readFileSync(join(siteDir, name), 'utf8').matchAll(
    /^```(\w+) runnable\n(.*?)\n```$/gms,
  );
  return [...fences].map(([, language = '', code = ''], index) => ({
    title: `${guide} ${index + 1} (${language})`,
    guide,
    language,
    code,
  }));
});

const programs: Readonly<Record<string, { file: string; command: string; args: string[] }>> = {
  sh: { file: 'sample.sh', command: 'bash', args: ['-euo', 'pipefail'] },
  js: { file: 'sample.mjs', command: 'node', args: [] },
  py: { file: 'sample.py', command: 'python3', args: [] },
};

/** First bytes of the files that samples write, by the ending of their name. */
const signatures: Readonly<Record<string, string>> = { png: '\x89PNG', webp: 'RIFF', pdf: '%PDF' };

let app: TestApp;
let key: TestKey;
let page: Server;
let pageUrl: string;
beforeAll(async () => {
  page = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Sample</title><h1>Sample</h1>');
  });
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  const address = page.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  pageUrl = `http://127.0.0.1:${address.port}`;
  app = await startTestApp({
    hasWorker: true,
    env: { ALLOW_PRIVATE_TARGETS: `127.0.0.1:${address.port}` },
  });
  key = await app.apiKey();
});
afterAll(async () => {
  await app.close();
  page.closeAllConnections();
  page.close();
});

test('[DX-7] the guides have runnable samples in each language', () => {
  const languages = new Set(samples.map(({ language }) => language));
  expect([...languages].toSorted((a, b) => a.localeCompare(b))).toEqual(['js', 'py', 'sh']);
});

test.each(samples)('[DX-7] the sample $title works as it is printed', async (sample) => {
  const { stdout, files } = await runSample(sample);
  expect(stdout).not.toContain('undefined');
  for (const [name, start] of files) {
    const signature = signatures[name.split('.').at(-1) ?? ''];
    expect([name, signature !== undefined && start.startsWith(signature)]).toEqual([name, true]);
  }
  const named = [...sample.code.matchAll(/\b[a-z]+\.(?:png|webp|pdf)\b/g)].map(([name]) => name);
  expect(files.map(([name]) => name)).toEqual(expect.arrayContaining(named));
});

test('[DX-14] each recipe has a program that is run', () => {
  const recipes = readFileSync(join(siteDir, 'recipes.md'), 'utf8').split(/^## /m).slice(1);
  expect(recipes.map((recipe) => recipe.split('\n')[0])).toEqual([
    'Social cards',
    'Visual check in CI',
    'Thumbnails for a CMS',
    'Invoice to PDF',
  ]);
  expect(recipes.filter((recipe) => !/^```\w+ runnable$/m.test(recipe))).toEqual([]);
});

test('[DX-14] the visual check fails if the baseline differs', async () => {
  const sample = samples.find(({ guide, language }) => guide === 'recipes' && language === 'sh')!;
  const changed = { ...sample, code: `echo other >baseline.png\n${sample.code}` };
  await expect(runSample(changed)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The page has changed'),
  });
});

test.each(['js', 'py'])(
  '[DX-8] the %s sample accepts a genuine webhook, and rejects a changed or old one',
  async (language) => {
    const sample = samples.find((one) => one.guide === 'webhooks' && one.language === language);
    const secret = newWebhookSecret();
    const id = 'msg_1';
    const body = '{"type":"screenshot.completed","url":"é"}';
    const headersAt = (at: Date) =>
      webhookHeaders({ id, at, body, secrets: [newWebhookSecret(), secret] });
    const headers = headersAt(new Date());
    const old = headersAt(new Date(Date.now() - 10 * 60_000));
    const cases = [
      [body, headers],
      [`${body} `, headers],
      [body, old],
    ];
    const calls = {
      js: `const secret = ${JSON.stringify(secret)};
for (const [body, headers] of ${JSON.stringify(cases)}) console.log(isGenuine(body, headers, secret));`,
      py: `import json
for body, headers in json.loads(${JSON.stringify(JSON.stringify(cases))}):
    print(str(is_genuine(body.encode(), headers, ${JSON.stringify(secret)})).lower())`,
    }[language];
    const { stdout } = await runSample({ ...sample!, code: `${sample?.code}\n\n${calls}` });
    expect(stdout.trim().split('\n')).toEqual(['true', 'false', 'false']);
  },
);

/** Runs a sample in a new folder; returns its output and the files it wrote with their first bytes. */
async function runSample({ language, code }: Sample) {
  const program = programs[language];
  if (program === undefined) throw new Error(`The language ${language} cannot be run.`);
  const folder = mkdtempSync(join(tmpdir(), 'shotwright-sample-'));
  try {
    const text = code
      .replaceAll('{{apiUrl}}', `${app.url}/api/v1`)
      .replaceAll('{{publicUrl}}', app.url)
      .replaceAll('https://example.com', pageUrl);
    expect(text).not.toContain('{{');
    writeFileSync(join(folder, program.file), text);
    // An error status makes curl fail.
    writeFileSync(join(folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');
    const env = { ...process.env, SHOTWRIGHT_API_KEY: key.key, CURL_HOME: folder };
    const { stdout } = await run(program.command, [...program.args, program.file], {
      cwd: folder,
      env,
      timeout: 60_000,
    });
    const files = readdirSync(folder)
      .filter((name) => name !== program.file && name !== '.curlrc' && name !== '__pycache__')
      .map((name): [string, string] => [
        name,
        readFileSync(join(folder, name)).subarray(0, 8).toString('latin1'),
      ]);
    return { stdout, files };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
