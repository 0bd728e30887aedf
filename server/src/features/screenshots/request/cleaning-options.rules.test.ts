import {
  captureOptionsOf,
  capturePriceOf,
  defaultCreditPrices,
  urlCaptureSchema,
} from '@shotwright/contract';
import { consentActions, hostCategories, resourceKinds } from '@shotwright/capture';
import { blockableResources, cookieBannerActions } from '@shotwright/contract';
import { expect, test } from 'vitest';
import { captureSpecOf } from '../run/capture-spec.rules.ts';
import { readCaptureRequest } from './capture-request.rules.ts';

const rules = { checkUrl: () => ({ isAllowed: true }) as const, deviceNames: [] };
const parse = (fields: object) => urlCaptureSchema.parse({ url: 'https://example.com', ...fields });
const priceOf = (fields: object) => capturePriceOf(parse(fields), defaultCreditPrices);
const specOf = (fields: object) => {
  const request = readCaptureRequest(captureOptionsOf(parse(fields)), rules);
  const { url, html, options } = request;
  return captureSpecOf({ url, html, options, secrets: {} }, () => undefined);
};

test('[CO-B1] [CO-B2] [CO-B3] [CO-B4] selectors come as a list or one a line, and reach the engine', () => {
  expect(
    specOf({
      hide_selectors: '#a, #b\n\n xpath=//p ',
      remove_selectors: ['.c', '.c'],
      mask_selectors: '.d',
      mask_color: '#FFF',
      click_selectors: ['#e', '#f ?'],
    }).cleaning,
  ).toEqual({
    hidden: ['#a, #b', 'xpath=//p'],
    removed: ['.c'],
    masked: ['.d'],
    maskColor: '#FFF',
    clicked: [
      { selector: '#e', isOptional: false },
      { selector: '#f', isOptional: true },
    ],
  });
  expect(specOf({})).not.toHaveProperty('cleaning');
});

test('[CO-B5] [CO-B6] [CO-B7] [CO-B9] blocked hosts, resources and requests reach the engine', () => {
  expect(blockableResources).toEqual(resourceKinds);
  expect(
    specOf({ block_resources: 'image,font', block_requests: ['*a*'], allow_requests: 'b\nc' })
      .blocking,
  ).toEqual({
    resourceKinds: ['image', 'font'],
    blockedUrls: ['*a*'],
    allowedUrls: ['b', 'c'],
  });
  expect(
    specOf({ block_ads: true, block_chats: 'true', block_trackers: true, block_socials: true })
      .blocking,
  ).toEqual({ hostCategories: ['ads', 'trackers', 'chats', 'socials'] });
  expect(specOf({})).not.toHaveProperty('blocking');
  expect(() => specOf({ allow_requests: 'a' })).toThrow('block_requests');
});

test('[CO-B11] the answer to banners reaches the engine', () => {
  expect(cookieBannerActions).toEqual(consentActions);
  expect(specOf({ block_cookie_banners: true }).consent).toEqual({ action: 'reject' });
  const hidden = { block_cookie_banners: true, cookie_banner_action: 'hide' };
  expect(specOf(hidden).consent).toEqual({ action: 'hide' });
  expect(specOf({})).not.toHaveProperty('consent');
  expect(() => specOf({ cookie_banner_action: 'accept' })).toThrow('block_cookie_banners');
  const { error } = urlCaptureSchema.safeParse({ url: 'x', cookie_banner_action: 'no' });
  expect(error?.issues[0]).toMatchObject({
    path: ['cookie_banner_action'],
    message: 'must be reject, hide or accept',
  });
});

test('[CO-B12] clean turns five options on, and takes what belongs to them', () => {
  const { blocking, consent } = specOf({
    clean: true,
    allow_requests: '*a*',
    cookie_banner_action: 'accept',
  });
  expect({ blocking, consent }).toEqual({
    blocking: { hostCategories: [...hostCategories], allowedUrls: ['*a*'] },
    consent: { action: 'accept' },
  });
  expect(specOf({ clean: false })).not.toHaveProperty('consent');
  expect(priceOf({ clean: true })).toBe(priceOf({}));
});

test('[CO-B3] a mask has a colour without transparency, and something to cover', () => {
  for (const mask_color of ['#0008', 'red', '#12345g']) {
    expect(() => specOf({ mask_selectors: 'p', mask_color })).toThrow('mask_color');
  }
  expect(() => specOf({ mask_color: '#fff' })).toThrow('mask_selectors');
});

test.each([
  ['hide_selectors', Array.from({ length: 101 }, (_, at) => `#a${at}`), 'at most 100 items'],
  ['click_selectors', Array.from({ length: 11 }, (_, at) => `#a${at}`), 'at most 10 items'],
  ['block_requests', Array.from({ length: 51 }, (_, at) => `a${at}`), 'at most 50 items'],
  ['remove_selectors', [' '], 'none of them blank'],
  ['mask_selectors', 'a'.repeat(1_025), 'at most 1024 bytes'],
  ['block_requests', 'a'.repeat(501), 'at most 500 bytes'],
  ['block_resources', 'document', 'image, media, font'],
])('[CO-B8] the limits of %s are named: %#', (name, value, message) => {
  const { error } = urlCaptureSchema.safeParse({ url: 'x', [name]: value });
  expect(error?.issues).toMatchObject([{ path: [name] }]);
  expect(error?.issues[0]?.message).toContain(message);
});
