import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhookReceiver } from '../../../../test/webhook-receiver.ts';
import { openTestWebhooks } from '../../../../test/webhooks.ts';

/** Minutes long, so only when asked for: `TEST_LONG=1 vitest run --project server mass-delivery`. */
const isAskedFor = process.env['TEST_LONG'] === '1';
const captures = 500;

let rig: Awaited<ReturnType<typeof openTestWebhooks>>;
beforeAll(async () => {
  if (isAskedFor) rig = await openTestWebhooks();
});
afterAll(() => rig?.close());

/** The same run each time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const medianMs = (samples: readonly number[]) =>
  samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;

test.runIf(isAskedFor)(
  '500 captures against a receiver that fails at random, hangs, answers 10 MB, redirects and dies: each event arrives with one id and one body',
  async () => {
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
    await timed(() => rig.endCapture(customer), 100);
    const without = await timed(() => rig.endCapture(customer), 100);
    const { secret } = await rig.webhooks.create({ ...values, organizationId });
    const ending = await timed(() => rig.endCapture(customer), captures);
    const workers = await rig.work();
    const startedAt = performance.now();
    // Waits of the schedule are cut short; its order and its count of attempts are not.
    const hurry = setInterval(() => {
      const hurried = rig.jobs.database.pool.query(
        `update pgboss.job set start_after = now() where id in (
          select id from pgboss.job where name like 'webhook.deliver%' and state < 'active' for update skip locked)`,
      );
      hurried.catch(() => undefined);
    }, 200);
    const open = async () =>
      (await rig.deliveriesOf(organizationId)).filter((row) => row.state === 'PENDING').length;
    while ((await open()) > 0) await new Promise((resolve) => setTimeout(resolve, 200));
    clearInterval(hurry);
    const elapsedSeconds = (performance.now() - startedAt) / 1_000;
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
    console.log(
      `${receiver.received.length} attempts for ${captures} events in ${elapsedSeconds.toFixed(1)} s; ` +
        `ending a capture took ${medianMs(without).toFixed(2)} ms without and ${medianMs(ending).toFixed(2)} ms with a webhook`,
    );
    receiver.close();
    canary.close();
  },
  300_000,
);

async function timed(work: () => Promise<unknown>, times: number): Promise<number[]> {
  const samples: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const startedAt = performance.now();
    await work();
    samples.push(performance.now() - startedAt);
  }
  return samples;
}
