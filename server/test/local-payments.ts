import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalPayments, type LocalPayments } from '../src/demo/payments/local-payments.ts';
import type { Offer, PaymentProvider } from '../src/adapters/payments/payment-provider.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createStripePayments } from '../src/adapters/payments/stripe-payments.ts';

/** An event as it was posted. */
export interface PostedEvent {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly signature: string;
}

/** The test provider over real HTTP, called by the real SDK; a fake receiver records its events. */
export interface LocalPaymentsRig {
  readonly provider: PaymentProvider;
  readonly local: LocalPayments;
  /** Origin of the provider's pages. */
  readonly origin: string;
  readonly webhookSecret: string;
  readonly stateFile: string;
  /** Submits a button of a page; returns the redirect or the page. */
  press(path: string): Promise<Response>;
  get(path: string): Promise<Response>;
  /**
   * Returns the events posted since the last call, in order, after all pending ones have arrived.
   */
  takeEvents(): Promise<PostedEvent[]>;
  /** Sets the status of the receiver's further responses. */
  respondWith(status: number): void;
  close(): Promise<void>;
}

/** Offers as created by the product. */
export const testOffers = {
  basicMonthly: offer(2, 'Basic', { amountCents: 900, interval: 'month' }),
  basicYearly: offer(4, 'Basic', { amountCents: 9_900, interval: 'year' }),
  advancedMonthly: offer(5, 'Advanced', { amountCents: 2_900, interval: 'month' }),
  advancedYearly: offer(6, 'Advanced', { amountCents: 29_000, interval: 'year' }),
} as const;

function offer(
  planId: number,
  name: string,
  price: { readonly amountCents: number; readonly interval: 'month' | 'year' },
): Offer {
  const key = `test_${planId}`;
  const productId = `test_${name.toLowerCase()}`;
  return { planId, key, productId, productName: name, currency: 'usd', ...price };
}

/** Starts a {@link LocalPaymentsRig}; close it in `afterAll`. */
export async function startLocalPayments(): Promise<LocalPaymentsRig> {
  const directory = mkdtempSync(join(tmpdir(), 'shotwright-payments-'));
  const stateFile = join(directory, 'payments.json');
  const posted: PostedEvent[] = [];
  let status = 200;
  const receiver = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const { id, type } = JSON.parse(body) as { id: string; type: string };
      posted.push({ id, type, body, signature: String(req.headers['stripe-signature']) });
      res.writeHead(status).end();
    });
  });
  const eventsUrl = `${await listen(receiver)}/events`;
  const pages = createServer((req, res) => local.handle(req, res));
  const origin = await listen(pages);
  const webhookSecret = 'whsec_of_the_tests';
  const secretKey = 'sk_test_of_the_tests';
  const options = {
    stateFile,
    publicUrl: origin,
    eventsUrl,
    secretKey,
    webhookSecret,
    clock: systemClock,
  };
  const local = createLocalPayments(options);
  await local.start();
  const waiting = (): number => {
    if (!existsSync(stateFile)) return 0;
    const state = JSON.parse(readFileSync(stateFile, 'utf8')) as { events: object };
    return Object.keys(state.events).length;
  };
  return {
    provider: createStripePayments(() => local.connection()),
    local,
    origin,
    webhookSecret,
    stateFile,
    press: (path) => fetch(origin + path, { method: 'POST', redirect: 'manual' }),
    get: (path) => fetch(origin + path, { redirect: 'manual' }),
    takeEvents: async () => {
      const untilMs = Date.now() + 5_000;
      while (waiting() > 0 && Date.now() < untilMs)
        await new Promise((resolve) => setTimeout(resolve, 5));
      return posted.splice(0);
    },
    respondWith: (next) => {
      status = next;
    },
    close: async () => {
      await local.close();
      for (const server of [receiver, pages]) {
        server.closeAllConnections();
        server.close();
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
