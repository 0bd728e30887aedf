import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type PoolConfig } from 'pg';
import type { Logger } from '../lib/logger.ts';

/** An open subscription. */
export interface Subscription {
  close(): Promise<void>;
}

interface SubscribeInput {
  readonly connection: PoolConfig;
  readonly channel: string;
  /** Shown by the database for the connection. Default: `shotwright-listen`. */
  readonly applicationName?: string | undefined;
  readonly onMessage: (payload: string) => void;
  readonly onConnected: () => void;
  readonly logger: Logger;
}

const connectDeadlineMs = 5_000;
const probeIntervalMs = 10_000;
const shortestBackoffMs = 250;
const longestBackoffMs = 2_000;
const goodbyeMs = 1_000;

/**
 * Listens on a channel over a dedicated connection and reconnects when it is lost. Notifications
 * sent in between are lost, so `onConnected` is called after each connection. Throws only if the
 * first connection fails.
 */
export async function subscribe(input: SubscribeInput): Promise<Subscription> {
  const closing = new AbortController();
  let client = await listen(input);
  const keepListening = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const err = await lost(client, closing.signal);
      await end(client);
      if (closing.signal.aborted) return;
      input.logger.warn({ err }, 'notification connection lost; polling until it is restored');
      const next = await listenAgain(input, closing.signal);
      if (next) client = next;
    }
  };
  const listening = keepListening();
  return {
    close: async () => {
      closing.abort();
      await listening;
    },
  };
}

async function listen(input: SubscribeInput): Promise<Client> {
  const client = new Client({
    ...input.connection,
    application_name: input.applicationName ?? 'shotwright-listen',
    connectionTimeoutMillis: connectDeadlineMs,
    query_timeout: connectDeadlineMs,
    keepAlive: true,
  });
  // The `end` event reports the loss; without a listener, an error would end the process.
  client.on('error', () => undefined);
  client.on('notification', (message) => input.onMessage(message.payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(input.channel)}`);
  } catch (err) {
    await end(client);
    throw err;
  }
  input.onConnected();
  return client;
}

/** Closes a connection, even if its server does not respond. */
async function end(client: Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), goodbyeMs);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}

/** Reconnects. Returns undefined if the subscription was closed before. */
async function listenAgain(
  input: SubscribeInput,
  signal: AbortSignal,
): Promise<Client | undefined> {
  for (let backoffMs = shortestBackoffMs; ; backoffMs = Math.min(longestBackoffMs, 2 * backoffMs)) {
    await sleep(backoffMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    try {
      return await listen(input);
    } catch (err) {
      input.logger.debug({ err }, 'failed to restore the notification connection');
    }
  }
}

/** Resolves with the reason when the connection ends, does not respond, or `signal` is aborted. */
function lost(client: Client, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    // A probe detects a connection that was cut without notice.
    const probe = setInterval(() => {
      client.query('select 1').catch(finish);
    }, probeIntervalMs);
    const finish = (err?: unknown): void => {
      clearInterval(probe);
      resolve(err);
    };
    client.once('error', finish);
    client.once('end', () => finish());
    signal.addEventListener('abort', () => finish(), { once: true });
    if (signal.aborted) finish();
  });
}
