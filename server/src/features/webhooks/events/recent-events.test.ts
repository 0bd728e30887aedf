import { afterAll, beforeAll, expect, test } from 'vitest';
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
