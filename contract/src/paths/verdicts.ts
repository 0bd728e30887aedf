/**
 * Kinds of verdicts about the content of a finished image. `ok`: nothing was found. Source: decision
 * record 0110.
 */
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

/** Kinds other than `ok`: the image shows something else than the page that was asked for. */
export const flaggedVerdictKinds = [
  'blank',
  'bot_challenge',
  'login_wall',
  'cookie_wall',
  'host_error',
  'incomplete',
  'truncated',
] as const satisfies readonly VerdictKind[];
/** One of the {@link flaggedVerdictKinds}. */
export type FlaggedVerdictKind = (typeof flaggedVerdictKinds)[number];

/** Error code of a capture that failed because of its verdict, by kind. */
export const verdictErrorCodes = {
  blank: 'blank_page',
  bot_challenge: 'bot_challenge',
  login_wall: 'login_wall',
  cookie_wall: 'cookie_wall',
  host_error: 'host_returned_error',
  incomplete: 'incomplete_page',
  truncated: 'page_truncated',
} as const satisfies Record<FlaggedVerdictKind, string>;
