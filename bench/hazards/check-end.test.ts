import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { pngOf } from '../site/pictures.ts';
import { failing, picture } from './build.ts';
import { faultsOfFailure, faultsOfPicture, faultsOfRefusal } from './check-end.ts';
import type { Hazard } from './hazard.ts';

const failed = failing('busy', ['render_timeout']);
const sentence = 'The page did not let itself be drawn in time.';
const record = {
  status: 'FAILED',
  code: 'render_timeout',
  message: sentence,
  creditsCharged: 0,
  timings: null,
};
const expected = picture({
  widthPx: 2,
  heightPx: 1,
  probes: [
    { x: 0, y: 0, color: [1, 2, 3] },
    { x: 1, y: 0, color: [4, 5, 6] },
  ],
});
const drawn: Hazard = { ...failed, expected };
const png = (...pixels: number[]) =>
  pngOf(
    { widthPx: pixels.length / 3, heightPx: 1 },
    { format: [8, 2], data: deflateSync(Buffer.from([0, ...pixels])) },
  );

test('a capture that failed as it must has no faults', () => {
  expect(faultsOfFailure(failed, record)).toEqual([]);
});

test.each([
  ['another code', { code: 'page_crashed' }],
  ['a code that is in no list', { code: 'boom' }],
  ['no sentence', { message: '' }],
  ['a message of our insides', { message: 'The page failed: net::ERR_FAILED at last.' }],
  ['a message of the protocol', { message: 'The page failed (Page.enable: no answer).' }],
  ['a charge', { creditsCharged: 1 }],
])('%s of a failed capture is a fault', (_what, change) => {
  expect(faultsOfFailure(failed, { ...record, ...change })).not.toEqual([]);
});

test('a capture that failed though it must not is a fault', () => {
  expect(faultsOfFailure(drawn, record)).toEqual([`FAILED render_timeout: ${sentence}`]);
});

test('the right picture at the right price has no faults', () => {
  const end = { bytes: png(1, 2, 3, 4, 5, 6), creditsCharged: 1, isOurs: true };
  expect(faultsOfPicture(drawn, end)).toEqual({ size: '2 × 1 png', faults: [] });
});

test.for([
  ['a wrong pixel', png(1, 2, 3, 4, 5, 7), 1, '1 of 2 places wrong: 1,0 is 4/5/7, not 4/5/6'],
  ['a wrong size', png(1, 2, 3, 4, 5, 6, 0, 0, 0), 1, 'not 2 × 1 png'],
  ['a wrong price', png(1, 2, 3, 4, 5, 6), 2, 'charged 2, not 1'],
] as const)('%s is a fault', ([, bytes, creditsCharged, fault]) => {
  expect(faultsOfPicture(drawn, { bytes, creditsCharged, isOurs: true }).faults).toEqual([fault]);
});

test('a picture where there must be none is a fault', () => {
  const end = { bytes: png(1, 2, 3), creditsCharged: 1, isOurs: true };
  expect(faultsOfPicture(failed, end).faults).toEqual(['a picture of 1 × 1 png']);
});

test("another site's page must not be blank", () => {
  const ofSite: Hazard = { ...drawn, request: { source: { page: 'alert' } } };
  const faultsOf = (bytes: Buffer) =>
    faultsOfPicture(ofSite, { bytes, creditsCharged: 1, isOurs: false }).faults;
  expect(faultsOf(png(9, 9, 9, 0, 0, 0))).toEqual([]);
  expect(faultsOf(png(9, 9, 9, 9, 9, 9))).toEqual(['blank']);
});

test('a refusal must have its status, its code, a sentence and no price', () => {
  const refused: Hazard = {
    ...failed,
    expected: { kind: 'refused', status: 403, code: 'url_not_allowed' },
  };
  const message = 'url: The address is not public. Only public addresses can be reached.';
  const body = { code: 'url_not_allowed', message, creditsCharged: 0 };
  expect(faultsOfRefusal(refused, { status: 403, body })).toEqual([]);
  expect(faultsOfRefusal(refused, { status: 400, body })).toEqual(['status 400, not 403']);
  expect(faultsOfRefusal(refused, { status: 403, body: {} })).toHaveLength(4);
  expect(faultsOfRefusal(failed, { status: 403, body })).toEqual([
    'refused with 403 url_not_allowed',
  ]);
});
