import { defaultCreditPrices, newsSlideSchema } from '@shotwright/contract';
import { z } from 'zod';
import { captureVariables } from './capture-variables.ts';
import {
  commaList,
  jsonOf,
  link,
  oneOf,
  onOrOff,
  proxies,
  webUrl,
  wholeNumber,
  yesOrNo,
} from './config-values.ts';
import { variable } from './variable.ts';

const text = z.string();
const secret = { schema: text.optional(), isSecret: true } as const;
const roles = ['api', 'worker'] as const;
const price = (credits: number) => wholeNumber(0, 1_000).default(credits);

/**
 * All environment variables the server reads. Each has a default: with none set, the product runs
 * embedded in one process.
 */
export const variables = {
  port: variable('PORT', 'Port of the dashboard and the API; 0 selects a free port.', {
    schema: wholeNumber(0, 65_535).default(3_000),
  }),
  host: variable('HOST', 'IP address to listen on; 0.0.0.0 for all.', {
    schema: text.default('127.0.0.1'),
  }),
  publicUrl: variable(
    'PUBLIC_URL',
    'URL under which users reach the service. With https, cookies are Secure and HSTS is sent.',
    {
      schema: webUrl.optional(),
      shownDefault: '`http://localhost:$PORT`, or the IP address of `HOST`',
    },
  ),
  trustProxy: variable(
    'TRUST_PROXY',
    'Proxies whose X-Forwarded-For header is trusted: their IP addresses and networks, false for none, or true for all (clients can then forge their IP address).',
    { schema: proxies.default(false) },
  ),
  roles: variable(
    'ROLES',
    'Roles of this process: api serves the API and the dashboard, worker makes captures.',
    {
      schema: commaList
        .pipe(z.array(oneOf(roles)).min(1, { error: 'must contain api, worker or both' }))
        .default(['api', 'worker']),
      shownDefault: '`api,worker`',
    },
  ),
  dataDir: variable('DATA_DIR', 'Folder of the embedded database, stored files and the secret.', {
    schema: text.default('./data'),
  }),
  databaseUrl: variable(
    'DATABASE_URL',
    'URL of a PostgreSQL server (15 or newer, with its contributed modules); not set: an embedded one in DATA_DIR.',
    {
      schema: z
        .string()
        .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres://' })
        .optional(),
      isSecret: true,
    },
  ),
  databaseConnections: variable(
    'DATABASE_CONNECTIONS',
    'Maximum number of database connections of one process.',
    {
      schema: wholeNumber(2, 500).default(20),
    },
  ),
  secretKey: variable(
    'SECRET_KEY',
    'At least 32 characters. Encrypts API keys and signs URLs. Must be the same on every host: the server does not start with a secret other than the first one of its database. If the secret is lost, all API keys are lost.',
    {
      schema: text.min(32, { error: 'must have at least 32 characters' }).optional(),
      isSecret: true,
      shownDefault: 'generated once and stored in `DATA_DIR/secret-key`',
    },
  ),
  storage: variable(
    'STORAGE',
    'Where images are stored: disk (in DATA_DIR) or s3 (an S3-compatible store).',
    {
      schema: oneOf(['disk', 's3']).default('disk'),
    },
  ),
  s3Endpoint: variable('S3_ENDPOINT', 'URL of the S3-compatible store; not set: AWS.', {
    schema: webUrl.optional(),
  }),
  s3Bucket: variable('S3_BUCKET', 'Bucket of the store. It must exist.', {
    schema: text.default('shotwright'),
  }),
  s3Region: variable('S3_REGION', 'Region of the bucket.', { schema: text.default('us-east-1') }),
  s3AccessKeyId: variable('S3_ACCESS_KEY_ID', 'Access key ID of the store.', secret),
  s3SecretAccessKey: variable('S3_SECRET_ACCESS_KEY', 'Secret access key of the store.', secret),
  fileLinkSeconds: variable('FILE_LINK_SECONDS', 'Seconds for which a signed file URL is valid.', {
    schema: wholeNumber(60, 604_800).default(3_600),
  }),
  ...captureVariables,
  billing: variable(
    'BILLING',
    '`off` removes credits, plans, coupons and plan limits, also from the dashboard; the usual choice for a private installation. Must be the same on every host.',
    { schema: onOrOff.default(true), shownDefault: '`on`' },
  ),
  creditsCapture: variable('CREDITS_CAPTURE', 'Credits that a capture costs.', {
    schema: price(defaultCreditPrices.capture),
  }),
  creditsFullPage: variable('CREDITS_FULL_PAGE', 'Additional credits for the full page.', {
    schema: price(defaultCreditPrices.fullPage),
  }),
  creditsRetina: variable('CREDITS_RETINA', 'Additional credits for high resolution.', {
    schema: price(defaultCreditPrices.retina),
  }),
  rateLimitKey: variable(
    'RATE_LIMIT_KEY',
    'Maximum number of write requests per minute and API key; the limit for read requests is three times as high. 0: no limit.',
    { schema: wholeNumber(0, 1_000_000).default(6_000) },
  ),
  rateLimitSession: variable('RATE_LIMIT_SESSION', 'The same limit per signed-in user.', {
    schema: wholeNumber(0, 1_000_000).default(3_000),
  }),
  rateLimitAddress: variable(
    'RATE_LIMIT_ADDRESS',
    'The same limit per IP address, for requests without an API key or session. Several users may share an IP address.',
    { schema: wholeNumber(0, 1_000_000).default(20_000) },
  ),
  rateLimitLink: variable(
    'RATE_LIMIT_LINK',
    'Maximum number of new captures per minute and signed link; images of the cache do not count. 0: no limit.',
    { schema: wholeNumber(0, 1_000_000).default(120) },
  ),
  smtpUrl: variable(
    'SMTP_URL',
    'URL of the mail server; not set: mail is stored in DATA_DIR and shown at /dev/mailbox if DEV_MAILBOX is on.',
    {
      schema: z
        .string()
        .regex(/^smtps?:\/\//, { error: 'must start with smtp:// or smtps://' })
        .optional(),
      isSecret: true,
    },
  ),
  mailFrom: variable('MAIL_FROM', 'Sender of emails.', {
    schema: text.default('Shotwright <no-reply@localhost>'),
  }),
  captcha: variable('CAPTCHA', 'Captcha provider for sign-up.', {
    schema: oneOf(['altcha', 'turnstile', 'hcaptcha', 'recaptcha']).default('altcha'),
  }),
  captchaSiteKey: variable('CAPTCHA_SITE_KEY', 'Site key of a hosted captcha provider.', {
    schema: text.optional(),
  }),
  captchaSecret: variable('CAPTCHA_SECRET', 'Secret of a hosted captcha provider.', secret),
  googleClientId: variable(
    'GOOGLE_CLIENT_ID',
    'Client ID of Google OAuth; enables sign-in with Google.',
    {
      schema: text.optional(),
    },
  ),
  googleClientSecret: variable('GOOGLE_CLIENT_SECRET', 'Client secret of Google OAuth.', secret),
  localIdentity: variable(
    'LOCAL_IDENTITY',
    'Enables a built-in identity provider that accepts any email address, to try sign-in without Google. Not allowed in production.',
    { schema: yesOrNo.optional(), shownDefault: 'on with demo data' },
  ),
  devMailbox: variable(
    'DEV_MAILBOX',
    'Shows stored mail at /dev/mailbox without authentication. Only without SMTP_URL; not allowed in production.',
    { schema: yesOrNo.optional(), shownDefault: 'on with demo data' },
  ),
  devWebhooks: variable(
    'DEV_WEBHOOKS',
    'Receives webhooks at /dev/webhooks/in and shows them at /dev/webhooks without authentication. Not allowed in production.',
    { schema: yesOrNo.optional(), shownDefault: 'on with demo data' },
  ),
  stripeSecretKey: variable(
    'STRIPE_SECRET_KEY',
    'Secret or restricted key of Stripe; enables the purchase of plans. The server creates the prices in Stripe.',
    secret,
  ),
  stripeWebhookSecret: variable(
    'STRIPE_WEBHOOK_SECRET',
    'Signing secret of the Stripe endpoint `PUBLIC_URL/api/v1/payments/events`, which receives `checkout.session.*`, `customer.subscription.*`, `invoice.paid`, `invoice.payment_failed`, `charge.refunded` and `charge.dispute.created`.',
    secret,
  ),
  localPayments: variable(
    'LOCAL_PAYMENTS',
    'Enables a built-in payment provider with test pages, to try purchases without Stripe. Not allowed in production.',
    { schema: yesOrNo.optional(), shownDefault: 'on with demo data' },
  ),
  seedDemo: variable(
    'SEED_DEMO',
    'Creates sample users with sample data at the first start, and prints their credentials at each.',
    {
      schema: yesOrNo.optional(),
      shownDefault: 'on, unless `DATABASE_URL` or `NODE_ENV=production` is set',
    },
  ),
  productName: variable('PRODUCT_NAME', 'Product name that users see.', {
    schema: text.max(60, { error: 'must have at most 60 characters' }).default('Shotwright'),
  }),
  supportEmail: variable('SUPPORT_EMAIL', 'Email address for support.', {
    schema: text.default('support@example.com'),
  }),
  docsUrl: variable('DOCS_URL', 'URL of the documentation that the dashboard links to.', {
    schema: link.default('/docs'),
  }),
  feedbackUrl: variable('FEEDBACK_URL', 'URL for feedback; not set: no link.', {
    schema: link.optional(),
  }),
  statusUrl: variable('STATUS_URL', 'URL of the status page that the dashboard links to.', {
    schema: link.default('/status'),
  }),
  newsSlides: variable(
    'NEWS_SLIDES',
    'JSON list of slides for the sign-in page, each with title and text, optionally href and image. They are shown while the support team publishes none of its own at `/staff/news`.',
    {
      schema: jsonOf(
        z.array(newsSlideSchema).max(10),
        'must be a JSON list of objects with title and text',
      ).default([]),
      shownDefault: 'none',
    },
  ),
  legalDir: variable(
    'LEGAL_DIR',
    'Directory of legal texts in Markdown: `terms.md`, whose first line is `# Terms of service`, becomes the page `/legal/terms`. ' +
      'The pages for visitors, the documentation and the account menu link to them. Read at start.',
    { schema: text.optional() },
  ),
  analyticsHost: variable('ANALYTICS_HOST', 'URL of a PostHog server; not set: no analytics.', {
    schema: webUrl.optional(),
  }),
  analyticsKey: variable('ANALYTICS_KEY', 'Project key of the PostHog server.', {
    schema: text.optional(),
  }),
  logLevel: variable('LOG_LEVEL', 'Minimum level of the lines that are logged.', {
    schema: oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  }),
  nodeEnv: variable('NODE_ENV', '`production` disables demo data and all development features.', {
    schema: text.optional(),
  }),
} as const;
