import type { CaptureResult } from './capture-result.ts';
import type { CaptureSpec } from './capture-spec.ts';

type InvalidSpec = Omit<Extract<CaptureResult, { ok: false }>, 'report'>;

/** Validates a spec. Returns undefined if it may be captured, otherwise the failure. */
export function validateSpec({ source }: CaptureSpec): InvalidSpec | undefined {
  if (source.kind === 'html') return undefined;
  const url = URL.canParse(source.url) ? new URL(source.url) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return undefined;
  const detail =
    url === undefined
      ? 'The URL is not valid.'
      : `Only http and https URLs can be captured, not "${url.protocol}".`;
  return { ok: false, reason: 'url_not_allowed', detail, isRetryable: false };
}
