import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../lib/ids.ts';
import { openTestWebhooks } from '../../../../test/webhooks.ts';

let rig: Awaited<ReturnType<typeof openTestWebhooks>>;
beforeAll(async () => {
  rig = await openTestWebhooks();
});
afterAll(() => rig.close());

const listen = (organizationId: string, after: Date) =>
  rig.recentEvents.list({ organizationId, projectId: null, after });

test.each([{ isBlank: false }, { isBlank: true }, { status: 'FAILED' as const }])(
  '[DX-12] an event of a listener has the body of the webhook: %j',
  async (end) => {
    const customer = await rig.customer();
    const { organizationId } = customer;
    const url = 'https://example.com/';
    await rig.webhooks.create({ organizationId, name: 'CI', url, eventTypes: [], projectIds: [] });
    await rig.endCapture({ ...customer, ...end });
    const [delivery] = await rig.deliveriesOf(organizationId);
    const { events } = await listen(organizationId, new Date());
    expect(events.map(({ body }) => JSON.parse(body))).toEqual([JSON.parse(delivery!.body)]);
  },
);

test.each([
  ['within a second', 1],
  ['at once', 0],
])('[DX-12] a listener receives every event of 1 100 captures that end %s', async (_, stepMs) => {
  const { organizationId, projectId } = await rig.customer();
  const start = new Date(Date.now() - 30_000);
  await rig.db
    .insertInto('screenshots')
    .values(
      Array.from({ length: 1_100 }, (__, index) => ({
        id: newId(),
        organization_id: organizationId,
        project_id: projectId,
        api_key_id: null,
        user_id: null,
        source: 'URL' as const,
        url: 'https://example.com/',
        html: null,
        options: '{}',
        secrets_sealed: null,
        status: 'COMPLETE' as const,
        credits: 1,
        finished_at: new Date(start.getTime() + 20_000 + index * stepMs),
      })),
    )
    .execute();
  const received = new Set<string>();
  let cursor = start;
  for (let reading = 0; reading < 3; reading += 1) {
    const page = await listen(organizationId, cursor);
    for (const { id } of page.events) received.add(id);
    ({ cursor } = page);
  }
  expect(received.size).toBe(1_100);
});
