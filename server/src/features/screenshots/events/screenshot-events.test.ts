import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { silentLogger } from '../../../lib/logger.ts';
import { createScreenshotEvents, type ScreenshotEvent } from './screenshot-events.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a throwing listener affects neither the process nor the listeners after it', async () => {
  const errors: string[] = [];
  const subscribed = Promise.withResolvers<(payload: string) => void>();
  const event = createScreenshotEvents({
    db: database.db,
    logger: { ...silentLogger, error: (_fields, message) => errors.push(message) },
    subscribe: async (onMessage) => {
      subscribed.resolve(onMessage);
      return { close: async () => undefined };
    },
  });
  await event.listen();
  const received: ScreenshotEvent[] = [];
  event.subscribe(() => {
    throw new Error('a mistake in a listener');
  });
  event.subscribe((message) => received.push(message));
  const publish = await subscribed.promise;
  publish('watch one');
  expect(received).toEqual([{ kind: 'watch', id: 'one' }]);
  expect(errors).toEqual(['a subscriber to capture events failed']);
});
