import { screenshotEndpoints } from '@shotwright/contract';
import { expect, test } from 'vitest';
import { createRecordingLogger } from '../../../test/recording-logger.ts';
import type { KeyCall } from '../../http/route.ts';
import { silentLogger } from '../../lib/logger.ts';
import { createRequestRecorder } from './recorder.service.ts';
import type { NewRequestRow } from './request-row.rules.ts';

const call = (requestId: string, fields: Partial<KeyCall> = {}): KeyCall => ({
  requestId,
  caller: {
    kind: 'key',
    organizationId: '0190f5a4-0000-7000-8000-000000000001',
    apiKeyId: 1,
    projectId: null,
    isTest: false,
    access: 'full',
  },
  endpoint: screenshotEndpoints.listDevices,
  method: 'GET',
  url: '/api/v1/devices',
  params: {},
  query: {},
  status: 200,
  startedAt: new Date(),
  durationMs: 1,
  requestHeaders: {},
  requestBody: undefined,
  responseHeaders: {},
  responseBody: {},
  ...fields,
});

test('[DX-11] calls are stored in batches, one at a time, and the rest when the server closes', async () => {
  const batches: string[][] = [];
  let open = 0;
  const recorder = createRequestRecorder({
    insert: async (rows) => {
      open += 1;
      expect(open).toBe(1);
      batches.push(rows.map(({ requestId }) => requestId));
      await new Promise(setImmediate);
      open -= 1;
    },
    logger: silentLogger,
  });
  for (let nth = 0; nth < 250; nth += 1) recorder.record(call(String(nth)));
  expect(batches).toEqual([]);
  const closing = [recorder.close(), recorder.close()];
  recorder.record(call('last'));
  await Promise.all(closing);
  expect(batches.map(({ length }) => length)).toEqual([200, 51]);
  expect(batches.flat()).toEqual([...Array.from({ length: 250 }, (_, nth) => String(nth)), 'last']);
});

test('[DX-11] a failed insertion loses its batch only, and is reported', async () => {
  const stored: NewRequestRow[] = [];
  let isDown = true;
  const { logger, lines } = createRecordingLogger();
  const recorder = createRequestRecorder({
    insert: async (rows) => {
      if (isDown) throw new Error('down');
      stored.push(...rows);
    },
    logger,
  });
  recorder.record(call('lost'));
  await recorder.close();
  isDown = false;
  recorder.record(call('stored'));
  await recorder.close();
  expect(stored.map(({ requestId }) => requestId)).toEqual(['stored']);
  expect(recorder.dropped()).toBe(1);
  expect(lines()).toMatchObject([{ message: 'calls are missing in the request log', count: 1 }]);
});

test('[DX-11] a database that does not respond fills no memory: further calls are dropped', async () => {
  const stuck = Promise.withResolvers<void>();
  const recorder = createRequestRecorder({ insert: () => stuck.promise, logger: silentLogger });
  for (let nth = 0; nth < 3_000; nth += 1) recorder.record(call(String(nth)));
  expect(recorder.dropped()).toBe(1_000);
  stuck.resolve();
  await recorder.close();
});

test('[DX-11] a call that cannot be read is dropped and does not reach the caller', async () => {
  const recorder = createRequestRecorder({ insert: async () => undefined, logger: silentLogger });
  const unreadable = {
    get url(): never {
      throw new Error('unreadable');
    },
  };
  recorder.record(call('one', { responseBody: unreadable }));
  expect(recorder.dropped()).toBe(1);
  await recorder.close();
});
