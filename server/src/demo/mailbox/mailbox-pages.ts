import type { StoredMail } from './outbox-mail.ts';
import { escapeHtml } from '../../lib/escape-html.ts';

const style = `
  body { margin: 0 auto; max-width: 860px; padding: 32px 24px; background: #f6f4ef; color: #1b1a17;
    font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
  h1 { font-size: 24px; } a { color: #1f4e9c; } .faint { color: #5f5b53; font-size: 14px; }
  ul { list-style: none; padding: 0; } li { margin-bottom: 8px; padding: 12px 16px; background: #fff; border-radius: 8px; }
  pre { padding: 16px; background: #fff; border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
  iframe { width: 100%; height: 560px; border: 0; border-radius: 8px; }
  :focus-visible { outline: 2px solid #1f5fbf; outline-offset: 2px; }`;

const page = (title: string, body: string, head = ''): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}<title>${escapeHtml(title)}</title>
<style>${style}</style></head>
<body><main>${body}</main></body>
</html>
`;

/** Returns the path of the page of a mail. */
export const addressOf = ({ id }: StoredMail): string => `/dev/mailbox/messages/${id}`;

/** Returns the page with the list of mails; it polls for new ones. */
export function listPage(mails: readonly StoredMail[]): string {
  const items = mails.map(
    (mail) =>
      `<li><a href="${addressOf(mail)}">${escapeHtml(mail.subject)}</a><br><span class="faint">to ${escapeHtml(mail.to)} · ${escapeHtml(mail.sentAt)}</span></li>`,
  );
  const list = items.length > 0 ? `<ul>${items.join('\n')}</ul>` : '<p>No mail yet.</p>';
  return page(
    'Local mailbox',
    `<h1>Local mailbox</h1>
<p class="faint">No mail server is configured (SMTP_URL), so emails are stored here, newest first. This page refreshes itself. <a href="/dev/mailbox/previews">Samples of all emails</a></p>
${list}`,
    '<meta http-equiv="refresh" content="5">',
  );
}

/** Returns the page with a sample of each email of the product. */
export function previewListPage(mails: readonly { readonly subject: string }[]): string {
  const items = mails.map(
    ({ subject }, index) =>
      `<li><a href="/dev/mailbox/previews/${index}">${escapeHtml(subject)}</a></li>`,
  );
  return page(
    'Samples of all emails',
    `<p><a href="/dev/mailbox">Local mailbox</a></p>
<h1>Samples of all emails</h1>
<ul>${items.join('\n')}</ul>`,
  );
}

/** Returns the page of one mail, with its HTML and text versions. `path`: that of the page. */
export function mailPage(
  mail: { readonly subject: string; readonly text: string },
  { path, facts }: { readonly path: string; readonly facts: string },
): string {
  return page(
    mail.subject,
    `<p><a href="/dev/mailbox">Local mailbox</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<p class="faint">${escapeHtml(facts)}</p>
<h2>As text</h2>
<pre>${withLinks(mail.text)}</pre>
<h2>As HTML</h2>
<iframe src="${path}/html" title="The mail as HTML"></iframe>`,
  );
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, n) =>
      n % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');
}
