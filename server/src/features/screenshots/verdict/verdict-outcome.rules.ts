import type { RenderReport } from '@shotwright/capture';
import {
  readStoredOptions,
  verdictErrorCodes,
  type FlaggedVerdictKind,
  type VerdictKind,
} from '@shotwright/contract';
import type { Failure } from '../run/attempts.store.ts';

/** Note of the ledger entry that releases a hold because of a verdict. */
export type VerdictNote = `verdict:${FlaggedVerdictKind}`;

/** Consequence of a verdict for a capture that has an image. */
export type VerdictOutcome =
  | { readonly kind: 'charge' }
  | { readonly kind: 'refund'; readonly note: VerdictNote }
  | { readonly kind: 'fail'; readonly note: VerdictNote; readonly failure: Failure };

const charge = { kind: 'charge' } as const;

/**
 * Decides whether a capture with an image is charged, stored without a charge, or fails. The lists of
 * the request count first; then a blank image and a challenge of high confidence are not charged.
 */
export function verdictOutcomeOf(
  storedOptions: Readonly<Record<string, unknown>>,
  { verdict, targetStatus }: Pick<RenderReport, 'verdict' | 'targetStatus'>,
): VerdictOutcome {
  if (!verdict || !isFlagged(verdict.kind)) return charge;
  const { kind } = verdict;
  const { fail_on_verdict: failed, accept_verdicts: accepted } = readStoredOptions(storedOptions);
  const note = `verdict:${kind}` as const;
  if (failed?.includes(kind)) return { kind: 'fail', note, failure: failureOf(kind, targetStatus) };
  if (accepted?.includes(kind) || verdict.confidence === 'low') return charge;
  const isBlank = verdict.reasons.includes('uniform_image');
  return isBlank || kind === 'bot_challenge' ? { kind: 'refund', note } : charge;
}

function isFlagged(kind: VerdictKind): kind is FlaggedVerdictKind {
  return kind !== 'ok';
}

const findings: Readonly<Record<Exclude<FlaggedVerdictKind, 'host_error'>, string>> = {
  blank: 'The image of the page is blank',
  bot_challenge: 'The site shows a challenge for robots instead of the page',
  login_wall: 'The site asks for a sign-in instead of the page',
  cookie_wall: 'A request for consent to cookies covers the page',
  incomplete: 'Parts of the page were still missing when the image was taken',
  truncated: 'The page is taller than an image can be',
};
/** Kinds of which the same request may show something else later. */
const temporaryKinds: readonly FlaggedVerdictKind[] = ['blank', 'bot_challenge', 'incomplete'];

function failureOf(kind: FlaggedVerdictKind, status: number | null): Failure {
  const finding = kind === 'host_error' ? hostErrorOf(status) : findings[kind];
  return {
    code: verdictErrorCodes[kind],
    message: `${finding}, and fail_on_verdict names ${kind}. Nothing was charged.`,
    isRetryable: kind === 'host_error' ? (status ?? 0) >= 500 : temporaryKinds.includes(kind),
  };
}

function hostErrorOf(status: number | null): string {
  return status !== null && status >= 400
    ? `The host returned the error status ${status}`
    : 'The page says that it does not exist or that an error occurred';
}
