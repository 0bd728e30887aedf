import { createHash } from 'node:crypto';
import { previewFramePath } from '@shotwright/contract';
import { showPostedHtml } from './in-page/show-posted-html.ts';
import { htmlAnswer, type Page } from './page.ts';

/**
 * The page in which the dashboard shows HTML while it is written. Its document has an origin of its own (`sandbox`), so
 * that nothing in it reaches the session, and a policy of its own: pictures, styles and fonts of the web, no script but
 * the one that receives, no other page, no form, no connection.
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
  const answer = {
    ...htmlAnswer(
      `<!doctype html><html lang="en"><title>Preview</title><script>${script}</script>`,
    ),
    headers: {
      'content-security-policy': policy,
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      // Asking to set apart what has an origin of its own makes browsers warn.
      'origin-agent-cluster': '?0',
    },
  };
  return { path: previewFramePath, answer: async () => answer };
}
