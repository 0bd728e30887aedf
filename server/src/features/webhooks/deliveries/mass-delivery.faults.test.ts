import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded } from '../../../../test/seeded.ts';
import { startWebhookReceiver } from '../../../../test/webhook-receiver.ts';
import { openTestWebhooks } from '../../../../test/webhooks.ts';

/** 500 captures take minutes, so only on request: `TEST_LONG=1 vitest run --project server mass-delivery`. */
const captures = process.env['TEST_LONG'] === '1' ? 500 : 20;

let rig: Awaited<ReturnType<typeof openTestWebhooks>>;
beforeAll(async () => {
  rig = await openTestWebhooks();
});
afterAll(() => rig.close());

test('each event reaches a receiver that fails, hangs, redirects, disconnects and responds with 10 MB, with one id and one body', async () => {
  const random = seeded(5);
  const canary = await startWebhookReceiver();
  const receiver = await startWebhookReceiver((_req, res) => {
    const fate = random();
    if (fate < 0.02) return;
    if (fate < 0.1) res.writeHead(500).end();
    else if (fate < 0.18) res.writeHead(307, { location: canary.url }).end();
    else if (fate < 0.26) res.destroy();
    else if (fate < 0.3) res.writeHead(200).end(Buffer.alloc(10_000_000));
    else res.writeHead(204).end();
  });
  const customer = await rig.customer();
  const values = { name: 'CI', eventTypes: [], projectIds: [], url: receiver.url };
  const { organizationId } = customer;
  const { secret } = await rig.webhooks.create({ ...values, organizationId });
  for (let n = 0; n < captures; n += 1) await rig.endCapture(customer);
  const workers = await rig.work();
  // The delays of the schedule are shortened; its order and the number of attempts are unchanged.
  const shortening = setInterval(() => {
    const shortened = rig.jobs.database.pool.query(
      `update pgboss.job set start_after = now() where id in (
          select id from pgboss.job where name like 'webhook.deliver%' and state < 'active' for update skip locked)`,
    );
    shortened.catch(() => undefined);
  }, 200);
  const open = async () =>
    (await rig.deliveriesOf(organizationId)).filter((row) => row.state === 'PENDING').length;
  await expect.poll(open, { timeout: 280_000, interval: 200 }).toBe(0);
  clearInterval(shortening);
  await workers.stop({ graceMs: 2_000 });
  const rows = await rig.deliveriesOf(organizationId);
  expect(rows).toHaveLength(captures);
  expect(rows.filter((row) => row.state !== 'SUCCEEDED')).toEqual([]);
  const bodies = new Map<string, Set<string>>();
  for (const { headers, body } of receiver.received) {
    new Verifier(secret).verify(body, headers);
    const id = headers['webhook-id'] ?? '';
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
  }
  expect([...bodies.keys()].toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  expect([...bodies.values()].filter((set) => set.size > 1)).toEqual([]);
  expect(canary.connections()).toBe(0);
  receiver.close();
  canary.close();
}, 300_000);
