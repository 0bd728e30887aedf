import { expect, test } from 'vitest';
import type { Endpoint } from '../endpoint.ts';
import { endpoints } from '../operations.ts';
import { auditActions } from '../paths/index.ts';
import { auditedOperations, unauditedOperations } from './audited-operations.ts';

const all = Object.entries<Endpoint>(endpoints);
const audited = Object.keys(auditedOperations);
const unaudited = Object.keys(unauditedOperations);

test('[TM-3] each operation that changes data is audited, or listed with the reason why not', () => {
  const changing = all.filter(([, { method, auth }]) => method !== 'GET' && auth !== 'staff');
  const listed = new Set([...audited, ...unaudited]);
  expect(changing.map(([id]) => id).filter((id) => !listed.has(id))).toEqual([]);
});

test('[TM-3] each download of data is audited', () => {
  const exported = all.filter(([, { path }]) => /\.csv$|\/zip$/.test(path)).map(([id]) => id);
  expect(exported.length).toBeGreaterThan(3);
  expect(exported.filter((id) => !audited.includes(id))).toEqual([]);
});

test('[TM-3] no operation is both audited and not audited', () => {
  expect(unaudited.filter((id) => audited.includes(id))).toEqual([]);
});

test('[TM-3] each action has an operation, except those that depend on the body or the result', () => {
  const used = new Set<string>(Object.values(auditedOperations).map(({ action }) => action));
  expect(Object.keys(auditActions).filter((action) => !used.has(action))).toEqual([
    'api_key.enabled',
    'api_key.disabled',
    'sign_in.failed',
    'password.changed',
    'webhook.disabled',
  ]);
});
