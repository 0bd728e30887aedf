import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { pngOf } from '../site/images.ts';
import { expectFailure, imageOf } from './build.ts';
import { checkFailure, checkImage, checkRejection } from './check-outcome.ts';
import type { Hazard } from './hazard.ts';

const failed = expectFailure('busy', ['render_timeout']);
const message = 'The page was unresponsive for 30 s.';
const record = {
  status: 'FAILED',
  code: 'render_timeout',
  message,
  creditsCharged: 0,
  timings: null,
};
const expected = imageOf({
  widthPx: 2,
  heightPx: 1,
  probes: [
    { x: 0, y: 0, color: [1, 2, 3] },
    { x: 1, y: 0, color: [4, 5, 6] },
  ],
});
const capturedHazard: Hazard = { ...failed, expected };
const png = (...pixels: number[]) =>
  pngOf(
    { widthPx: pixels.length / 3, heightPx: 1 },
    { format: [8, 2], data: deflateSync(Buffer.from([0, ...pixels])) },
  );

test('a capture that fails as expected has no violations', () => {
  expect(checkFailure(failed, record)).toEqual([]);
});

test.each([
  ['another code', { code: 'page_crashed' }],
  ['an unlisted code', { code: 'boom' }],
  ['an empty message', { message: '' }],
  ['a message that exposes internals', { message: 'The page failed: net::ERR_FAILED at last.' }],
  [
    'a message that names a protocol command',
    { message: 'The page failed (Page.enable: no answer).' },
  ],
  ['a charge', { creditsCharged: 1 }],
])('%s of a failed capture is a violation', (_what, change) => {
  expect(checkFailure(failed, { ...record, ...change })).not.toEqual([]);
});

test('an unexpected failure is a violation', () => {
  expect(checkFailure(capturedHazard, record)).toEqual([`FAILED render_timeout: ${message}`]);
});

test('the expected image at the expected price has no violations', () => {
  const end = { bytes: png(1, 2, 3, 4, 5, 6), creditsCharged: 1, isOwnSite: true };
  expect(checkImage(capturedHazard, end)).toEqual({ size: '2 × 1 png', violations: [] });
});

test.for([
  ['a wrong pixel', png(1, 2, 3, 4, 5, 7), 1, '1 of 2 places wrong: 1,0 is 4/5/7, not 4/5/6'],
  ['a wrong size', png(1, 2, 3, 4, 5, 6, 0, 0, 0), 1, 'not 2 × 1 png'],
  ['a wrong price', png(1, 2, 3, 4, 5, 6), 2, 'charged 2, not 1'],
] as const)('%s is a violation', ([, bytes, creditsCharged, violation]) => {
  expect(checkImage(capturedHazard, { bytes, creditsCharged, isOwnSite: true }).violations).toEqual(
    [violation],
  );
});

test('an image of a capture that must fail is a violation', () => {
  const end = { bytes: png(1, 2, 3), creditsCharged: 1, isOwnSite: true };
  expect(checkImage(failed, end).violations).toEqual(['an image of 1 × 1 png']);
});

test("a blank image of another site's page is a violation", () => {
  const ofSite: Hazard = { ...capturedHazard, request: { source: { page: 'alert' } } };
  const violationsIn = (bytes: Buffer) =>
    checkImage(ofSite, { bytes, creditsCharged: 1, isOwnSite: false }).violations;
  expect(violationsIn(png(9, 9, 9, 0, 0, 0))).toEqual([]);
  expect(violationsIn(png(9, 9, 9, 9, 9, 9))).toEqual(['blank']);
});

test('a rejection needs the expected status and code, a message and no charge', () => {
  const rejected: Hazard = {
    ...failed,
    expected: { kind: 'rejected', status: 403, code: 'url_not_allowed' },
  };
  const text = 'url: The IP is not public. Only public IPs can be reached.';
  const body = { code: 'url_not_allowed', message: text, creditsCharged: 0 };
  expect(checkRejection(rejected, { status: 403, body })).toEqual([]);
  expect(checkRejection(rejected, { status: 400, body })).toEqual(['status 400, not 403']);
  expect(checkRejection(rejected, { status: 403, body: {} })).toHaveLength(4);
  expect(checkRejection(failed, { status: 403, body })).toEqual([
    'rejected with 403 url_not_allowed',
  ]);
});
