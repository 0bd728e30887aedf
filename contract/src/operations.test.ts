import { expect, test } from 'vitest';
import { paymentEventEndpoint } from './billing/billing.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './operations.ts';
import { endpointPaths } from './paths/index.ts';

const all = Object.entries<Endpoint>(endpoints);

test('the schema-free table has the method and path of every operation', () => {
  const table = all.map(([id, { method, path, aliases }]) => [
    id,
    { method, path, ...(aliases && { aliases }) },
  ]);
  expect(Object.fromEntries(table)).toEqual(endpointPaths);
});

test('every operation is listed under its own id', () => {
  expect(all.filter(([id, { operationId }]) => id !== operationId)).toEqual([]);
});

test('no two operations share a method and a path', () => {
  const routes = [...all.map(([, endpoint]) => endpoint), paymentEventEndpoint].flatMap(
    ({ method, path, aliases = [] }: Endpoint) => [path, ...aliases].map((at) => `${method} ${at}`),
  );
  expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
});

test('the parameters of a path are the fields of its params schema', () => {
  for (const [id, { path, params }] of all) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect([id, Object.keys(params?.shape ?? {})]).toEqual([id, names]);
  }
});
