import { linkVector } from '@shotwright/contract';
import { escapeHtml } from '../../lib/escape-html.ts';

/** Returns the section of the documentation about signing links offline. */
export function linksSection(): string {
  const { secret, canonical, signature } = linkVector;
  return `<section id="signed-links"><h2>Signed links</h2>
<p>A link such as <code>/api/v1/take?url=…&amp;key_id=…&amp;expires=…&amp;signature=…</code> returns an image and needs no API key.
<code>POST /links</code> signs one; so can you, with the secret of an API key from <code>GET /api-keys/{id}/link-secret</code>:</p>
<ol><li>Take all parameters except <code>signature</code>, with <code>key_id</code> and <code>expires</code> (seconds since 1970, at most 366 days ahead).</li>
<li>Percent-encode names and values as in RFC 3986 (also <code>! ' ( ) *</code>), sort them by name and value, and join them: <code>path?name=value&amp;name=value</code>. The path begins with <code>/api/v1</code>.</li>
<li>The signature is HMAC-SHA256 of that text with the secret, in base64url without padding.</li></ol>
<p>With the secret <code>${escapeHtml(secret)}</code>, the text</p>
<pre><code>${escapeHtml(canonical)}</code></pre>
<p>has the signature <code>${escapeHtml(signature)}</code>.</p></section>`;
}
