import type { StoredMail } from './outbox-mail.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { renderLocalPage, timeElement } from '../local-page.ts';

const page = (title: string, body: string, head = ''): string =>
  renderLocalPage({ title, body, head, shape: 'list' });

/** Returns when and to whom a mail was sent, as markup. */
export const factsOf = ({ to, sentAt }: StoredMail): string =>
  `to ${escapeHtml(to)} · ${timeElement(sentAt)}`;

/** Returns the path of the page of a mail. */
export const addressOf = ({ id }: StoredMail): string => `/dev/mailbox/messages/${id}`;

/** Returns the page with the list of mails; it polls for new ones. */
export function listPage(mails: readonly StoredMail[]): string {
  const items = mails.map(
    (mail) =>
      `<li><a href="${addressOf(mail)}">${escapeHtml(mail.subject)}</a><br><span class="faint">${factsOf(mail)}</span></li>`,
  );
  const list =
    items.length > 0 ? `<ul class="rows">${items.join('\n')}</ul>` : '<p>No mail yet.</p>';
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
<ul class="rows">${items.join('\n')}</ul>`,
  );
}

/**
 * Returns the page of one mail, with its HTML and text versions. `path`: that of the page; `facts`:
 * safe markup.
 */
export function mailPage(
  mail: { readonly subject: string; readonly text: string },
  { path, facts }: { readonly path: string; readonly facts: string },
): string {
  return page(
    mail.subject,
    `<p><a href="/dev/mailbox">Local mailbox</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<p class="faint">${facts}</p>
<h2>As text</h2>
<pre class="paper">${withLinks(mail.text)}</pre>
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
