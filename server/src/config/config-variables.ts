import { availableParallelism } from 'node:os';
import { defaultCreditPrices, newsSlideSchema } from '@shotwright/contract';
import { z } from 'zod';
import {
  commaList,
  jsonOf,
  languages,
  link,
  networks,
  oneOf,
  onOrOff,
  productToken,
  proxies,
  webUrl,
  wholeNumber,
  yesOrNo,
} from './config-values.ts';

/** One environment variable. */
export interface Variable<S extends z.ZodType> {
  readonly name: string;
  /** Description for `docs/configuration.md`. */
  readonly doc: string;
  /** Parses the variable's text; the input is `undefined` if it is not set. */
  readonly schema: S;
  /** Default as text, if it cannot be derived from the schema. */
  readonly shownDefault?: string;
  /** Never printed, not even in an error message. */
  readonly isSecret?: true;
}

function variable<S extends z.ZodType>(
  name: string,
  doc: string,
  rest: Omit<Variable<S>, 'name' | 'doc'>,
): Variable<S> {
  return { name, doc, ...rest };
}

const text = z.string();
const secret = { schema: text.optional(), isSecret: true } as const;
const roles = ['api', 'worker'] as const;
const price = (credits: number) => wholeNumber(0, 1_000).default(credits);

/**
 * All environment variables the server reads. Each has a default: with none set, the product runs
 * embedded in one process.
 */
export const variables = {
  port: variable('PORT', 'Port of the dashboard and the API; 0 takes a free one.', {
    schema: wholeNumber(0, 65_535).default(3_000),
  }),
  host: variable('HOST', 'Address to listen on; 0.0.0.0 for all.', {
    schema: text.default('127.0.0.1'),
  }),
  publicUrl: variable(
    'PUBLIC_URL',
    'Where people reach the service. With https, cookies are Secure and HSTS is sent.',
    { schema: webUrl.optional(), shownDefault: '`http://localhost:$PORT`' },
  ),
  trustProxy: variable(
    'TRUST_PROXY',
    'Proxies whose X-Forwarded-For is believed: their addresses and networks, false, or true for all (clients can then forge their address).',
    { schema: proxies.default(false) },
  ),
  roles: variable('ROLES', 'What this process does: serve the API, work on captures, or both.', {
    schema: commaList
      .pipe(z.array(oneOf(roles)).min(1, { error: 'must name api, worker or both' }))
      .default(['api', 'worker']),
    shownDefault: '`api,worker`',
  }),
  dataDir: variable('DATA_DIR', 'Folder of the embedded database, stored files and the secret.', {
    schema: text.default('./data'),
  }),
  databaseUrl: variable(
    'DATABASE_URL',
    'A PostgreSQL server (15 or newer). Not set: an embedded one under DATA_DIR.',
    {
      schema: z
        .string()
        .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres://' })
        .optional(),
      isSecret: true,
    },
  ),
  databaseConnections: variable('DATABASE_CONNECTIONS', 'Most connections of one process.', {
    schema: wholeNumber(2, 500).default(20),
  }),
  secretKey: variable(
    'SECRET_KEY',
    'At least 32 characters. Seals API keys and signs addresses; the same on every host: a database refuses every secret but its first. Losing it loses the keys.',
    {
      schema: text.min(32, { error: 'must have at least 32 characters' }).optional(),
      isSecret: true,
      shownDefault: 'made once, kept in `DATA_DIR/secret-key`',
    },
  ),
  storage: variable('STORAGE', 'Where pictures are kept: in DATA_DIR, or an S3-compatible store.', {
    schema: oneOf(['disk', 's3']).default('disk'),
  }),
  s3Endpoint: variable('S3_ENDPOINT', 'Address of the store; not set: AWS.', {
    schema: webUrl.optional(),
  }),
  s3Bucket: variable('S3_BUCKET', 'The bucket; it must exist.', {
    schema: text.default('shotwright'),
  }),
  s3Region: variable('S3_REGION', 'The region.', { schema: text.default('us-east-1') }),
  s3AccessKeyId: variable('S3_ACCESS_KEY_ID', 'Access key of the store.', secret),
  s3SecretAccessKey: variable('S3_SECRET_ACCESS_KEY', 'Secret of the access key.', secret),
  fileLinkSeconds: variable('FILE_LINK_SECONDS', 'How long a signed file address holds.', {
    schema: wholeNumber(60, 604_800).default(3_600),
  }),
  captureConcurrency: variable('CAPTURE_CONCURRENCY', 'Captures at a time in this process.', {
    schema: wholeNumber(1, 64).default(Math.max(2, Math.min(16, availableParallelism() * 2))),
    shownDefault: 'twice the processors, 2 to 16',
  }),
  browserPath: variable('BROWSER_PATH', 'The Chromium to use; not set: the best one found.', {
    schema: text.optional(),
  }),
  captureClock: variable(
    'CAPTURE_CLOCK',
    '`virtual`: pages run on a clock that skips waiting times. `real`: every page runs in real time; slower, and the choice if a Chromium breaks the experimental methods of the first.',
    { schema: oneOf(['virtual', 'real']).default('virtual') },
  ),
  captureLanguages: variable(
    'CAPTURE_LANGUAGES',
    'Languages that captured pages are requested in (`Accept-Language`, `navigator.languages`), in order of preference.',
    { schema: languages.default('en-US,en') },
  ),
  userAgentToken: variable(
    'USER_AGENT_TOKEN',
    'Product that is appended to the user agent of captures and named in their client hints, so that sites can recognise this installation: `Example/1.0 (+https://example.com/bot)`.',
    { schema: productToken.optional() },
  ),
  navigatorWebdriver: variable(
    'NAVIGATOR_WEBDRIVER',
    'Value of `navigator.webdriver` in captured pages. `true` says that a program controls the browser, as the WebDriver standard has it; some sites then show something else.',
    { schema: yesOrNo.default(true) },
  ),
  allowPrivateTargets: variable(
    'ALLOW_PRIVATE_TARGETS',
    'Private networks (CIDR) and host:port, also of this host, that captures may reach all the same. Signed-in users can read them.',
    { schema: commaList.default([]) },
  ),
  ownAddresses: variable(
    'OWN_ADDRESSES',
    'Addresses and networks (CIDR) of NAT, load balancers and other hosts that also lead to this installation. ' +
      'Captures and webhooks may not reach them, nor any address of the host itself, except what ALLOW_PRIVATE_TARGETS opens.',
    { schema: networks.default([]) },
  ),
  billing: variable(
    'BILLING',
    '`off`: no credits, plans, coupons or limits of a plan, and no word of them in the dashboard; the usual choice for a private installation. The same on every host.',
    { schema: onOrOff.default(true), shownDefault: '`on`' },
  ),
  creditsCapture: variable('CREDITS_CAPTURE', 'Credits of a capture.', {
    schema: price(defaultCreditPrices.capture),
  }),
  creditsFullPage: variable('CREDITS_FULL_PAGE', 'Credits more for the full page.', {
    schema: price(defaultCreditPrices.fullPage),
  }),
  creditsRetina: variable('CREDITS_RETINA', 'Credits more for high resolution.', {
    schema: price(defaultCreditPrices.retina),
  }),
  rateLimitKey: variable(
    'RATE_LIMIT_KEY',
    'Requests a minute of one API key that change something; three times as many may read. 0: no limit.',
    { schema: wholeNumber(0, 1_000_000).default(6_000) },
  ),
  rateLimitSession: variable('RATE_LIMIT_SESSION', 'The same, of one signed-in person.', {
    schema: wholeNumber(0, 1_000_000).default(3_000),
  }),
  rateLimitAddress: variable(
    'RATE_LIMIT_ADDRESS',
    'The same, of one address without a key or a session; several people may share it.',
    { schema: wholeNumber(0, 1_000_000).default(20_000) },
  ),
  smtpUrl: variable('SMTP_URL', 'Mail server; not set: mail stays in DATA_DIR and is shown.', {
    schema: z
      .string()
      .regex(/^smtps?:\/\//, { error: 'must start with smtp:// or smtps://' })
      .optional(),
    isSecret: true,
  }),
  mailFrom: variable('MAIL_FROM', 'Sender of the mails.', {
    schema: text.default('Shotwright <no-reply@localhost>'),
  }),
  captcha: variable('CAPTCHA', 'Who tells people from programs at sign-up.', {
    schema: oneOf(['altcha', 'turnstile', 'hcaptcha', 'recaptcha']).default('altcha'),
  }),
  captchaSiteKey: variable('CAPTCHA_SITE_KEY', 'Site key of a hosted captcha.', {
    schema: text.optional(),
  }),
  captchaSecret: variable('CAPTCHA_SECRET', 'Secret of a hosted captcha.', secret),
  googleClientId: variable('GOOGLE_CLIENT_ID', 'Switches sign-in with Google on.', {
    schema: text.optional(),
  }),
  googleClientSecret: variable('GOOGLE_CLIENT_SECRET', 'Secret of that client.', secret),
  localIdentity: variable(
    'LOCAL_IDENTITY',
    'A built-in identity provider that believes everybody, to try sign-in without Google. Never in production.',
    { schema: yesOrNo.optional(), shownDefault: 'on with demo data' },
  ),
  devMailbox: variable(
    'DEV_MAILBOX',
    'Shows kept mail at /dev/mailbox to everybody who reaches it. Only without SMTP_URL; never in production.',
    { schema: yesOrNo.optional(), shownDefault: 'on with demo data' },
  ),
  devWebhooks: variable(
    'DEV_WEBHOOKS',
    'Catches webhooks at /dev/webhooks/in and shows them to everybody who reaches it. Never in production.',
    { schema: yesOrNo.optional(), shownDefault: 'on with demo data' },
  ),
  stripeSecretKey: variable(
    'STRIPE_SECRET_KEY',
    'Switches buying on: a secret or restricted key of Stripe. Prices are put there by themselves.',
    secret,
  ),
  stripeWebhookSecret: variable(
    'STRIPE_WEBHOOK_SECRET',
    'Signing secret of the Stripe endpoint `PUBLIC_URL/api/v1/payments/events`, which is told of `checkout.session.*`, `customer.subscription.*`, `invoice.paid`, `invoice.payment_failed`, `charge.refunded` and `charge.dispute.created`.',
    secret,
  ),
  localPayments: variable(
    'LOCAL_PAYMENTS',
    'A built-in payment provider with test pages, to try buying without Stripe. Never in production.',
    { schema: yesOrNo.optional(), shownDefault: 'on with demo data' },
  ),
  seedDemo: variable('SEED_DEMO', 'Makes a demo account at start and prints how to sign in.', {
    schema: yesOrNo.optional(),
    shownDefault: 'on, unless `DATABASE_URL` or `NODE_ENV=production` is set',
  }),
  productName: variable('PRODUCT_NAME', 'Name shown to people.', {
    schema: text.max(60, { error: 'must have at most 60 characters' }).default('Shotwright'),
  }),
  supportEmail: variable('SUPPORT_EMAIL', 'Where people ask for help.', {
    schema: text.default('support@example.com'),
  }),
  docsUrl: variable('DOCS_URL', 'The documentation the dashboard links to.', {
    schema: link.default('/docs'),
  }),
  feedbackUrl: variable('FEEDBACK_URL', 'Where feedback goes; not set: no link.', {
    schema: link.optional(),
  }),
  statusUrl: variable('STATUS_URL', 'The status page; not set: no link.', {
    schema: link.optional(),
  }),
  newsSlides: variable(
    'NEWS_SLIDES',
    'JSON list of slides for the sign-in page, each with title, text and perhaps href and image.',
    {
      schema: jsonOf(
        z.array(newsSlideSchema).max(10),
        'must be a JSON list of objects with title and text',
      ).default([]),
      shownDefault: 'none',
    },
  ),
  analyticsHost: variable('ANALYTICS_HOST', 'A PostHog server; not set: nothing is recorded.', {
    schema: webUrl.optional(),
  }),
  analyticsKey: variable('ANALYTICS_KEY', 'Project key of that server.', {
    schema: text.optional(),
  }),
  logLevel: variable('LOG_LEVEL', 'Least important lines that are logged.', {
    schema: oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  }),
  nodeEnv: variable('NODE_ENV', '`production` switches everything off that is for trying out.', {
    schema: text.optional(),
  }),
} as const;
