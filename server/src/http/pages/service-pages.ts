import { runtimeConfigPath, type NewsSlide, type RuntimeConfig } from '@shotwright/contract';
import { docsPages } from '../docs/docs-pages.ts';
import type { DocsInput } from '../docs/printed/guide-parts.ts';
import type { Readiness } from '../server/health.ts';
import type { Metrics } from '../server/metrics.ts';
import { openApiDocument, type OpenApiDocument } from '../docs/openapi.ts';
import { jsonResponse, type Page } from '../page.ts';
import { previewFramePage } from './preview-frame.ts';

/** Creates the pages that every process serves, regardless of its roles. */
export function operatorPages(input: {
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: Metrics;
  /** Returns what the readiness check adds for operators; it does not decide readiness. */
  readonly details?: () => object;
}): Page[] {
  const { readiness, metrics, details = () => undefined } = input;
  return [
    { path: '/health/live', respond: async () => jsonResponse({ status: 'ok' }) },
    {
      path: '/health/ready',
      respond: async () => {
        const { isReady, parts } = await readiness();
        const body = { ...parts, details: details() };
        if (isReady) return jsonResponse({ status: 'ready', ...body });
        const respond = jsonResponse({ status: 'not_ready', ...body }, 503);
        return { ...respond, headers: { 'retry-after': '2' } };
      },
    },
    {
      path: '/metrics',
      respond: async () => ({ contentType: metrics.contentType, body: await metrics.print() }),
    },
  ];
}

/**
 * Creates the pages of a process that serves the API: its description for programs and people, and
 * the dashboard's configuration.
 */
export function apiPages(
  input: Pick<DocsInput, 'publicUrl' | 'devices' | 'rateLimits'> & {
    readonly runtimeConfig: RuntimeConfig;
    /** Returns the slides of this moment; default: those of the configuration. */
    readonly newsSlides?: () => Promise<readonly NewsSlide[]>;
  },
): Page[] {
  const { runtimeConfig, publicUrl } = input;
  const { newsSlides = async () => runtimeConfig.newsSlides } = input;
  let described: OpenApiDocument | undefined;
  // Made when it is first asked for, because it takes longer than the rest of the start.
  const document = (): OpenApiDocument =>
    (described ??= {
      ...openApiDocument({ isBillingOn: runtimeConfig.billing }),
      servers: [{ url: `${publicUrl}/api/v1` }],
    });
  const description = async () => ({
    ...jsonResponse(document()),
    cacheControl: 'public, max-age=300',
  });
  return [
    { path: '/api/v1/openapi.json', respond: description },
    { path: '/v1/openapi.json', respond: description },
    {
      path: runtimeConfigPath,
      respond: async ({ isSignedIn }) => {
        const { privateTargets } = runtimeConfig;
        const isVisible = privateTargets.length > 0 && (await isSignedIn());
        return jsonResponse({
          ...runtimeConfig,
          newsSlides: await newsSlides(),
          privateTargets: isVisible ? privateTargets : [],
        });
      },
    },
    previewFramePage(),
    ...docsPages({ ...input, document }),
  ];
}
