import { expect, test } from 'vitest';
import { captureOptionsOf, storedOptionsOf, urlCaptureSchema } from '@shotwright/contract';
import { matchKeyOf } from './match-key.rules.ts';

const url = 'https://example.com/';
const keyOf = (fields: object, masks = {}) => {
  const options = captureOptionsOf(urlCaptureSchema.parse({ url, ...fields }));
  return matchKeyOf({ url: options.url ?? url, options: storedOptionsOf(options, masks) });
};

test.each([
  { url: 'https://EXAMPLE.com' },
  { width: 1_280, height: 720, full_page: false },
  { tags: ['a'], external_id: '1', retention_days: 1, accept_verdicts: ['blank'] },
  { file_name: 'other', cache: true, cache_ttl: 60 },
])('[RP-2] %j does not change the key', (fields) => {
  expect(keyOf(fields)).toBe(keyOf({}));
});

test('[RP-2] each option that changes the image changes the key', () => {
  const changes = [
    {},
    { url: 'https://example.com/?page=2' },
    { url: 'https://example.com/#second' },
    { width: 300 },
    { full_page: true },
    { emulate_device: 'iPhone 15' },
    { file_type: 'jpeg' },
    { inject_css: 'p{}' },
    { deterministic: true },
  ];
  expect(new Set(changes.map((fields) => keyOf(fields))).size).toBe(changes.length);
});

test('[RP-2] secrets count by their masks', () => {
  const masks = { basic_auth_password: '••••' };
  const keys = ['one', 'two'].map((basic_auth_password) =>
    keyOf({ basic_auth_user: 'ada', basic_auth_password }, masks),
  );
  expect(keys[0]).toBe(keys[1]);
  expect(keys[0]).not.toBe(keyOf({ basic_auth_user: 'ada' }));
});

test('[RP-2] options stored by a later release with their default keep the key', () => {
  const options = storedOptionsOf(captureOptionsOf(urlCaptureSchema.parse({ url })));
  const { retina: _, ...older } = options;
  expect(matchKeyOf({ url, options: older })).toBe(matchKeyOf({ url, options }));
  expect(options).toHaveProperty('retina');
});
