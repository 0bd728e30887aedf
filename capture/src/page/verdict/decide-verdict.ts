import {
  allMarkers,
  captchaMarkers,
  challengeSignatures,
  challengeTitle,
  challengeTitles,
  type ChallengeSignature,
  type Marker,
} from './challenge-signatures.ts';
import type { Verdict, VerdictKind, VerdictReason, VerdictSignals } from './verdict.ts';

const shortTextLength = 400;
/** A page with less text may be nothing but a spinner. */
const spinnerTextLength = 20;
const errorTextLength = 600;
const missingImagesShare = 0.3;
const minImages = 2;
const placeholderShare = 0.25;
const consentShare = 0.4;

const deniedStatuses: ReadonlySet<number> = new Set([403, 429, 503]);
const loginSegment = /^(?:login|log-in|log_in|signin|sign-in|sign_in|auth|sso|authwall)$/i;
/** Sites whose page for signing in has no field for a password at first. */
const loginSites: readonly (readonly [host: RegExp, path: RegExp])[] = [
  [/(?:^|\.)instagram\.com$/, /^\/accounts\/login/],
  [/(?:^|\.)facebook\.com$/, /^\/login/],
  [/(?:^|\.)(?:x|twitter)\.com$/, /^\/i\/flow\/login/],
  [/(?:^|\.)linkedin\.com$/, /^\/authwall/],
];
const errorTitle =
  /^(?:error\s*)?(?:404|410|500|502|503|504)(?:[\s:–-]+(?:not found|page not found|error|bad gateway|internal server error|service unavailable|gateway time-?out))?[.!]?$|^(?:page )?not found[.!]?$|^welcome to nginx!?$/i;

/** Returns the verdict about an image. The first kind that applies counts. */
export function decideVerdict(signals: VerdictSignals): Verdict {
  return (
    botChallenge(signals) ??
    loginWall(signals) ??
    hostError(signals) ??
    incomplete(signals) ??
    blank(signals) ??
    cookieWall(signals) ??
    (signals.isTruncated ? high('truncated', 'page_too_tall') : { ...high('ok'), reasons: [] })
  );
}

/** Returns true if the page may look different a moment later. */
export function deservesSecondLook({ kind }: Verdict): boolean {
  return kind === 'blank' || kind === 'incomplete';
}

/** One strong signal, or two weak ones. */
function botChallenge(signals: VerdictSignals): Verdict | undefined {
  const match = challengeSignatures.find((signature) => matches(signature, signals));
  if (match !== undefined) return high('bot_challenge', `challenge_${match.provider}`);
  const { status, document } = signals;
  const isDenied = deniedStatuses.has(status ?? 0);
  const weak: VerdictReason[] = [];
  if (isDenied && captchaMarkers.some((marker) => has(signals, marker))) weak.push('captcha');
  if (hasChallengeTitle(document?.title ?? '')) weak.push('challenge_title');
  if (isDenied && isShort(signals)) weak.push('short_text');
  if (weak.length < 2) return undefined;
  return { kind: 'bot_challenge', reasons: weak, confidence: 'low' };
}

function matches(signature: ChallengeSignature, signals: VerdictSignals): boolean {
  const { statuses, header, marker, title, text, host } = signature;
  const value = header === undefined ? '' : signals.headers[header.name];
  return (
    (statuses?.includes(signals.status ?? 0) ?? true) &&
    value !== undefined &&
    (header?.value?.test(value) ?? true) &&
    (marker === undefined || has(signals, marker)) &&
    (title?.test(signals.document?.title ?? '') ?? true) &&
    (text?.test(signals.document?.text ?? '') ?? true) &&
    (host?.test(urlOf(signals.finalUrl)?.hostname ?? '') ?? true) &&
    (signature.isShort === undefined || isShort(signals))
  );
}

function has({ document }: VerdictSignals, marker: Marker): boolean {
  return document?.markers.includes(allMarkers.indexOf(marker)) === true;
}

function hasChallengeTitle(title: string): boolean {
  const plain = title.trim().toLowerCase();
  return challengeTitle.test(plain) || challengeTitles.has(plain.replace(/[.…]+$/, ''));
}

function isShort({ document }: VerdictSignals): boolean {
  return document !== undefined && document.text.length < shortTextLength;
}

function loginWall(signals: VerdictSignals): Verdict | undefined {
  const { status, document } = signals;
  if (status === 401) return high('login_wall', 'unauthorized', ...blankReasons(signals));
  const asked = urlOf(signals.requestedUrl);
  const final = urlOf(signals.finalUrl);
  if (asked === undefined || final === undefined || hasLoginSegment(asked)) return undefined;
  const isKnown = loginSites.some(
    ([host, path]) => host.test(final.hostname) && path.test(final.pathname),
  );
  const isForm = hasLoginSegment(final) && document?.hasPasswordField === true;
  return isKnown || isForm ? high('login_wall', 'login_redirect') : undefined;
}

function hasLoginSegment({ pathname }: URL): boolean {
  return pathname.split('/').some((segment) => loginSegment.test(segment));
}

function hostError(signals: VerdictSignals): Verdict | undefined {
  const { status, document } = signals;
  if (status !== null && status >= 400)
    return high('host_error', 'error_status', ...blankReasons(signals));
  if (document === undefined || document.text.length >= errorTextLength) return undefined;
  const isError = [document.title, document.heading].some((text) => errorTitle.test(text.trim()));
  return isError ? { kind: 'host_error', reasons: ['error_title'], confidence: 'low' } : undefined;
}

function blank(signals: VerdictSignals): Verdict | undefined {
  const reasons = blankReasons(signals);
  return reasons.length === 0 ? undefined : high('blank', ...reasons);
}

/** A blank image is a reason of its own also where the status of the response names the kind. */
function blankReasons({ isUniformImage, document }: VerdictSignals): VerdictReason[] {
  const isBlank = isUniformImage && document !== undefined && !hasContent(document);
  return isBlank ? ['uniform_image'] : [];
}

/** Returns true if the document has text or media, so that its image is not blank. */
export function hasContent({
  text,
  hasMedia,
}: Pick<NonNullable<VerdictSignals['document']>, 'text' | 'hasMedia'>): boolean {
  return hasMedia || text !== '';
}

function incomplete({ document, completeness, hasStalled }: VerdictSignals): Verdict | undefined {
  if (completeness === undefined) return undefined;
  const { imageCount, missingImageCount } = completeness;
  const reasons: VerdictReason[] = [];
  if (imageCount >= minImages && missingImageCount >= imageCount * missingImagesShare)
    reasons.push('images_missing');
  if (completeness.placeholderShare >= placeholderShare) reasons.push('placeholders');
  if (completeness.hasSpinner && (document?.text.length ?? Infinity) < spinnerTextLength)
    reasons.push('spinner');
  if (reasons.length === 0) return undefined;
  if (hasStalled) reasons.push('load_stalled');
  return { kind: 'incomplete', reasons, confidence: 'high' };
}

function cookieWall({ completeness }: VerdictSignals): Verdict | undefined {
  if ((completeness?.consentShare ?? 0) < consentShare) return undefined;
  return { kind: 'cookie_wall', reasons: ['consent_overlay'], confidence: 'low' };
}

function high(kind: VerdictKind, ...reasons: VerdictReason[]): Verdict {
  return { kind, reasons, confidence: 'high' };
}

function urlOf(text: string | null): URL | undefined {
  return text !== null && URL.canParse(text) ? new URL(text) : undefined;
}
