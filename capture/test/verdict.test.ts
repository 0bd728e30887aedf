import { describe, expect, test } from 'vitest';
import { allMarkers, challengeSignatures } from '../src/page/verdict/challenge-signatures.ts';
import { decideVerdict } from '../src/page/verdict/decide-verdict.ts';
import type { VerdictSignals } from '../src/page/verdict/verdict.ts';

type Part = Omit<Partial<VerdictSignals>, 'document' | 'completeness'> & {
  readonly document?: Partial<NonNullable<VerdictSignals['document']>>;
  readonly completeness?: Partial<NonNullable<VerdictSignals['completeness']>>;
};

/** Returns the signals of a good page with enough text, changed by `part`. */
function signalsOf(part: Part = {}): VerdictSignals {
  return {
    requestedUrl: 'https://example.com/',
    finalUrl: 'https://example.com/',
    status: 200,
    headers: {},
    isUniformImage: false,
    hasStalled: false,
    isTruncated: false,
    ...part,
    document: {
      title: 'Example',
      heading: 'Example',
      text: 'word '.repeat(200),
      markers: [],
      hasPasswordField: false,
      hasMedia: true,
      ...part.document,
    },
    completeness: {
      imageCount: 0,
      missingImageCount: 0,
      placeholderShare: 0,
      consentShare: 0,
      hasSpinner: false,
      ...part.completeness,
    },
  };
}

function markerOf(value: string): number {
  const index = allMarkers.findIndex((marker) => marker.value.includes(value));
  if (index < 0) throw new Error(`no marker has ${value}`);
  return index;
}

const kindOf = (part: Part): string => decideVerdict(signalsOf(part)).kind;
const short = { text: 'Please wait', hasMedia: false };

test('a good page is ok without reasons', () => {
  expect(decideVerdict(signalsOf())).toEqual({ kind: 'ok', reasons: [], confidence: 'high' });
});

describe('challenges', () => {
  test.each<[string, Part]>([
    ['cloudflare', { status: 403, headers: { 'cf-mitigated': 'challenge' } }],
    ['cloudflare', { document: { markers: [markerOf('_cf_chl_opt')] } }],
    ['cloudflare', { document: { markers: [markerOf('turnstile')], title: 'Just a moment...' } }],
    ['vercel', { status: 403, headers: { 'x-vercel-mitigated': 'challenge' } }],
    ['datadome', { status: 403, headers: { 'x-datadome': 'captcha' } }],
    ['datadome', { document: { markers: [markerOf('captcha-delivery.com')] } }],
    ['aws_waf', { status: 202, headers: { 'x-amzn-waf-action': 'challenge' } }],
    ['aws_waf', { status: 405, document: { markers: [markerOf('gokuProps')] } }],
    ['perimeterx', { status: 403, document: { markers: [markerOf('px-captcha')] } }],
    ['akamai', { document: { markers: [markerOf('sec-if-cpt-container')] } }],
    ['kasada', { status: 429, headers: { 'x-kpsdk-ct': 'x' } }],
    ['anubis', { document: { markers: [markerOf('anubis_challenge')] } }],
    ['hostinger', { document: { markers: [markerOf('jschallenge')] } }],
    ['linkedin', { status: 999, finalUrl: 'https://www.linkedin.com/in/somebody' }],
    [
      'reddit',
      {
        status: 403,
        finalUrl: 'https://www.reddit.com/r/all',
        document: { text: "You've been blocked by network security." },
      },
    ],
  ])('%s is recognised', (provider, part) => {
    expect(decideVerdict(signalsOf(part))).toEqual({
      kind: 'bot_challenge',
      reasons: [`challenge_${provider}`],
      confidence: 'high',
    });
  });

  test('every signature has a condition beside its status', () => {
    const weak = challengeSignatures.filter(
      ({ header, marker, text, host }) => !header && !marker && !text && !host,
    );
    expect(weak).toEqual([]);
  });

  test('two weak signals make a challenge of low confidence, one makes none', () => {
    const both = { status: 403, document: { ...short, title: 'Access denied' } };
    expect(decideVerdict(signalsOf(both))).toEqual({
      kind: 'bot_challenge',
      reasons: ['challenge_title', 'short_text'],
      confidence: 'low',
    });
    expect(kindOf({ status: 403, document: { ...short, title: '403 Forbidden' } })).toBe(
      'host_error',
    );
  });

  test('titles of challenges are recognised in other languages', () => {
    const document = { ...short, markers: [markerOf('h-captcha')] };
    const titles = ['Nur einen Moment…', 'しばらくお待ちください...', 'Один момент…'];
    const kinds = titles.map((title) => kindOf({ status: 403, document: { ...document, title } }));
    expect(kinds).toEqual(titles.map(() => 'bot_challenge'));
  });
});

describe('a good page is not taken for a bad one', () => {
  test.each<[string, Part]>([
    [
      'a login page that was requested',
      {
        requestedUrl: 'https://example.com/login',
        finalUrl: 'https://example.com/login',
        document: { hasPasswordField: true },
      },
    ],
    [
      'an article about Cloudflare',
      { document: { title: 'Just a moment: how Cloudflare verifies that you are human' } },
    ],
    ['a page behind DataDome', { headers: { 'x-datadome': 'protected' } }],
    ['a page with a captcha in its form', { document: { markers: [markerOf('g-recaptcha')] } }],
    ['a page with Turnstile in its form', { document: { markers: [markerOf('turnstile')] } }],
    [
      'a short page with the script of a protected site',
      { document: { ...short, markers: [markerOf('_Incapsula_Resource?')] } },
    ],
    [
      'a white page with one line',
      {
        isUniformImage: true,
        document: { text: 'Nothing but this line of text', hasMedia: false },
      },
    ],
    ['a dark page with a canvas', { isUniformImage: true, document: { text: '', hasMedia: true } }],
    ['a colourful page without text', { document: { text: '', hasMedia: false } }],
    ['an exhibition about errors', { document: { ...short, title: '404: an exhibition' } }],
    [
      'a page with one broken image of four',
      { completeness: { imageCount: 4, missingImageCount: 1 } },
    ],
    ['a page with a broken image only', { completeness: { imageCount: 1, missingImageCount: 1 } }],
    ['a page with a small placeholder', { completeness: { placeholderShare: 0.1 } }],
    ['a page with a spinning logo', { completeness: { hasSpinner: true } }],
    ['a small bar about cookies', { completeness: { consentShare: 0.2 } }],
    ['inline HTML', { requestedUrl: null, finalUrl: null, status: null }],
    [
      'a page that leads from one login path to another',
      {
        requestedUrl: 'https://example.com/sso/start',
        finalUrl: 'https://id.example.com/login',
        document: { hasPasswordField: true },
      },
    ],
    [
      'a page below a path such as author',
      { finalUrl: 'https://example.com/author/loginov', document: { hasPasswordField: true } },
    ],
  ])('%s', (_, part) => {
    expect(kindOf(part)).toBe('ok');
  });
});

test.each<[string, string, Part]>([
  ['login_wall', 'a status 401', { status: 401 }],
  [
    'login_wall',
    'a redirect to a form with a password',
    { finalUrl: 'https://example.com/account/login?next=/', document: { hasPasswordField: true } },
  ],
  [
    'login_wall',
    'a known page for signing in',
    { finalUrl: 'https://www.instagram.com/accounts/login/' },
  ],
  ['host_error', 'an empty 500', { status: 500, isUniformImage: true, document: short }],
  ['host_error', 'a 404 with much text', { status: 404 }],
  ['host_error', 'a page that is titled 404', { document: { ...short, title: '404 Not Found' } }],
  ['host_error', 'a new web server', { document: { ...short, heading: 'Welcome to nginx!' } }],
  [
    'blank',
    'one colour without text and media',
    { isUniformImage: true, document: { text: '', hasMedia: false } },
  ],
  ['incomplete', 'missing images', { completeness: { imageCount: 6, missingImageCount: 3 } }],
  ['incomplete', 'skeletons', { completeness: { placeholderShare: 0.5 } }],
  [
    'incomplete',
    'a spinner alone',
    { document: { text: '', hasMedia: true }, completeness: { hasSpinner: true } },
  ],
  ['cookie_wall', 'an overlay about cookies', { completeness: { consentShare: 0.5 } }],
  ['truncated', 'a page that was too tall', { isTruncated: true }],
])('%s: %s', (kind, _, part) => {
  expect(kindOf(part)).toBe(kind);
});

test.each([
  ['host_error', 'error_status', 503],
  ['login_wall', 'unauthorized', 401],
])('a %s without content names the blank image as a reason', (kind, reason, status) => {
  const document = { text: '', hasMedia: false };
  expect(decideVerdict(signalsOf({ status, isUniformImage: true, document }))).toEqual({
    kind,
    reasons: [reason, 'uniform_image'],
    confidence: 'high',
  });
  expect(decideVerdict(signalsOf({ status, isUniformImage: true })).reasons).toEqual([reason]);
});

test('only what good pages do not have is of high confidence', () => {
  const soft = signalsOf({ document: { ...short, title: '404 Not Found' } });
  expect(decideVerdict(soft).confidence).toBe('low');
  expect(decideVerdict(signalsOf({ status: 404 })).confidence).toBe('high');
});

test('a page that did not respond to the probe is classified by its response alone', () => {
  const { document: _, completeness: __, ...signals } = signalsOf({ isUniformImage: true });
  expect(decideVerdict(signals).kind).toBe('ok');
  expect(decideVerdict({ ...signals, status: 503 }).kind).toBe('host_error');
});
