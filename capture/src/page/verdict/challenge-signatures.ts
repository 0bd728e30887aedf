/** A trace of a challenge in the document. */
export interface Marker {
  /**
   * `script`: part of a script's URL or text. `selector`: an element. `main frame`: part of the URL
   * of a frame that covers a third of the viewport.
   */
  readonly kind: 'script' | 'selector' | 'main frame';
  readonly value: string;
}

/** A page that asks its visitor to prove that it is a person. Every given condition must hold. */
export interface ChallengeSignature {
  readonly provider: string;
  readonly statuses?: readonly number[];
  /** Header of the document's response; without a value, its presence. */
  readonly header?: { readonly name: string; readonly value?: RegExp };
  readonly marker?: Marker;
  readonly title?: RegExp;
  readonly text?: RegExp;
  readonly host?: RegExp;
  /** The document has little text. */
  readonly isShort?: true;
}

const script = (value: string): Marker => ({ kind: 'script', value });
const selector = (value: string): Marker => ({ kind: 'selector', value });
const turnstile = script('challenges.cloudflare.com/turnstile');
const denied = [403, 429, 503];

/**
 * Signatures that good pages do not have. The choice of providers and headers follows is-antibot
 * (MIT, https://github.com/microlinkhq/is-antibot) and the providers' documentation; the rules are
 * stricter, because a match returns the credit: cookies and scripts that good pages also have do
 * not count.
 */
export const challengeSignatures: readonly ChallengeSignature[] = [
  { provider: 'cloudflare', header: { name: 'cf-mitigated', value: /^challenge$/i } },
  { provider: 'cloudflare', marker: script('_cf_chl_opt') },
  {
    provider: 'cloudflare',
    marker: turnstile,
    statuses: denied,
    isShort: true,
  },
  {
    provider: 'cloudflare',
    marker: turnstile,
    title: /^(?:just a moment|attention required)/i,
  },
  { provider: 'vercel', header: { name: 'x-vercel-mitigated', value: /^challenge$/i } },
  {
    provider: 'datadome',
    header: { name: 'x-datadome', value: /^(?!protected$)/i },
    statuses: [403],
  },
  { provider: 'datadome', marker: { kind: 'main frame', value: 'captcha-delivery.com' } },
  { provider: 'aws_waf', header: { name: 'x-amzn-waf-action' } },
  { provider: 'aws_waf', marker: script('gokuProps'), statuses: [202, 403, 405] },
  { provider: 'aws_waf', marker: script('awswaf.com'), statuses: [202, 403, 405] },
  { provider: 'perimeterx', header: { name: 'x-px-authorization' }, statuses: denied },
  { provider: 'perimeterx', marker: selector('#px-captcha') },
  { provider: 'imperva', marker: script('_Incapsula_Resource?'), isShort: true, statuses: denied },
  { provider: 'imperva', marker: { kind: 'main frame', value: '_Incapsula_Resource?' } },
  { provider: 'akamai', marker: selector('#sec-if-cpt-container') },
  { provider: 'akamai', marker: script('bmak.sensor_data'), statuses: [403, 429] },
  { provider: 'kasada', header: { name: 'x-kpsdk-ct' }, statuses: [429] },
  { provider: 'anubis', marker: selector('script#anubis_challenge') },
  { provider: 'hostinger', marker: script('/hcdn-cgi/jschallenge') },
  { provider: 'sucuri', marker: script('sucuri_cloudproxy_js') },
  { provider: 'ddos_guard', header: { name: 'server', value: /^ddos-guard$/i }, statuses: denied },
  { provider: 'linkedin', host: /(?:^|\.)linkedin\.com$/, statuses: [999] },
  { provider: 'reddit', host: /(?:^|\.)reddit\.com$/, text: /blocked by network security/i },
];

/** Elements of captchas. On pages that respond with an error they are a weak signal. */
export const captchaMarkers: readonly Marker[] = [
  selector('.h-captcha, .g-recaptcha, .frc-captcha, .cf-turnstile, [class*="geetest" i]'),
  script('arkoselabs.com'),
  script('geetest.com'),
];

/** Every marker, in the order of the indexes that the document returns. */
export const allMarkers: readonly Marker[] = [
  ...new Set(challengeSignatures.flatMap(({ marker }) => marker ?? [])),
  ...captchaMarkers,
];

/** Parts of titles of challenges. */
export const challengeTitle =
  /verify (?:that )?you(?:['’]re| are) (?:a )?human|human verification|are you a (?:robot|human)|access denied|checking your browser|security check(?:point)?\b|vérifi(?:er|ez) que vous êtes humain|zugriff verweigert|acceso denegado|accès refusé|accesso negato|доступ запрещ[её]н/i;

/** Whole titles of challenges in the languages of their visitors, without the mark at their end. */
export const challengeTitles: ReadonlySet<string> = new Set([
  'just a moment',
  'attention required! | cloudflare',
  'nur einen moment',
  'un instant',
  'un momento',
  'um momento',
  'een moment geduld',
  'chwileczkę',
  'один момент',
  'bir dakika lütfen',
  'しばらくお待ちください',
  '잠시만 기다리십시오',
  '请稍候',
  '請稍候',
  'okamžik',
  'vänta ett ögonblick',
  'et øjeblik',
  'et øyeblikk',
  'hetkinen',
  'egy pillanat',
  'зачекайте',
  'tunggu sebentar',
  'chờ một chút',
  'لحظة',
]);
