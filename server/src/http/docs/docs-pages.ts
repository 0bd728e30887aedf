import {
  errorCodes,
  isErrorCode,
  type ErrorCodeName,
  type RuntimeConfig,
} from '@shotwright/contract';
import { escapeHtml } from '../../lib/escape-html.ts';
import { docsStyle } from './docs-style.ts';
import type { OpenApiDocument, OpenApiOperation } from './openapi.ts';
import { optionsSection } from './options-table.ts';
import { htmlResponse, type Page } from '../page.ts';
import { linksSection } from './links-section.ts';
import { testModeSection } from './test-mode-section.ts';
import { verdictsSection } from './verdicts-section.ts';

/**
 * Builds the API reference for developers, without scripts: `/docs`, the error index and one page
 * per error code.
 */
export function docsPages(
  document: OpenApiDocument,
  {
    productName,
    creditPrices,
    billing: isBillingOn,
  }: Pick<RuntimeConfig, 'productName' | 'creditPrices' | 'billing'>,
): Page[] {
  const frame = (title: string, body: string) =>
    htmlResponse(htmlPage({ title, body, productName }));
  const stored = 'public, max-age=300';
  return [
    {
      path: '/docs',
      respond: async () =>
        frame('API reference', referenceBody(document, isBillingOn ? creditPrices : undefined)),
    },
    { path: '/docs/errors', respond: async () => frame('Errors', errorIndexBody(isBillingOn)) },
    {
      path: '/docs/errors/:code',
      respond: async ({ params: { code } }) =>
        code !== undefined && isErrorCode(code)
          ? frame(code, errorBodyOf(code, isBillingOn))
          : undefined,
    },
    {
      path: '/docs/docs.css',
      respond: async () => ({
        contentType: 'text/css; charset=utf-8',
        body: docsStyle,
        cacheControl: stored,
      }),
    },
  ];
}

function htmlPage(page: { title: string; body: string; productName: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · ${escapeHtml(page.productName)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<header><a class="brand" href="/">${escapeHtml(page.productName)}</a>
<nav aria-label="Documentation"><a href="/docs">Reference</a> <a href="/docs/errors">Errors</a>
<a href="/api/v1/openapi.json">OpenAPI</a></nav></header>
<main>${page.body}</main>
</body>
</html>
`;
}

/** `prices` is undefined if billing is off. */
function referenceBody(
  document: OpenApiDocument,
  prices: RuntimeConfig['creditPrices'] | undefined,
): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const known = new Set(operations.flatMap(({ operation }) => operation.tags));
  // The most important section comes first.
  const tags = [...new Set(['Screenshots', ...known])];
  const server = document.servers[0]?.url ?? '';
  const contents = tags.map((tag) => `<li><a href="#${anchor(tag)}">${escapeHtml(tag)}</a></li>`);
  const sections = tags.map((tag) => {
    const ofTag = operations.filter(({ operation }) => operation.tags.includes(tag));
    const articles = ofTag.map((one) => operationBody(one)).join('\n');
    return `<section id="${anchor(tag)}"><h2>${escapeHtml(tag)}</h2>${articles}</section>`;
  });
  return `<h1>API reference</h1>
<p class="lead">${escapeHtml(document.info.description)}</p>
<h2 id="start">First call</h2>
<p>Create a key on the API Keys page, replace YOUR_API_KEY with it, run the command and open shot.png:</p>
<pre><code>${escapeHtml(firstCall(server))}</code></pre>
<p>All paths below are relative to <code>${escapeHtml(server)}</code>. Errors have <a href="/docs/errors">one shape</a>.</p>
${prices === undefined ? '' : `<p id="credits">${priceText(prices)} A capture that fails costs nothing.</p>`}
<nav aria-label="Contents"><ul class="contents"><li><a href="#options">Capture options</a></li><li><a href="#verdicts">Verdicts</a></li><li><a href="#signed-links">Signed links</a></li><li><a href="#test-mode">Test mode</a></li>${contents.join('')}</ul></nav>
${optionsSection(prices)}
${verdictsSection({ isBillingOn: prices !== undefined })}
${linksSection()}
${testModeSection()}
${sections.join('\n')}`;
}

function priceText({ capture, fullPage, retina }: RuntimeConfig['creditPrices']): string {
  return `A capture costs ${capture} ${capture === 1 ? 'credit' : 'credits'}, ${fullPage} more for the full page and ${retina} more for high resolution.`;
}

/** Returns a shell command that captures a screenshot and runs unchanged. */
export function firstCall(apiUrl: string, key = 'YOUR_API_KEY'): string {
  return `curl -X POST ${apiUrl}/screenshots -H "x-api-key: ${key}" -H "content-type: application/json" -d '{"url":"https://example.com","response_type":"image"}' -o shot.png`;
}

function anchor(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function operationBody(input: {
  path: string;
  method: string;
  operation: OpenApiOperation;
}): string {
  const { path, method, operation } = input;
  const { parameters, requestBody, responses } = operation;
  const parts = [
    parametersTable(parameters),
    bodyPart('Body', requestBody),
    ...Object.entries(asObject(responses))
      .filter(([status]) => status.startsWith('2'))
      .map(([status, respond]) => bodyPart(`Answer ${status}`, respond)),
  ];
  return `<article id="${operation.operationId}">
<h3>${escapeHtml(operation.summary)}</h3>
<p class="address"><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code></p>
${parts.join('\n')}
</article>`;
}

function parametersTable(parameters: unknown): string {
  if (!Array.isArray(parameters)) return '';
  const rows = parameters.map((one) => {
    const { name, in: place, required, schema } = asObject(one);
    const need = required === true ? 'required' : 'optional';
    return `<tr><td><code>${shown(name)}</code></td><td>${shown(place)}</td><td>${need}</td><td>${typeText(schema)}</td></tr>`;
  });
  return `<table><thead><tr><th>Parameter</th><th>In</th><th></th><th>Value</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function bodyPart(title: string, holder: unknown): string {
  const content = asObject(asObject(holder).content);
  const json = asObject(content['application/json']);
  if (Object.keys(json).length === 0) {
    const types = Object.keys(content).join(', ');
    return types === '' ? '' : `<p>${title}: <code>${escapeHtml(types)}</code></p>`;
  }
  const example = 'example' in json ? `<pre><code>${shown(json.example)}</code></pre>` : '';
  const schema = JSON.stringify(json.schema, null, 2);
  return `${example}<details><summary>${title}</summary><pre><code>${escapeHtml(schema)}</code></pre></details>`;
}

function typeText(schema: unknown): string {
  const { type, enum: values, default: preset, anyOf } = asObject(schema);
  const kinds = Array.isArray(anyOf) ? anyOf.map((one) => asObject(one).type) : [type];
  const kind = Array.isArray(values) ? values.join(' | ') : kinds.filter(Boolean).join(' or ');
  return escapeHtml(kind) + (preset === undefined ? '' : `, default <code>${shown(preset)}</code>`);
}

function shown(value: unknown): string {
  return escapeHtml(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function errorIndexBody(isBillingOn: boolean): string {
  const rows = Object.entries(errorCodes).map(
    ([code, { status, isRetryable, meaning }]) =>
      `<tr><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${status}</td><td>${isRetryable ? 'yes' : 'no'}</td><td>${escapeHtml(meaning)}</td></tr>`,
  );
  return `<h1>Errors</h1>
<p class="lead">Every error is a flat JSON object. <code>message</code> is for users, <code>code</code> for programs; <code>retryable</code>
says whether the same request may succeed later.${isBillingOn ? ' No error costs a credit.' : ''}</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Retry</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function errorBodyOf(code: ErrorCodeName, isBillingOn: boolean): string {
  const { status, isRetryable, meaning } = errorCodes[code];
  const advice = isRetryable
    ? 'The same request may succeed later: repeat it with increasing delays, or after the seconds in the Retry-After header.'
    : 'The same request gives the same response: change it first.';
  return `<h1><code>${code}</code></h1>
<p class="lead">${escapeHtml(meaning)}</p>
<p>HTTP status ${status}. ${advice}${isBillingOn ? ' It costs no credit.' : ''}</p>
<p><a href="/docs/errors">All errors</a></p>`;
}
