import { expect, test } from 'vitest';
import { defaultForm } from '../../../src/features/playground/form/capture-form.rules.ts';
import {
  comparisonOf,
  entryOf,
  historyCount,
  withEntry,
} from '../../../src/features/playground/history/history.rules.ts';
import { readHistory, writeHistory } from '../../../src/features/playground/playground-storage.ts';
import { aScreenshot } from '../../fake-api.ts';

const form = { ...defaultForm, url: 'https://example.com/', width: '900' };
const entry = (id: number, change = {}) => {
  const made = entryOf(aScreenshot(id, change), form);
  if (made === undefined) throw new Error('no entry');
  return made;
};

test('[PG-37] an entry has the options of its capture, but no secrets', () => {
  const secret = {
    ...form,
    custom_header: '{"x":"secret-1"}',
    cookies: 'a=secret-2',
    proxy_url: 'http://u:secret-3@p.example:80',
    basic_auth_password: 'secret-4',
    steps: 'type #a secret-5',
    upload_url: 'https://bucket.example/?secret-6',
  };
  const made = entryOf(aScreenshot(1), secret);
  expect(made).toMatchObject({ form: { url: form.url, width: '900' }, hasSecrets: true });
  expect(JSON.stringify(made)).not.toContain('secret-');
  expect(entry(1).hasSecrets).toBe(false);
  const masked = { ...form, cookies: '***', setting_id: '9' };
  expect(entryOf(aScreenshot(1), masked)).toMatchObject({ form: masked, hasSecrets: false });
});

test('[PG-37] a capture without a file is not listed, and a document cannot be compared', () => {
  expect(entryOf(aScreenshot(1, { status: 'FAILED', screenshotUrl: null }), form)).toBeUndefined();
  expect(entry(1).isImage).toBe(true);
  expect(entry(1, { previewUrl: '/files/p.png' }).isImage).toBe(false);
});

test('[PG-37] the newest captures are listed, each once, for their user only', () => {
  const all = Array.from({ length: 15 }, (_, at) => entry(at + 1));
  const kept = all.reduce<ReturnType<typeof entry>[]>((list, one) => withEntry(list, one), []);
  expect(kept.map(({ id }) => id)).toEqual(
    all
      .toReversed()
      .slice(0, historyCount)
      .map(({ id }) => id),
  );
  expect(withEntry(kept, entry(14)).map(({ id }) => id)[0]).toBe(entry(14).id);
  expect(withEntry(kept, entry(14))).toHaveLength(historyCount);
  writeHistory('ada', kept);
  expect(readHistory('ada')).toEqual(kept);
  expect(readHistory('grace')).toEqual([]);
});

test('[PG-37] two entries are compared, the older one first', () => {
  const [old, middle, young] = [entry(1), entry(2), entry(3)];
  const list = [young, middle, old];
  const url = `/dashboard/compare?a=${old.id}&b=${young.id}`;
  expect(comparisonOf(list, [young.id, old.id])).toBe(url);
  expect(comparisonOf(list, [young.id])).toBeUndefined();
  expect(
    comparisonOf(
      list,
      list.map(({ id }) => id),
    ),
  ).toBeUndefined();
});
