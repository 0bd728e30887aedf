import { setTimeout as sleep } from 'node:timers/promises';
import { webhookDeliveryEndpoints } from '@shotwright/contract';
import { AppError } from '../shared/app-error.ts';

/** Service to poll and URL to forward to. */
export interface ForwardOptions {
  /** Base URL of the service, without a trailing slash. */
  readonly serverUrl: string;
  readonly apiKey: string;
  readonly forwardUrl: string;
  readonly print: (line: string) => void;
  /** Stops the forwarding. */
  readonly signal: AbortSignal;
  readonly pollMs?: number;
}

const defaultPollMs = 1_000;
const callDeadlineMs = 15_000;
const maxRememberedEvents = 5_000;

type EventPage = ReturnType<
  (typeof webhookDeliveryEndpoints.listWebhookEvents.response.schema)['parse']
>;

/**
 * Posts the events of an organisation's captures to a URL on this machine, as a webhook would: same
 * body, same headers, but a separate signing secret. Ends with `signal`. Throws if the service
 * rejects the API key.
 */
export async function forwardEvents(options: ForwardOptions): Promise<void> {
  const { forwardUrl, print, signal } = options;
  const first = await fetchEvents(options, undefined);
  print(`Forwarding events to ${forwardUrl}. Press Ctrl-C to stop.`);
  print(`Signing secret: ${first.secret}`);
  const seen = new Set<string>();
  let { cursor } = first;
  while (!signal.aborted) {
    const page = await fetchEventsOrReport(options, cursor);
    cursor = page?.cursor ?? cursor;
    for (const event of page?.events ?? []) {
      if (seen.has(event.id)) continue;
      seen.add(event.id);
      print(await forward(options, event));
    }
    if (seen.size > maxRememberedEvents) forgetOldest(seen);
    await sleep(options.pollMs ?? defaultPollMs, undefined, { signal }).catch(() => undefined);
  }
}

async function fetchEvents(options: ForwardOptions, after: string | undefined): Promise<EventPage> {
  const { serverUrl, apiKey, signal } = options;
  const url = new URL(`${serverUrl}/api/v1/webhooks/events`);
  if (after !== undefined) url.searchParams.set('after', after);
  const res = await fetch(url, {
    headers: { 'x-api-key': apiKey },
    signal: AbortSignal.any([signal, AbortSignal.timeout(callDeadlineMs)]),
  });
  const body: unknown = await res.json();
  if (res.ok) return webhookDeliveryEndpoints.listWebhookEvents.response.schema.parse(body);
  const message = `The service at ${serverUrl} responded with ${res.status}: ${messageIn(body)}`;
  throw new AppError({ code: 'unavailable', message });
}

/** Retries a service that is temporarily unavailable. */
async function fetchEventsOrReport(
  options: ForwardOptions,
  after: string,
): Promise<EventPage | undefined> {
  try {
    return await fetchEvents(options, after);
  } catch (err) {
    if (!options.signal.aborted) options.print(`Not reached: ${messageOf(err)}`);
    return undefined;
  }
}

async function forward(
  { forwardUrl, signal }: ForwardOptions,
  { id, headers, body }: EventPage['events'][number],
): Promise<string> {
  const startedAt = performance.now();
  const elapsed = () => `${Math.round(performance.now() - startedAt)} ms`;
  try {
    const res = await fetch(forwardUrl, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(callDeadlineMs)]),
    });
    await res.body?.cancel();
    return `${id} → ${res.status} in ${elapsed()}`;
  } catch (err) {
    return `${id} → not delivered in ${elapsed()}: ${messageOf(err)}`;
  }
}

function forgetOldest(seen: Set<string>): void {
  for (const id of seen) {
    if (seen.size <= maxRememberedEvents) return;
    seen.delete(id);
  }
}

function messageIn(body: unknown): string {
  const has = typeof body === 'object' && body !== null && 'message' in body;
  return has && typeof body.message === 'string'
    ? body.message
    : 'the response contains no message';
}

function messageOf(err: unknown): string {
  if (!(err instanceof Error)) return String(err);
  return err.cause instanceof Error ? err.cause.message || err.message : err.message;
}
