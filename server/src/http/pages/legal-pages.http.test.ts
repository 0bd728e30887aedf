import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpServer } from '../../../test/http-server.ts';
import { testRuntimeConfig } from '../../../test/runtime-config.ts';
import { apiPages } from './service-pages.ts';
import { legalPages, readLegalTexts } from './legal-pages.ts';

function directoryWith(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'shotwright-legal-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(directory, name), content);
  return directory;
}

test('[RT-14] legal texts of the operator are pages without a session, linked from the documentation', async () => {
  const texts = readLegalTexts(
    directoryWith({
      'terms.md': '# Terms & conditions\n\n## Scope\n\n- First\n',
      'imprint.md': '# Imprint\n\nShot & Co',
      'notes.txt': 'not shown',
    }),
  );
  const runtimeConfig = { ...testRuntimeConfig, legalPages: texts };
  const docs = apiPages({
    runtimeConfig,
    publicUrl: 'http://localhost',
    devices: [],
    rateLimits: { key: 1, session: 1, address: 1, link: 1 },
  });
  const server = await startHttpServer({ pages: [...docs, ...legalPages(texts, 'Shot & Co')] });
  onTestFinished(() => server.close());
  const terms = await server.request('/legal/terms');
  const html = await terms.text();
  expect([terms.status, terms.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  expect(html).toContain('<title>Terms &amp; conditions · Shot &amp; Co</title>');
  expect(html).toContain('<h1>Terms &amp; conditions</h1>');
  expect(html).toContain('<li>First</li>');
  expect((await server.request('/legal/imprint')).status).toBe(200);
  expect((await server.request('/legal/notes')).status).toBe(404);
  expect(await (await server.request('/docs')).text()).toContain(
    '<footer><a href="/legal/imprint">Imprint</a> <a href="/legal/terms">Terms &amp; conditions</a></footer>',
  );
});

test.each([
  [{}, /^The directory ".*" has no file "\*\.md"$/],
  [
    { 'Terms of use.md': '# Terms' },
    /^The name of "Terms of use\.md" must have lower-case letters/,
  ],
  [{ 'terms.md': 'Terms' }, /^The file "terms\.md" must have a title/],
])('[RT-14] a directory that cannot be used is rejected: %o', (files, message) => {
  expect(() => readLegalTexts(directoryWith(files))).toThrow(message);
});

test('[RT-14] a directory that does not exist is rejected', () => {
  expect(() => readLegalTexts('/no/such/texts')).toThrow(
    'The directory "/no/such/texts" cannot be read',
  );
});
