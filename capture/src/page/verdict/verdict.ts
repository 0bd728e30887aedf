import type { CompletenessSignals, DocumentSignals } from '../../in-page/verdict-signals.ts';

/** Kinds of verdicts about the content of a finished image. `ok`: nothing was found. */
export const verdictKinds = [
  'ok',
  'blank',
  'bot_challenge',
  'login_wall',
  'cookie_wall',
  'host_error',
  'incomplete',
  'truncated',
] as const;

/** One of the {@link verdictKinds}. */
export type VerdictKind = (typeof verdictKinds)[number];

/** Reasons for a verdict, in addition to `challenge_<provider>`. */
export const verdictReasons = [
  'uniform_image',
  'captcha',
  'challenge_title',
  'short_text',
  'login_redirect',
  'unauthorized',
  'consent_overlay',
  'error_status',
  'error_title',
  'images_missing',
  'placeholders',
  'spinner',
  'load_stalled',
  'page_too_tall',
] as const;

/** A reason: one of the {@link verdictReasons}, or the provider of a challenge. */
export type VerdictReason = (typeof verdictReasons)[number] | `challenge_${string}`;

/** Verdict about the content of a finished image. `high`: a signal that good pages do not have. */
export interface Verdict {
  readonly kind: VerdictKind;
  /** Empty for `ok`. */
  readonly reasons: readonly VerdictReason[];
  readonly confidence: 'high' | 'low';
}

/** Signals of a capture; those of the document are absent if it did not respond. */
export interface VerdictSignals {
  /** Null for inline HTML. */
  readonly requestedUrl: string | null;
  readonly finalUrl: string | null;
  readonly status: number | null;
  /** Headers of the document's response by lower-case name; empty if they were not reported. */
  readonly headers: Readonly<Record<string, string>>;
  readonly document?: DocumentSignals;
  readonly completeness?: CompletenessSignals;
  readonly isUniformImage: boolean;
  readonly hasStalled: boolean;
  readonly isTruncated: boolean;
}
