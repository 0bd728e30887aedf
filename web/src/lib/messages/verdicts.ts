import type { Verdict } from '@shotwright/contract';
import { verdictNames, type FlaggedVerdictKind } from '@shotwright/contract/paths';

/** Messages of the verdict about an image. */
export const verdictMessages = {
  title: 'Verdict',
  filter: 'Verdict',
  filters: { all: 'All verdicts', flagged: 'Any problem' },
  kinds: verdictNames,
  findings: {
    blank: 'The image is blank.',
    bot_challenge: 'The image shows a check for bots instead of the page.',
    login_wall: 'The image shows a login page instead of the page.',
    cookie_wall: 'A cookie banner covers much of the page.',
    host_error: 'The image shows an error page of the site.',
    incomplete: 'Parts of the page were missing when the image was taken.',
    truncated: 'The page is taller than an image can be.',
  } satisfies Record<FlaggedVerdictKind, string>,
  advice: {
    blank: 'Try a longer delay, or enable JavaScript.',
    bot_challenge: 'The site blocks automated visitors. Try a proxy or headers that it accepts.',
    login_wall: 'Send the cookies or headers of a signed-in visitor.',
    cookie_wall: 'Hide the banner with custom CSS.',
    host_error: 'Check the URL in your browser.',
    incomplete: 'Try a longer delay.',
    truncated: 'Capture a single element, or the parts of the page one by one.',
  } satisfies Record<FlaggedVerdictKind, string>,
  ok: 'Nothing unusual was found in the image.',
  confidence: { high: 'Certain', low: 'Likely' } satisfies Record<Verdict['confidence'], string>,
  confidenceLabel: 'Confidence',
  charge: 'Charge',
  charged: (credits: number) =>
    `Charged ${String(credits)} ${credits === 1 ? 'credit' : 'credits'}`,
  notCharged: 'Not charged',
  reasons: 'Why',
  challengeOf: (provider: string) => `The page has the marks of a check by ${provider}.`,
} as const;

/** Reasons for a verdict in sentences, by code. The server may send codes that are not listed. */
export const verdictReasons: Readonly<Record<string, string>> = {
  uniform_image: 'The image has one colour, and the page has no visible text or media.',
  captcha: 'The site denied access, and the page contains a captcha.',
  challenge_title: 'The title of the page is that of a check for bots.',
  short_text: 'The site denied access, and the page has little text.',
  login_redirect: 'The URL led to a login page.',
  unauthorized: 'The site responded with 401 Unauthorized.',
  consent_overlay: 'A cookie banner covers at least 40 % of the viewport.',
  error_status: 'The site responded with an error status.',
  error_title: 'The title or heading of the page names an error.',
  images_missing: 'At least 30 % of the images had not loaded.',
  placeholders: 'Placeholders covered at least a quarter of the viewport.',
  spinner: 'The page showed little more than a loading indicator.',
  load_stalled: 'The page stopped loading before it was complete.',
  page_too_tall: 'The page is taller than the limit, so the image ends before the page does.',
};

/** Names of the providers of checks for bots whose codes do not read as names. */
export const challengeProviders: Readonly<Record<string, string>> = {
  aws_waf: 'AWS WAF',
  datadome: 'DataDome',
  ddos_guard: 'DDoS-Guard',
  linkedin: 'LinkedIn',
  perimeterx: 'PerimeterX',
};

/** Messages of the report about what a capture waited for. */
export const waitingMessages = {
  title: 'Waiting',
  lead: {
    virtual:
      'Timers and animations of the page ran on a fast clock; only the network took real time.',
    real: 'The page ran in real time.',
  },
  fallback:
    'The page did not follow the fast clock, so it was loaded and captured once more in real time.',
  timeline: 'Timeline',
  loading: 'Loading',
  reasons: {
    requests: 'Network',
    timers: 'Page timers',
    animations: 'Animations',
    images: 'Images',
    fonts: 'Fonts',
    loaders: 'Loading indicators',
    changes: 'Changing content',
    delay: 'Delay',
  },
  ofPageTime: (time: string) => `${time} on the page’s clock`,
  nothing: 'Nothing kept the capture waiting.',
  underWay: 'Still under way when the image was taken',
  slowest: (count: number) => `Longest waits (${String(count)})`,
  requests: {
    content: 'Request',
    stream: 'Stream',
    held: 'Held request',
    poll: 'Repeated request',
    worker: 'Worker',
    task: 'Browser task',
  },
} as const;
