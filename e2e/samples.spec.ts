import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { readImage } from './support/image.ts';
import { serveSite } from './support/site.ts';
import { expect, test, type CallApi } from './support/story.ts';

const run = promisify(execFile);

interface Language {
  /** Tab of the Developer panel. */
  readonly label: string;
  /** Name of the file with the pasted code. */
  readonly file: string;
  readonly program: string;
  readonly args: readonly string[];
}

/** Languages whose tools every development machine has. */
const proven: readonly Language[] = [
  { label: 'cURL', file: 'pasted.sh', program: 'bash', args: ['pasted.sh'] },
  { label: 'Node', file: 'pasted.mjs', program: 'node', args: ['pasted.mjs'] },
  { label: 'Python', file: 'pasted.py', program: 'python3', args: ['pasted.py'] },
];

/** Languages whose tools may be missing. */
const others = [
  { label: 'Go', file: 'main.go', program: 'go', args: ['run', 'main.go'] },
  { label: 'PHP', file: 'pasted.php', program: 'php', args: ['pasted.php'] },
  { label: 'Ruby', file: 'pasted.rb', program: 'ruby', args: ['pasted.rb'] },
  { label: 'Java', file: 'Shot.java', program: 'java', args: ['Shot.java'] },
].filter(({ program }) => isInstalled(program));

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, program)));
}

/** Values that break a sample without proper escaping. */
const hostile = {
  query: `?q='"$(id)\`id\`\\é`,
  css: 'body { background: #00c }\n\t#red::after { content: "it\'s \\"quoted\\" \\\\ #{1} ${2} %s `x`" }',
  script: 'document.title = `${1}` + \'日本\' + "\\n"',
  header: { 'x-team': `o'neil "& co" \\ $HOME` },
  html: `<!doctype html>\n<title>It's "quoted" \\ \`x\` \${1} #{2} %s</title>\n<body style='margin:0;background:#0a0'>\n\t<div style="width:50px;height:50px;background:#c00" title="日本 &quot;é&quot;">"""</div>`,
};

/** Creates a project and a key for it; returns the key. */
async function createKey(callApi: CallApi): Promise<string> {
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'Samples',
  });
  const { apiKey } = await callApi<{ apiKey: { key: string } }>('POST', '/api-keys', {
    name: 'Samples',
    projectId: project.id,
    monthlyLimit: null,
  });
  return apiKey.key;
}

/** Copies the sample of a language from the Developer panel. */
async function copySample(page: Page, label: string): Promise<string> {
  const panel = page.getByRole('complementary', { name: 'Developer' });
  await panel.getByRole('tab', { name: label, exact: true }).click();
  await panel.getByRole('button', { name: `Copy ${label}`, exact: true }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const shown = (await panel.getByRole('tabpanel').locator('pre').textContent()) ?? '';
  await expect.poll(copied).toContain(shown.slice(0, 10));
  return copied();
}

/**
 * Runs a sample as pasted, in a separate folder; returns the only image it wrote. Throws with the
 * program's output.
 */
async function runSample(
  language: Language,
  text: string,
): Promise<{ name: string; bytes: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'shotwright-sample-'));
  try {
    await writeFile(join(folder, language.file), text);
    await run(language.program, language.args, { cwd: folder, timeout: 60_000 });
    const [name = 'no file', ...more] = (await readdir(folder)).filter(
      (one) => one !== language.file,
    );
    expect(more).toEqual([]);
    return { name, bytes: await readFile(join(folder, name)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openDeveloperPanel(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Developer' }).click();
}

async function fillHostilePage(page: Page, url: string): Promise<void> {
  await page.goto('/dashboard/playground?retina=true&width=400&height=300');
  await page.getByLabel('URL', { exact: true }).fill(url + hostile.query);
  await page.getByRole('button', { name: 'Advanced Options' }).click();
  await page.getByLabel('Custom CSS').fill(hostile.css);
  await page.getByLabel('Custom JavaScript').fill(hostile.script);
  await page.getByLabel('Custom headers').fill(JSON.stringify(hostile.header, null, 2));
  await openDeveloperPanel(page);
}

test('[PG-29] the cURL, Node and Python samples of a page with every option work as pasted', async ({
  memberPage: page,
  callApi,
}) => {
  test.slow();
  await using site = await serveSite();
  const key = await createKey(callApi);
  await fillHostilePage(page, site.url);
  for (const language of proven) {
    const sample = await copySample(page, language.label);
    expect(sample).toContain(key);
    const { name, bytes } = await runSample(language, sample);
    expect(name).toBe('shot.png');
    const facts = await readImage(page, bytes, [[700, 500]]);
    // The custom CSS made the page blue.
    expect(facts, language.label).toEqual({ width: 800, height: 600, colours: ['#0000cc'] });
    expect(site.requests.at(-1)).toMatchObject(hostile.header);
  }
  expect(site.requests).toHaveLength(proven.length);
});

test('[PG-29] the cURL, Node and Python samples of one element as JPEG work as pasted', async ({
  memberPage: page,
  callApi,
}) => {
  test.slow();
  await using site = await serveSite();
  await createKey(callApi);
  const query = new URLSearchParams({
    url: site.url,
    element_selector: '#red',
    file_type: 'jpeg',
    full_page: 'true',
    delay: '1',
  });
  await page.goto(`/dashboard/playground?${query.toString()}`);
  await openDeveloperPanel(page);
  for (const language of proven) {
    const { name, bytes } = await runSample(language, await copySample(page, language.label));
    expect(name).toBe('shot.jpg');
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    const { width, height } = await readImage(page, bytes);
    expect([width, height], language.label).toEqual([120, 80]);
  }
});

test('[PG-29] the cURL, Node and Python samples of pasted HTML work as pasted', async ({
  memberPage: page,
  callApi,
}) => {
  test.slow();
  await createKey(callApi);
  await page.goto('/dashboard/playground?mode=html&width=300&height=200');
  await page.getByRole('button', { name: 'Write HTML' }).click();
  const editor = page.getByRole('dialog', { name: 'HTML Code Editor' });
  await editor.getByRole('textbox').fill(hostile.html);
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await openDeveloperPanel(page);
  for (const language of [...proven, ...others]) {
    const { bytes } = await runSample(language, await copySample(page, language.label));
    const points = [
      [49, 49],
      [51, 51],
    ] as const;
    expect(await readImage(page, bytes, points), language.label).toEqual({
      width: 300,
      height: 200,
      colours: ['#cc0000', '#00aa00'],
    });
  }
});

for (const language of others) {
  test(`the ${language.label} sample of a page with every option works as pasted`, async ({
    memberPage: page,
    callApi,
  }) => {
    test.slow();
    await using site = await serveSite();
    await createKey(callApi);
    await fillHostilePage(page, site.url);
    const { bytes } = await runSample(language, await copySample(page, language.label));
    expect(await readImage(page, bytes, [[700, 500]])).toEqual({
      width: 800,
      height: 600,
      colours: ['#0000cc'],
    });
    expect(site.requests).toEqual([expect.objectContaining(hostile.header)]);
  });
}
