import type { SignedEvents } from '@shotwright/sdk';
import type { CliContext, CommonOptions } from '../context.ts';
import { UsageError } from '../exit-codes.ts';
import { describeError } from '../output/describe-error.ts';
import { tableOf } from '../output/terminal-text.ts';
import { createIsNew, pollUntilAborted } from '../poll.ts';

/** Options of `webhooks listen`. */
export interface ListenFlags extends CommonOptions {
  readonly forwardTo: string;
}

type SignedEvent = SignedEvents['events'][number];

const pollMs = 1_000;
const forwardDeadlineMs = 15_000;

/**
 * Posts each event of the account to a URL, with the body and the headers of a webhook, until the
 * signal aborts. Throws if the server rejects the key; other errors are printed, and it continues.
 */
export async function listen(context: CliContext, flags: ListenFlags): Promise<void> {
  const target = requireUrl(flags.forwardTo);
  const connection = context.connection(flags);
  const output = context.output(flags);
  const { signal } = context.process;
  const { cursor: start, secret } = await connection.client.listWebhookEvents(
    undefined,
    connection.call,
  );
  output.result({
    text: `Forwarding events to ${target}. Press Ctrl-C to stop.\nSigning secret: ${secret}`,
    json: { forwardTo: target, secret },
  });
  const isNew = createIsNew();
  let cursor = start;
  const forwardNew = async (): Promise<void> => {
    const page = await connection.client.listWebhookEvents(cursor, connection.call);
    cursor = page.cursor;
    for (const event of page.events) {
      if (!isNew(event.id) || signal.aborted) continue;
      output.result(describe(event, await forward(target, event, signal)));
    }
  };
  await pollUntilAborted(forwardNew, { pollMs, signal, output });
}

function requireUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).href;
  throw new UsageError('--forward-to: must be a URL such as http://localhost:3000/hook.');
}

interface Forwarded {
  readonly status: number | null;
  readonly ms: number;
  /** Reason why there was no response. */
  readonly error?: string;
}

async function forward(
  url: string,
  { headers, body }: SignedEvent,
  signal: AbortSignal,
): Promise<Forwarded> {
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(forwardDeadlineMs)]),
    });
    await response.body?.cancel();
    return { status: response.status, ms: elapsed() };
  } catch (error) {
    const reason = error instanceof TypeError && error.cause ? error.cause : error;
    return { status: null, ms: elapsed(), error: describeError(reason)[0] ?? '' };
  }
}

function describe({ id, body }: SignedEvent, { status, ms, error }: Forwarded) {
  const { type }: { readonly type: string } = JSON.parse(body);
  const outcome = status === null ? `not delivered: ${error}` : String(status);
  return {
    text: tableOf([[type, id, outcome, `${ms} ms`]]),
    json: { id, type, status, ms, error: error ?? null },
  };
}
