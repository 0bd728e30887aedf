import { expect, test } from 'vitest';
import { defaultCreditPrices } from '../paths/plans.ts';
import { withCanonicalNames } from './aliases.ts';
import { optionDocs } from './docs.ts';
import { findOptionConflict } from './exclusions.ts';
import { capturePriceOf } from './price.ts';
import { captureOptions } from './table.ts';

test('the documentation lists each option of the public API with its values, default and price', () => {
  const docs = new Map(optionDocs().map((row) => [row.name, row]));
  expect(docs.get('setting_id')).toMatchObject({ sources: ['URL', 'HTML'], default: undefined });
  expect(docs.get('full_page')).toEqual({
    name: 'full_page',
    aliases: ['full'],
    group: 'Output',
    sentence: 'Captures the full page instead of the viewport.',
    values: 'true or false',
    default: 'false',
    example: 'true',
    sources: ['URL', 'HTML'],
    excludes: ['clip_x', 'clip_y', 'clip_width', 'clip_height', 'scroll_to'],
    price: 1,
  });
  expect(docs.get('width')).toMatchObject({ values: '100 to 7680', excludes: ['emulate_device'] });
  expect(docs.get('file_type')?.values).toBe(
    'png, jpeg, webp, avif, gif, pdf, html, markdown, text or mhtml',
  );
  expect(docs.get('pdf_width')?.values).toBe('a length such as 210mm, 8.5in, 40px or 0');
  expect(docs.get('proxy_url')?.sources).toMatchObject(['URL']);
  expect(docs.get('element_selector')?.sources).toMatchObject(['URL', 'HTML']);
});

test('[CO-A2] an option that needs others names them', () => {
  const clip = { clip_x: 0, clip_y: 0, clip_height: 5 };
  const missing = {
    name: 'clip_x',
    message: 'has an effect only with clip_y, clip_width and clip_height',
  };
  expect(findOptionConflict(clip)).toMatchObject(missing);
  expect(findOptionConflict({ ...clip, clip_width: 5 })).toBeUndefined();
  expect(findOptionConflict({ image_position: 'left', image_fit: 'inside' })).toMatchObject({
    message: 'has an effect only with image_fit',
    reason: 'it has an effect only with image_fit',
  });
});

test('an option that cannot be combined with another names it and the reason', () => {
  const device = { emulate_device: 'iPhone 15', full_page: false };
  const conflict = {
    name: 'emulate_device',
    message: 'cannot be combined with width or height: a device brings its own size',
    reason: 'a device brings its own size',
  };
  expect(findOptionConflict({ ...device, width: 300 })).toMatchObject(conflict);
  expect(findOptionConflict({ ...device, height: 720 })).toMatchObject(conflict);
  expect(findOptionConflict(device)).toBeUndefined();
  expect(findOptionConflict({ width: 300, height: 720 })).toBeUndefined();
});

test('lists that may not have a value in common name each other', () => {
  const conflict = {
    name: 'fail_on_verdict',
    message:
      'must not have a value of accept_verdicts: a verdict is either accepted or fails the capture',
    reason: 'a verdict is either accepted or fails the capture',
  };
  const request = { fail_on_verdict: ['blank', 'truncated'] };
  expect(findOptionConflict({ ...request, accept_verdicts: ['truncated'] })).toMatchObject(
    conflict,
  );
  expect(findOptionConflict({ ...request, accept_verdicts: ['login_wall'] })).toBeUndefined();
  expect(findOptionConflict(request)).toBeUndefined();
  const docs = new Map(optionDocs().map((row) => [row.name, row]));
  expect(docs.get('fail_on_verdict')).toMatchObject({
    values:
      'list of blank, bot_challenge, login_wall, cookie_wall, host_error, incomplete, truncated',
    example: '["blank","host_error"]',
    excludes: ['accept_verdicts with the same value'],
  });
});

test('a text whose pattern limits its length is described by the pattern', () => {
  const described = optionDocs().find(({ name }) => name === 'cache_key');
  expect(described?.values).toBe('1 to 200 letters, digits, dots, underscores and hyphens');
});

test('the price is the base and a surcharge for each option that has one', () => {
  expect(capturePriceOf({}, defaultCreditPrices)).toBe(1);
  expect(capturePriceOf({ full_page: true, retina: false }, defaultCreditPrices)).toBe(2);
  expect(capturePriceOf({ device_scale_factor: '1.5' }, defaultCreditPrices)).toBe(2);
  expect(capturePriceOf({ device_scale_factor: 0.5 }, defaultCreditPrices)).toBe(1);
  const prices = { capture: 10, fullPage: 3, retina: 5 };
  expect(capturePriceOf({ full_page: true, retina: true }, prices)).toBe(18);
});

test('[CO-A3] an alias is replaced by the name of its option; both at once are a conflict', () => {
  const table = {
    ...captureOptions,
    full_page: { ...captureOptions.full_page, aliases: ['fullpage', 'full'] },
  };
  expect(withCanonicalNames({ format: 'JPG' })).toEqual({
    options: { file_type: 'jpeg' },
    conflicts: [],
  });
  expect(withCanonicalNames({ url: 'x', fullpage: true, other: 1 }, table)).toEqual({
    options: { url: 'x', full_page: true, other: 1 },
    conflicts: [],
  });
  const conflict = [{ alias: 'full', name: 'full_page' }];
  const beside = [
    { full: true, full_page: false },
    { full_page: false, full: true },
    { fullpage: false, full: true },
  ];
  for (const request of beside) {
    const { options, conflicts } = withCanonicalNames(request, table);
    expect({ options, conflicts }).toEqual({ options: { full_page: false }, conflicts: conflict });
  }
});
