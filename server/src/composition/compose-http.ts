import { join } from 'node:path';
import { deviceNames, findDevice } from '@shotwright/capture';
import type { RuntimeConfig } from '@shotwright/contract';
import { relyingPartyOf } from '../adapters/passkeys/webauthn-passkeys.ts';
import { creditPricesOf } from './credit-prices.ts';
import { localIdentityPath } from './compose-adapters.ts';
import type { Features } from './compose-features.ts';
import { ConfigError, type Config } from '../config/config.ts';
import { renderMail } from '../features/mail/mail-layout.ts';
import { contentOf } from '../features/mail/mail-templates.ts';
import { billingMails, sampleMails } from '../features/mail/sample-mails.ts';
import { createMailboxMount, type MailPreview } from '../demo/mailbox/mailbox.ts';
import { createWebhookInboxMount, webhookInboxPath } from '../demo/webhook-inbox/webhook-inbox.ts';
import { createHttpApp, type HttpApp, type RawMount } from '../http/server/app.ts';
import type { RespondToMcp } from '../http/mcp/mcp-request.ts';
import type { Readiness } from '../http/server/health.ts';
import type { Metrics } from '../http/server/metrics.ts';
import type { ContentSources } from '../http/server/security-headers.ts';
import { apiPages, operatorPages } from '../http/pages/service-pages.ts';
import { legalPages, readLegalTexts, type LegalText } from '../http/pages/legal-pages.ts';
import { statusPages } from '../http/pages/status-page.ts';
import { systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';

const webDir = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');

/**
 * Builds the HTTP server of this process: API and dashboard, or only health and metrics in a
 * process with just the `worker` role.
 */
export function composeHttp(input: {
  readonly config: Config;
  readonly features: Features;
  readonly metrics: Metrics;
  readonly readiness: () => Promise<Readiness>;
  readonly details?: () => object;
  readonly isCheckingResponses: boolean;
  readonly logger: Logger;
}): Promise<HttpApp> {
  const { config, features, metrics, readiness, details, isCheckingResponses, logger } = input;
  const { publicUrl } = config;
  const isApi = config.roles.includes('api');
  const legalTexts = legalTextsOf(config);
  const runtimeConfig = {
    ...runtimeConfigOf(config, features),
    legalPages: legalTexts.map(({ title, path }) => ({ title, path })),
  };
  const { slides: newsSlides, notices, imageOrigins } = features.currentNews;
  const devices = deviceNames().flatMap((name) => findDevice(name) ?? []);
  const rateLimits = {
    key: config.rateLimitKey,
    session: config.rateLimitSession,
    address: config.rateLimitAddress,
    link: config.rateLimitLink,
  };
  return createHttpApp({
    routes: isApi ? features.routes : [],
    pages: [
      ...operatorPages({ readiness, metrics, ...(details && { details }) }),
      ...(isApi ? apiPages({ runtimeConfig, newsSlides, publicUrl, rateLimits, devices }) : []),
      ...(isApi ? statusPages({ readiness, notices, productName: config.productName }) : []),
      ...(isApi ? legalPages(legalTexts, config.productName) : []),
      ...(isApi ? features.pages : []),
    ],
    rawMounts: isApi ? demoMounts({ config, features, publicUrl }) : [],
    authenticators: {
      ...features.accounts.sessions,
      authenticateKey: features.apiKeys.authenticateApiKey,
    },
    logger,
    metrics,
    publicUrl,
    ...(isApi && { respondToMcp: lazyMcp({ url: publicUrl, isBillingOn: config.billing }) }),
    trustedProxies: config.trustProxy,
    contentSources: { ...contentSourcesOf(config), imageOrigins },
    isCheckingResponses,
    onKeyCall: features.requestRecorder.record,
    rateLimits,
    brand: runtimeConfig,
    ...(isApi && { webDir }),
  });
}

/** Loaded with the first message, because that takes about 100 ms and most installations need it never. */
function lazyMcp(options: { readonly url: string; readonly isBillingOn: boolean }): RespondToMcp {
  let loading: Promise<RespondToMcp> | undefined;
  return async (request, input) => {
    loading ??= import('@shotwright/mcp').then((mcp) => mcp.createMcpResponder(options));
    return (await loading)(request, input);
  };
}

/**
 * Mounts of the local replacements for external providers. Configuration disables each of them in
 * production.
 */
function demoMounts({
  config,
  features,
  publicUrl,
}: {
  readonly config: Config;
  readonly features: Features;
  readonly publicUrl: string;
}): RawMount[] {
  const { localIdentity, localPayments, outbox } = features;
  return [
    ...(localIdentity ? [{ prefix: localIdentityPath, handle: localIdentity.handle }] : []),
    ...(localPayments ? [localPayments] : []),
    ...(outbox && config.devMailbox ? [createMailboxMount(outbox, mailPreviews(config))] : []),
    ...(config.devWebhooks ? [createWebhookInboxMount({ clock: systemClock, publicUrl })] : []),
  ];
}

function legalTextsOf({ legalDir }: Config): LegalText[] {
  if (legalDir === undefined) return [];
  try {
    return readLegalTexts(legalDir);
  } catch (error) {
    throw new ConfigError([`LEGAL_DIR: ${error instanceof Error ? error.message : String(error)}`]);
  }
}

/** Returns the configuration that the dashboard reads at start, without the legal pages. */
function runtimeConfigOf(
  config: Config,
  { localIdentity }: Features,
): Omit<RuntimeConfig, 'legalPages'> {
  const { analyticsHost, analyticsKey, captchaSiteKey } = config;
  return {
    productName: config.productName,
    supportEmail: config.supportEmail,
    sampleEmail: 'user@example.com',
    docsUrl: config.docsUrl,
    feedbackUrl: config.feedbackUrl ?? null,
    statusUrl: config.statusUrl,
    newsSlides: config.newsSlides,
    identity: identityOf(config, localIdentity),
    captcha: {
      kind: config.captcha,
      ...(captchaSiteKey !== undefined && { siteKey: captchaSiteKey }),
    },
    passkeyOrigin: relyingPartyOf(config.publicUrl)?.origin ?? null,
    billing: config.billing,
    analytics:
      analyticsHost === undefined || analyticsKey === undefined
        ? null
        : { host: analyticsHost, key: analyticsKey },
    devMailbox: config.devMailbox,
    creditPrices: creditPricesOf(config),
    privateTargets: config.allowPrivateTargets,
    ...(config.devWebhooks && {
      webhookCatcherUrl: `${config.publicUrl}${webhookInboxPath}/in`,
    }),
  };
}

function identityOf(
  { googleClientId }: Config,
  localIdentity: Features['localIdentity'],
): RuntimeConfig['identity'] {
  if (localIdentity) {
    const { clientId, authorizeUrl } = localIdentity;
    return { kind: 'local', clientId, authorizeUrl };
  }
  if (googleClientId === undefined) return { kind: null, clientId: null };
  return { kind: 'google', clientId: googleClientId };
}

const nothing: ContentSources = { scripts: [], frames: [], styles: [], connections: [] };

/**
 * Origins from which each captcha provider loads its resources. Source: the providers'
 * documentation on content security policy.
 */
const sourcesOfProviders: Readonly<Record<string, ContentSources>> = {
  turnstile: {
    ...nothing,
    scripts: ['https://challenges.cloudflare.com'],
    frames: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    scripts: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    frames: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    styles: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    connections: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  recaptcha: {
    ...nothing,
    scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  },
  google: {
    scripts: ['https://accounts.google.com/gsi/client'],
    frames: ['https://accounts.google.com/gsi/'],
    styles: ['https://accounts.google.com/gsi/style'],
    connections: ['https://accounts.google.com/gsi/'],
  },
};

function contentSourcesOf(config: Config): ContentSources {
  const used = [
    sourcesOfProviders[config.captcha] ?? nothing,
    config.googleClientId === undefined ? nothing : (sourcesOfProviders.google ?? nothing),
    config.analyticsHost === undefined
      ? nothing
      : { ...nothing, connections: [new URL(config.analyticsHost).origin] },
  ];
  return {
    scripts: used.flatMap(({ scripts }) => scripts),
    frames: used.flatMap(({ frames }) => frames),
    styles: used.flatMap(({ styles }) => styles),
    connections: used.flatMap(({ connections }) => connections),
  };
}

function mailPreviews(brand: Config): MailPreview[] {
  return Object.values(sampleMails)
    .flat()
    .filter((mail) => brand.billing || !billingMails.has(mail.template))
    .map((mail) => renderMail(contentOf(mail, brand), brand));
}
