import { defineEndpoint } from '@shotwright/contract';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startHttpServer } from '../../../test/http-server.ts';
import { route } from '../route.ts';

const current = defineEndpoint({
  operationId: 'current',
  summary: 'current',
  tag: 'Test',
  method: 'GET',
  path: '/test/current',
  auth: 'key',
  response: { kind: 'envelope', schema: z.object({}) },
});
const old = defineEndpoint({
  ...current,
  operationId: 'old',
  path: '/test/old',
  deprecation: { since: '2027-01-31', sunset: '2028-02-01', guide: '/docs/changelog' },
});

test('[PA-14] a deprecated call says since when, until when and where its successor is described, errors included', async () => {
  const routes = [
    route(current, async () => ({ data: {} })),
    route(old, async () => ({ data: {} })),
  ];
  const server = await startHttpServer({ routes });
  onTestFinished(() => server.close());
  const headersOf = async (path: string) => {
    const { status, headers } = await server.request(`/api/v1/test/${path}`);
    return [status, headers.get('deprecation'), headers.get('sunset'), headers.get('link')];
  };
  expect(await headersOf('old')).toEqual([
    401,
    '@1801353600',
    'Tue, 01 Feb 2028 00:00:00 GMT',
    '</docs/changelog>; rel="deprecation"; type="text/html"',
  ]);
  expect(await headersOf('current')).toEqual([401, null, null, null]);
});
