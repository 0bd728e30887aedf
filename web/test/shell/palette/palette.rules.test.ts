import { describe, expect, test } from 'vitest';
import {
  paletteLimits,
  rankEntries,
  readRecent,
  withRecent,
  type EntryKind,
  type PaletteEntry,
} from '../../../src/shell/palette/entries.rules.ts';
import { matchScore } from '../../../src/shell/palette/match.rules.ts';

function entry(label: string, kind: EntryKind = 'page', detail?: string): PaletteEntry {
  return { id: `${kind}:${label}`, kind, label, detail, run: () => {} };
}

function found(query: string, labels: string[]): string[] {
  return rankEntries(
    labels.map((label) => entry(label)),
    query,
    [],
  ).map(({ label }) => label);
}

describe('a match', () => {
  test.each([
    ['api', 'API Keys'],
    ['fm', 'File Manager'],
    ['crkey', 'Create API key'],
    ['keys api', 'API Keys'],
    ['uber', 'Über uns'],
    ['(a+', 'https://x.example/(a+b)'],
    ['9f8e', '1d2c-9f8e-77'],
    ['9f8e-', '1d2c-9f8e-77'],
    ['\\d', 'C:\\docs'],
  ])('[GP-1] %j finds %j', (query, text) => {
    expect(matchScore(query, text)).toBeTypeOf('number');
  });

  test.each([
    ['xyz', 'API Keys'],
    ['api zebra', 'API Keys'],
    ['hyr', 'https://example.com/a/very/long/address/without/any/reason'],
    ['iles', 'Pixel schemes'],
  ])('%j does not find %j', (query, text) => {
    expect(matchScore(query, text)).toBeUndefined();
  });

  test('a match at the start of the text ranks above the start of a word, its middle and scattered letters', () => {
    expect(found('set', ['Zebra', 'Reset', 'Saved Settings', 'Settings', 'Some e t'])).toEqual([
      'Settings',
      'Saved Settings',
      'Reset',
      'Some e t',
    ]);
  });
});

describe('the list', () => {
  const entries = [
    entry('New capture', 'action'),
    entry('Overview'),
    entry('Website', 'project'),
    entry('Webhooks'),
    entry('https://web.example/', 'file', '6f0d0c5e-0000'),
  ];

  test('[GP-1] without a query shows recent choices first, then actions and pages', () => {
    expect(rankEntries(entries, ' ', ['project:Website', 'gone']).map((one) => one.label)).toEqual([
      'Website',
      'New capture',
      'Overview',
      'Webhooks',
    ]);
  });

  test('[GP-1] a recent choice ranks above its equals', () => {
    const labels = rankEntries(entries, 'we', ['page:Webhooks']).map((one) => one.label);
    expect(labels.slice(0, 2)).toEqual(['Webhooks', 'Website']);
  });

  test('[GP-1] finds a file by its id, ranked below matches by name', () => {
    expect(rankEntries(entries, '6f0d', []).map((one) => one.kind)).toEqual(['file']);
  });

  test('is limited to a readable length', () => {
    const many = Array.from({ length: 500 }, (_, index) => entry(`Page ${String(index)}`));
    expect(rankEntries(many, 'page', [])).toHaveLength(paletteLimits.shown);
  });
});

describe('recent choices', () => {
  test('the latest is listed first, once, and the list is limited', () => {
    expect(withRecent(['a', 'b'], 'b')).toEqual(['b', 'a']);
    expect(withRecent(['1', '2', '3', '4', '5', '6', '7', '8'], '9')).toHaveLength(8);
  });

  test.each([[null], ['{"a":1}'], ['no json'], ['[1,null]']])('%j counts as none', (stored) => {
    expect(readRecent(stored)).toEqual([]);
  });
});
