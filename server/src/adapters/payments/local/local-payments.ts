import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Clock } from '../../../lib/clock.ts';
import type { StripeConnection } from '../stripe-payments.ts';
import { createLocalApi } from './local-api.ts';
import { passPeriod, type LocalContext } from './local-billing.ts';
import { createLocalEvents } from './local-events.ts';
import { createLocalPages } from './local-pages.ts';
import { openLocalState } from './local-state.ts';

const renewEveryMs = 3_600_000;

/** A payment provider for trying everything out: Stripe's wire format, test pages in place of cards. */
export interface LocalPayments {
  /** Where its pages are served. */
  readonly prefix: string;
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Opens its API on a free port of this machine and begins to tell events. */
  start(): Promise<void>;
  /** For the SDK. Throws before `start`. */
  connection(): StripeConnection;
  close(): Promise<void>;
}

interface LocalPaymentsOptions {
  /** Keeps everything it knows; JSON. */
  readonly stateFile: string;
  /** Origin under which people reach its pages. */
  readonly publicUrl: string;
  /** Where events are posted. */
  readonly eventsUrl: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly clock: Clock;
}

/** Never for production: everybody is rich there. For one process: it keeps what it knows in memory and one file. */
export function createLocalPayments(options: LocalPaymentsOptions): LocalPayments {
  const state = openLocalState(options.stateFile);
  const events = createLocalEvents({ state, ...options });
  const ctx: LocalContext = {
    state,
    now: () => Math.floor(options.clock.now().getTime() / 1_000),
    origin: options.publicUrl,
    tell: events.add,
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

/** Plans whose period is really over, for who tries the product for months. */
function renewDue(ctx: LocalContext): void {
  const isDue = ({ status, period_end: end }: { status: string; period_end: number }): boolean =>
    status !== 'canceled' && end <= ctx.now();
  for (const subscription of ctx.state.list('subscriptions').filter(isDue))
    passPeriod(ctx, subscription);
  ctx.state.save();
}
