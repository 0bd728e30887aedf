import { createHash } from 'node:crypto';
import { previewFramePath } from '@shotwright/contract';
import { showPostedHtml } from './in-page/show-posted-html.ts';
import { htmlResponse, type Page } from '../page.ts';

/**
 * Page in which the dashboard previews HTML during editing. Its document has an opaque origin
 * (`sandbox`), so that its content cannot reach the session, and a dedicated content security
 * policy: images, styles and fonts from the web, no script except the receiver, no other page, no
 * form, no connection.
 */
export function previewFramePage(): Page {
  const script = `(${showPostedHtml.toString()})()`;
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline' https: http:",
    'img-src data: https: http:',
    'font-src data: https: http:',
    'media-src data: https: http:',
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join(';');
  const respond = {
    ...htmlResponse(
      `<!doctype html><html lang="en"><title>Preview</title><script>${script}</script>`,
    ),
    headers: {
      'content-security-policy': policy,
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      // Requesting a separate agent cluster for a document with an opaque origin makes browsers log
      // a warning.
      'origin-agent-cluster': '?0',
    },
  };
  return { path: previewFramePath, respond: async () => respond };
}
