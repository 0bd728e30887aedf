import { escapeHtml } from '../../lib/escape-html.ts';
import { renderLocalPage, timeElement } from '../local-page.ts';

/** A received webhook request. */
export interface ReceivedRequest {
  /** ISO 8601. */
  readonly at: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the page of received webhooks, newest first; it polls for new ones. `url`: of the inbox. */
export function requestPage(received: readonly ReceivedRequest[], url: string): string {
  const items = received.map(itemOf).join('\n');
  return renderLocalPage({
    title: 'Received webhooks',
    shape: 'list',
    head: '<meta http-equiv="refresh" content="5">',
    body: `<h1>Received webhooks</h1>
<p class="faint">For development: webhooks with this URL are shown here, newest first. Add <code>?status=500</code> to make
deliveries fail. This page refreshes itself.</p>
<code class="copy">${escapeHtml(url)}</code>
${items === '' ? '<p>No webhooks yet.</p>' : `<div class="rows">${items}</div>`}`,
  });
}

function itemOf({ at, headers, body }: ReceivedRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `<details><summary>${escapeHtml(typeOf(body))} <span class="faint">${timeElement(at)}</span></summary>
<pre>${escapeHtml(`${lines.join('\n')}\n\n${indented(body)}`)}</pre></details>`;
}

function typeOf(body: string): string {
  return /"type":"([\w.]{1,60})"/.exec(body.slice(0, 200))?.[1] ?? 'Not an event';
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
