import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Form {
  readonly name: string;
  readonly description: string;
  readonly body: readonly {
    readonly type: string;
    readonly id?: string;
    readonly attributes: { readonly label?: string; readonly value?: string };
  }[];
}

test('[DX-19] the repository says how to report a vulnerability, which versions get fixes, and names each threat', () => {
  const text = read('SECURITY.md');
  for (const part of ['Report a vulnerability', 'Supported versions', 'docs/site/security.md'])
    expect(text).toContain(part);
  const threats = [...text.matchAll(/^\| ([^|]+?) +\| .*docs\/decisions\/.*\|$/gm)].map(
    ([, threat = '']) => threat,
  );
  for (const word of ['SSRF', 'renderer', 'Script in HTML mode', 'Webhooks', 'API key'])
    expect([word, threats.some((threat) => threat.includes(word))]).toEqual([word, true]);
});

test.each(['CONTRIBUTING.md', 'LICENSE', 'CHANGELOG.md', 'ARCHITECTURE.md'])(
  '[DX-19] the README links to %s, which has content',
  (path) => {
    expect(read('README.md')).toContain(`](${path})`);
    expect(read(path).length).toBeGreaterThan(300);
  },
);

test.each(['overview', 'playground', 'files', 'docs'])(
  '[DX-15] the README shows the screen %s, captured by the product, in at most 150 KB',
  (name) => {
    const path = `docs/images/screens/${name}.webp`;
    expect(read('README.md')).toContain(`](${path})`);
    const { size } = statSync(join(root, path));
    expect(size).toBeGreaterThan(10_000);
    expect(size).toBeLessThan(150_000);
  },
);

const formsDir = '.github/ISSUE_TEMPLATE';
test.each(readdirSync(join(root, formsDir)).filter((name) => name !== 'config.yml'))(
  '[DX-19] the form %s has a question with a label of its own in each field',
  (name) => {
    const form: Form = parse(read(join(formsDir, name)));
    expect([typeof form.name, typeof form.description]).toEqual(['string', 'string']);
    const fields = form.body.filter(({ type }) => type !== 'markdown');
    expect(fields.length).toBeGreaterThan(2);
    for (const { type, attributes } of fields) {
      expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
      expect(attributes.label).toBeTruthy();
    }
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  },
);
