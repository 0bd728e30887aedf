import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCaptureEngine, type CaptureEngine, type CaptureResult } from '../../src/index.ts';
import { isUniform } from '../../src/page/verdict/uniform-image.ts';
import { specOf, type SpecPart } from '../spec-of.ts';
import { startPatternServer, type PatternServer } from './pattern-server.ts';
import { verdictPages } from './verdict-pages.ts';

const group = { name: 'verdict', patterns: verdictPages };
let server: PatternServer;
let engine: CaptureEngine;

beforeAll(async () => {
  server = await startPatternServer([group]);
  const allowPrivateTargets = [`127.0.0.1:${server.port}`];
  engine = await createCaptureEngine({ concurrency: 4, allowPrivateTargets });
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

function capture(name: string, part: SpecPart = {}): Promise<CaptureResult> {
  const pattern = verdictPages.find((one) => one.name === name);
  if (pattern === undefined) throw new Error(`no page ${name}`);
  return engine.capture(specOf(server.urlOf(group, pattern), part), { owner: 'test' });
}

describe('the verdict about an image', () => {
  for (const { name, verdict } of verdictPages) {
    test(`${name}: ${verdict.join(', ')}`, { concurrent: true }, async () => {
      const { report } = await capture(name);
      const [kind, ...reasons] = verdict;
      expect(report.verdict).toMatchObject({ kind, reasons });
    });
  }
});

test.each<[string, SpecPart]>([
  ['a JPEG', { fileType: 'jpeg' }],
  ['a full page', { isFullPage: true }],
  ['a large scale', { viewport: { deviceScaleFactor: 3 } }],
  ['a small viewport', { viewport: { widthPx: 120, heightPx: 80 } }],
  ['a page without scripts', { isJavaScriptDisabled: true }],
])('an empty page is blank in %s', async (_, part) => {
  const { report } = await capture('empty', part);
  expect(report.verdict).toMatchObject({ kind: 'blank' });
});

test('headers of the capture do not hide the headers of the response', async () => {
  const { report } = await capture('cloudflare', { headers: { 'x-test': '1' } });
  expect(report.verdict).toMatchObject({ kind: 'bot_challenge' });
});

test('inline HTML has a verdict about its content', async () => {
  const html = '<title>404 Not Found</title>';
  const result = await engine.capture(specOf('', { source: { kind: 'html', html } }), {
    owner: 'test',
  });
  expect(result.report.verdict).toMatchObject({ kind: 'host_error', confidence: 'low' });
});

test('a capture without an image has no verdict', async () => {
  const { report } = await capture('good', { elementSelector: '#missing' });
  expect(report.verdict).toBeNull();
});

test('an image with a line of text is not decoded', async () => {
  const result = await capture('good');
  if (!result.ok) throw new Error(result.detail);
  const { bytes, widthPx, heightPx } = result.image;
  expect(bytes.length / (widthPx * heightPx)).toBeGreaterThan(0.03);
  expect(await isUniform(result.image)).toBe(false);
});
