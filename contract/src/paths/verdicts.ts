/**
 * Kinds of verdicts other than `ok`: the image shows something else than the page that was asked for.
 * Source: decision record 0110.
 */
export const flaggedVerdictKinds = [
  'blank',
  'bot_challenge',
  'login_wall',
  'cookie_wall',
  'host_error',
  'incomplete',
  'truncated',
] as const;
/** One of the {@link flaggedVerdictKinds}. */
export type FlaggedVerdictKind = (typeof flaggedVerdictKinds)[number];

/** Kinds of verdicts about the content of a finished image. `ok`: nothing was found. */
export const verdictKinds = ['ok', ...flaggedVerdictKinds] as const;
/** One of the {@link verdictKinds}. */
export type VerdictKind = (typeof verdictKinds)[number];

/** Names of the kinds in the dashboard, by which its search finds files. */
export const verdictNames = {
  ok: 'No problems',
  blank: 'Blank page',
  bot_challenge: 'Bot check',
  login_wall: 'Login page',
  cookie_wall: 'Cookie banner',
  host_error: 'Error page',
  incomplete: 'Incomplete',
  truncated: 'Cut off',
} as const satisfies Record<VerdictKind, string>;

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
