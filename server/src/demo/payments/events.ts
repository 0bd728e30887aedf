import { createHmac } from 'node:crypto';
import type { Json } from './json.ts';
import { ignoreErrors } from '../../lib/run-in-background.ts';
import { localId, type LocalEvent, type LocalState } from './state.ts';

/** Delivers signed events to one URL, in order, with retries until the response is 2xx. */
export interface LocalEvents {
  /** Enqueues an event for delivery. */
  add(type: string, object: Json): void;
  /** Delivers pending events, including those that an earlier process left. */
  start(): void;
  close(): void;
}

const firstDelayMs = 500;
const longestDelayMs = 60_000;
const maxAttempts = 50;
const deadlineMs = 10_000;

/** Creates a {@link LocalEvents}. Nothing is sent before `start`. */
export function createLocalEvents(input: {
  readonly state: LocalState;
  readonly eventsUrl: string;
  readonly webhookSecret: string;
}): LocalEvents {
  const { state } = input;
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;
  let isDelivering = false;
  const plan = (): void => {
    const [next] = waiting(state);
    if (!isStarted || isDelivering || !next || closing.signal.aborted) return;
    clearTimeout(timer);
    timer = setTimeout(
      // It schedules its own repetition.
      () => ignoreErrors(emit(next)),
      Math.max(0, next.dueAtMs - Date.now()),
    );
    timer.unref();
  };
  const emit = async (event: LocalEvent): Promise<void> => {
    isDelivering = true;
    try {
      const isDelivered = await post(event.body, input, closing.signal);
      event.attempts += 1;
      event.dueAtMs = Date.now() + Math.min(longestDelayMs, firstDelayMs * 2 ** event.attempts);
      if (isDelivered || event.attempts >= maxAttempts) state.remove('events', event.id);
      state.save();
    } finally {
      isDelivering = false;
      plan();
    }
  };
  return {
    add: (type, object) => {
      const id = localId('evt');
      const body = JSON.stringify(eventJson(id, { type, object }));
      state.put('events', { id, body, attempts: 0, dueAtMs: Date.now() });
      plan();
    },
    start: () => {
      isStarted = true;
      plan();
    },
    close: () => {
      closing.abort();
      clearTimeout(timer);
    },
  };
}

/** Returns the pending events, the next one first. */
function waiting(state: LocalState): LocalEvent[] {
  return state.list('events').sort((a, b) => a.dueAtMs - b.dueAtMs);
}

function eventJson(id: string, { type, object }: { type: string; object: Json }): Json {
  return {
    id,
    object: 'event',
    api_version: null,
    created: Math.floor(Date.now() / 1_000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}

async function post(
  body: string,
  { eventsUrl, webhookSecret }: { readonly eventsUrl: string; readonly webhookSecret: string },
  closing: AbortSignal,
): Promise<boolean> {
  try {
    const response = await fetch(eventsUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(body, webhookSecret),
      },
      body,
      signal: AbortSignal.any([closing, AbortSignal.timeout(deadlineMs)]),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** Returns the signature header of an event: `t=…,v1=…` over time and body. */
export function signatureOf(body: string, secret: string, atMs = Date.now()): string {
  const seconds = Math.floor(atMs / 1_000);
  const hmac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${hmac}`;
}
