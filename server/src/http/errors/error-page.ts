import type { IncomingHttpHeaders } from 'node:http';
import { escapeHtml } from '../../lib/escape-html.ts';
import { plainPage, type PlainPage } from '../plain-page.ts';
import type { ErrorResponse } from './error-response.ts';

/** Names and the URL of the installation, which error pages show. */
export interface Brand {
  readonly productName: string;
  readonly supportEmail: string;
  readonly publicUrl: string;
  /** False: messages do not speak of charges. */
  readonly billing: boolean;
}

/** True if a person opens the URL in a browser; programs send a key or do not prefer HTML. */
export function wantsErrorPage(method: string, headers: IncomingHttpHeaders): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (headers['x-api-key'] !== undefined || headers.authorization !== undefined) return false;
  const [preferred = ''] = (headers.accept ?? '').split(',');
  return preferred.trim().startsWith('text/html');
}

/**
 * Returns the page of an error for a person who opened a URL of the API. `isImage`: the URL is a
 * link to an image, which other people receive, instead of a call for programs.
 */
export function errorPage(input: {
  readonly response: ErrorResponse;
  readonly requestId: string;
  readonly url: string;
  readonly isImage: boolean;
  readonly brand: Brand;
}): PlainPage {
  const { response, requestId, isImage, brand } = input;
  const { statusCode, code, message } = response;
  const title = escapeHtml(message);
  return plainPage({
    title: message,
    productName: brand.productName,
    content: `<h1>${title}</h1>
${isImage ? imageAdvice(brand) : callAdvice(input.url, { response, brand })}
<p><small>${statusCode} <a href="/docs/errors/${escapeHtml(code)}">${escapeHtml(code)}</a> · Request ${escapeHtml(requestId)}</small></p>`,
  });
}

function imageAdvice({ supportEmail }: Brand): string {
  const email = escapeHtml(supportEmail);
  return `<p>This address is a link to an image that somebody shared. Only the person who gave it to you can renew it.
If it is yours, open the image in the <a href="/dashboard/files">File Manager</a>, or write to <a href="mailto:${email}">${email}</a>.</p>`;
}

/** `methods` of the details are those that the path has instead of the browser's GET. */
function callAdvice(
  path: string,
  given: { readonly response: ErrorResponse; readonly brand: Brand },
): string {
  const { response, brand } = given;
  const methods = response.details?.['methods'];
  const option = Array.isArray(methods) ? ` -X ${escapeHtml(String(methods[0]))}` : '';
  const url = escapeHtml(`${brand.publicUrl}${path.split('?')[0]?.slice(0, 200) ?? ''}`);
  return `<p>This address belongs to the API, which programs call with an API key:</p>
<pre>curl${option} "${url}" -H "x-api-key: $SHOTWRIGHT_API_KEY"</pre>
<p>The <a href="/docs/quickstart">quickstart</a> shows a first call, the <a href="/docs/reference">reference</a> lists all of them, and the
<a href="/dashboard/api-keys">dashboard</a> has your API keys.</p>`;
}
