import { expect, test } from 'vitest';
import { actionOf, fileCountOf, planNameOf, returnedTarget } from './audited-call.rules.ts';

test.each([
  [{ newPlanId: 2 }, {}, 'Basic'],
  [{ newPlanId: '5' }, {}, 'Advanced'],
  [{ code: 'x' }, { planName: 'Lifetime' }, 'Lifetime'],
  [{}, {}, null],
  [undefined, undefined, null],
])('[TM-3] the plan of the request %j and the response %j is %s', (body, data, name) => {
  expect(planNameOf({ body, data })).toBe(name);
});

test.each([
  ['checkout.confirmed', { data: { checkoutStatus: 'processing' } }, undefined],
  ['checkout.confirmed', { data: { checkoutStatus: 'active' } }, 'checkout.confirmed'],
  ['api_key.updated', { body: { isActive: false, name: 'A' } }, 'api_key.updated'],
  ['api_key.updated', { body: { isActive: false } }, 'api_key.disabled'],
  ['webhook.enabled', { body: { status: false } }, 'webhook.disabled'],
  ['profile.updated', { body: { password: 'x' } }, 'password.changed'],
] as const)('[TM-3] %s with %j is %s', (action, call, expected) => {
  expect(actionOf({ action }, { body: {}, data: {}, ...call })).toBe(expected);
});

test('[TM-3] the number of files is that of the response, or else that of the request', () => {
  expect(fileCountOf({ body: { ids: ['a', 'b'] }, data: { deletedCount: 1 } })).toBe(1);
  expect(fileCountOf({ body: {}, data: { movedCount: 7 } })).toBe(7);
  expect(fileCountOf({ body: { ids: ['a', 'b'] }, data: undefined })).toBe(2);
  expect(fileCountOf({ body: {}, data: {} })).toBeNull();
});

test('[TM-3] a created thing has its id and its name in the response', () => {
  const data = { webhook: { id: 7, name: 'CI' }, secret: 'whsec' };
  expect(returnedTarget('webhook', data)).toEqual({ id: '7', name: 'CI' });
  expect(returnedTarget('baseline', { baselineId: 'b' })).toEqual({ id: 'b', name: null });
  expect(returnedTarget('schedule', undefined)).toEqual({ id: null, name: null });
});
