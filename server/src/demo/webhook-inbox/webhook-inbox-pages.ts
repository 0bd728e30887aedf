import { escapeHtml } from '../../lib/escape-html.ts';

/** A received webhook request. */
export interface ReceivedRequest {
  /** ISO 8601. */
  readonly at: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const style = `
  body { margin: 0 auto; max-width: 860px; padding: 32px 24px; background: #f6f4ef; color: #1b1a17;
    font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
  h1 { font-size: 24px; } .faint { color: #5f5b53; font-size: 14px; }
  details { margin-bottom: 8px; padding: 12px 16px; background: #fff; border-radius: 8px; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 14px; }
  :focus-visible { outline: 2px solid #1f5fbf; outline-offset: 2px; }`;

/** Returns the page of received webhooks, newest first; it polls for new ones. */
export function requestPage(received: readonly ReceivedRequest[]): string {
  const items = received.map(itemOf).join('\n');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5"><title>Received webhooks</title>
<style>${style}</style></head>
<body><main><h1>Received webhooks</h1>
<p class="faint">For development. Set the URL of a webhook to the URL of this page followed by /in; add ?status=500 to make
deliveries fail. Newest first. This page refreshes itself.</p>
${items === '' ? '<p>No webhook yet.</p>' : items}</main></body>
</html>
`;
}

function itemOf({ at, headers, body }: ReceivedRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `<details><summary>${escapeHtml(typeOf(body))} <span class="faint">${escapeHtml(at)}</span></summary>
<pre>${escapeHtml(`${lines.join('\n')}\n\n${indented(body)}`)}</pre></details>`;
}

function typeOf(body: string): string {
  return /"type":"([\w.]{1,60})"/.exec(body.slice(0, 200))?.[1] ?? 'something else';
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
