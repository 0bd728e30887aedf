import { webhookLimits } from '@shotwright/contract';
import type { OutboundOutcome } from '../../../adapters/outbound/outbound-sender.ts';
import { storableText } from '../../../lib/storable-text.ts';

/** Stored part of a receiver's response, safe for the database and for display. */
export interface TruncatedResponse {
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBodyCut: boolean;
  readonly error: { readonly code: string; readonly message: string } | null;
}

const maxHeaders = 50;
const maxHeaderLength = 500;
/** Secrets of the receiver, which are not stored. */
const hiddenHeaders = new Set(['set-cookie', 'authorization', 'www-authenticate']);

/** Reduces an outcome to its stored part: 2 KB of the body, 50 headers. */
export function truncatedResponse(outcome: OutboundOutcome): TruncatedResponse {
  const { durationMs } = outcome;
  if (outcome.kind === 'failed') {
    const { code, message } = outcome;
    const error = { code, message: storableText(message) };
    return { durationMs, statusCode: null, headers: {}, body: '', isBodyCut: false, error };
  }
  const { statusCode, headers, body } = outcome;
  return {
    durationMs,
    statusCode,
    headers: truncatedHeaders(headers),
    body: storableText(body.subarray(0, webhookLimits.answerBytes).toString('utf8')),
    isBodyCut: outcome.isBodyCut || body.length > webhookLimits.answerBytes,
    error: null,
  };
}

/** True if the receiver has accepted the delivery. */
export function isDelivered({ statusCode }: Pick<TruncatedResponse, 'statusCode'>): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** Describes the outcome in a sentence for users. */
export function describeResponse({ statusCode, durationMs, error }: TruncatedResponse): string {
  if (statusCode === null) return error?.message ?? 'Your endpoint did not respond.';
  return `Your endpoint answered ${statusCode} in ${durationMs} ms`;
}

function truncatedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(headers).slice(0, maxHeaders);
  return Object.fromEntries(
    kept.map(([name, value]) => [
      storableText(name.slice(0, 100)),
      hiddenHeaders.has(name) ? '[hidden]' : storableText(value.slice(0, maxHeaderLength)),
    ]),
  );
}
