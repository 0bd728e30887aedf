import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Clock } from '../../lib/clock.ts';
import type { StripeConnection } from '../../adapters/payments/stripe-payments.ts';
import { createLocalApi } from './api.ts';
import { advancePeriod, type LocalContext } from './billing.ts';
import { createLocalEvents } from './events.ts';
import { createLocalPages } from './pages.ts';
import { openLocalState } from './state.ts';

const renewEveryMs = 3_600_000;

/**
 * Payment provider for trying the product: Stripe's wire format, with test pages instead of cards.
 */
export interface LocalPayments {
  /** Path prefix of its pages. */
  readonly prefix: string;
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Opens its API on a free port of this machine and starts to deliver events. */
  start(): Promise<void>;
  /** Returns the SDK's connection. Throws before `start`. */
  connection(): StripeConnection;
  close(): Promise<void>;
}

interface LocalPaymentsOptions {
  /** JSON file with its complete state. */
  readonly stateFile: string;
  /** Origin at which users reach its pages. */
  readonly publicUrl: string;
  /** URL to which events are posted. */
  readonly eventsUrl: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly clock: Clock;
}

/**
 * Creates a test provider. Never for production: every payment succeeds on request. For one process
 * only, because its state is in memory and in one file.
 */
export function createLocalPayments(options: LocalPaymentsOptions): LocalPayments {
  const state = openLocalState(options.stateFile);
  const events = createLocalEvents({ state, ...options });
  const ctx: LocalContext = {
    state,
    now: () => Math.floor(options.clock.now().getTime() / 1_000),
    origin: options.publicUrl,
    emit: events.add,
  };
  const api = createLocalApi(ctx, options.secretKey);
  const server = createServer((req, res) => {
    api(req, res).catch(() => res.destroy());
  });
  let port = 0;
  let renewing: NodeJS.Timeout | undefined;
  return {
    prefix: '/dev/payments',
    handle: createLocalPages(ctx),
    start: async () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
      await promise;
      const address = server.address();
      port = typeof address === 'object' && address ? address.port : 0;
      renewDue(ctx);
      renewing = setInterval(() => renewDue(ctx), renewEveryMs).unref();
      events.start();
    },
    connection: () => {
      if (port === 0) throw new Error('the test provider has not been started');
      const { secretKey, webhookSecret } = options;
      return { secretKey, webhookSecret, server: { host: '127.0.0.1', port, protocol: 'http' } };
    },
    close: async () => {
      clearInterval(renewing);
      events.close();
      server.closeAllConnections();
      if (port !== 0) await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * Renews subscriptions whose period has really ended, for installations that are tried out for
 * months.
 */
function renewDue(ctx: LocalContext): void {
  const isDue = ({ status, period_end: end }: { status: string; period_end: number }): boolean =>
    status !== 'canceled' && end <= ctx.now();
  for (const subscription of ctx.state.list('subscriptions').filter(isDue))
    advancePeriod(ctx, subscription);
  ctx.state.save();
}
