import { testHost, testPages } from '@shotwright/contract';

/** Returns the section of the documentation about keys of test mode. */
export function testModeSection(): string {
  const rows = testPages.map(
    ({ path, result }) =>
      `<tr><td><code>https://${testHost}/${path}</code></td><td>${result}</td></tr>`,
  );
  return `<section id="test-mode"><h2>Test mode</h2>
<p>A capture with a key that begins with <code>sk_test_</code> costs nothing, opens no page and makes no request to other hosts. Its options are
validated as for live captures, and its image has the requested size and format and shows the word TEST. Webhooks are sent, with
<code>livemode</code> false. A test key sees test captures only, and a live key live ones only; test captures do not appear in usage, statistics and storage,
and are deleted after 7 days. Nothing is uploaded to destinations and upload URLs.</p>
<p>A full page is two viewports high, and every element has 400 × 200 CSS pixels. These URLs force results:</p>
<table><thead><tr><th>URL</th><th>Result</th></tr></thead><tbody>${rows.join('')}</tbody></table>
</section>`;
}
