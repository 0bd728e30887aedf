import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultForm } from '../../../../src/features/playground/form/capture-form.rules.ts';
import { buildPayload } from '../../../../src/features/playground/form/capture-request.ts';
import {
  sampleLanguages,
  sampleRequestOf,
  type SampleLanguage,
} from '../../../../src/features/playground/samples/index.ts';

const run = promisify(execFile);
const image = Buffer.from('the image');
const received: { path: string | undefined; key: unknown; body: unknown }[] = [];
let server: Server;
let folder: string;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samples-'));
  server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      received.push({ path: req.url, key: req.headers['x-api-key'], body });
      res.end(image);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const hostile = buildPayload({
  ...defaultForm,
  url: `https://example.com/?q='"$(id)\`id\`\\é`,
  project_id: '7',
  inject_css: 'a::after { content: "it\'s \\"quoted\\" \\\\ #{1} %s" }\n\t/* done */',
  inject_js: 'document.title = `${1}` + \'日本\' + "\\n"',
  custom_header: '{"x-team":"o\'neil"}',
});

function print(language: SampleLanguage, payload = hostile): string {
  const found = sampleLanguages.find(({ id }) => id === language);
  if (found === undefined) throw new Error(`no sample for ${language}`);
  return found.print(sampleRequestOf({ payload, origin, apiKey: 'sk_live_abc' }));
}

const commands: Partial<Record<SampleLanguage, (file: string) => [string, string[]]>> = {
  curl: (file) => ['sh', [file]],
  node: (file) => [
    process.execPath,
    ['--input-type=module', '--eval', `await import(${JSON.stringify(file)})`],
  ],
  python: (file) => ['python3', [file]],
};

describe('code samples', () => {
  test.each([
    ['curl', 'shot.sh'],
    ['node', 'shot.mjs'],
    ['python', 'shot.py'],
  ] as const)(
    '[PG-29] the %s sample sends the exact request and writes the image',
    async (language, name) => {
      const file = join(folder, name);
      await writeFile(file, print(language));
      const [command, args] = commands[language]?.(file) ?? ['', []];
      received.length = 0;
      await rm(join(folder, 'shot.png'), { force: true });
      await run(command, args, { cwd: folder, timeout: 20_000 });
      expect(received).toEqual([
        {
          path: '/api/v1/screenshots',
          key: 'sk_live_abc',
          body: { ...hostile, response_type: 'image' },
        },
      ]);
      expect(await readFile(join(folder, 'shot.png'))).toEqual(image);
    },
  );
});

test('[PG-29] every language is offered and sends HTML to the HTML endpoint', () => {
  const html = buildPayload({ ...defaultForm, mode: 'html', html: '<b>', project_id: '1' });
  expect(sampleLanguages.map(({ label }) => label)).toEqual([
    'cURL',
    'Node',
    'Python',
    'Go',
    'PHP',
    'Ruby',
    'Java',
    'C#',
  ]);
  for (const { id } of sampleLanguages) {
    expect(print(id, html)).toContain(`${origin}/api/v1/html-to-image`);
    expect(print(id, html)).toContain('sk_live_abc');
  }
});

test('[PG-29] quotes, backslashes and backticks are escaped for each language', () => {
  expect(print('php')).toContain(String.raw`content: "it\'s \\"quoted\\" \\\\ #{1}`);
  expect(print('ruby')).toContain(String.raw`content: "it\'s \\"quoted\\" \\\\ #{1}`);
  expect(print('go')).toContain(String.raw`\"inject_css\": \"a::after { content: \\\"it's`);
  expect(print('java')).toContain(String.raw`content: \\"it's \\\\\\"quoted`);
  expect(print('csharp')).toContain(String.raw`content: \"it's \\\"quoted`);
});
