import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StoredMail, OutboxMail } from './outbox-mail.ts';
import type { RawMount } from '../../http/server/app.ts';
import { localPagePolicy } from '../local-page.ts';
import { addressOf, factsOf, listPage, mailPage, previewListPage } from './mailbox-pages.ts';

/** Sample of an email of the product, for the preview. */
export interface MailPreview {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Path of the pages that show emails stored locally instead of sent. */
export const mailboxPath = '/dev/mailbox';

interface PageResponse {
  readonly status: number;
  readonly contentType: string;
  readonly policy: string;
  readonly body: string;
}

const html = 'text/html; charset=utf-8';
const json = 'application/json; charset=utf-8';
const pagePolicy = `${localPagePolicy}; frame-src 'self'; frame-ancestors 'none'`;
/** Shows a mail as a mail client would: links work, scripts do not run. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/**
 * Creates the local mailbox: a page with the list, a page per mail with both versions, `/messages?to=`
 * as JSON for tests, and `/previews` with a sample of each email. Only for installations without a mail server, because every
 * client that can reach it can read all codes.
 */
export function createMailboxMount(
  outbox: Pick<OutboxMail, 'list' | 'find'>,
  previews: readonly MailPreview[],
): RawMount {
  return {
    prefix: mailboxPath,
    handle: (req, res) => {
      responseTo(req, { outbox, previews })
        .then((respond) => send(res, respond))
        .catch(() => send(res, plain(500, 'The mailbox could not be read.')));
    },
  };
}

async function responseTo(
  req: IncomingMessage,
  {
    outbox,
    previews,
  }: {
    readonly outbox: Pick<OutboxMail, 'list' | 'find'>;
    readonly previews: readonly MailPreview[];
  },
): Promise<PageResponse> {
  if (req.method !== 'GET' && req.method !== 'HEAD') return plain(405, 'The mailbox is read-only.');
  const url = new URL(req.url ?? '/', 'http://mailbox');
  const [, , , section, id, form] = url.pathname.split('/');
  if (section === undefined || section === '') return page(listPage(await outbox.list()));
  if (section === 'previews') return previewPage(previews, { id, form });
  if (section !== 'messages') return plain(404, 'There is no page at this URL.');
  if (id === undefined) return asJson(await outbox.list(), url.searchParams.get('to'));
  const mail = await outbox.find(id);
  if (!mail) return plain(404, 'This email no longer exists: only the newest are stored.');
  if (form === 'html') return { ...page(mail.html), policy: mailPolicy };
  return page(mailPage(mail, { path: addressOf(mail), facts: factsOf(mail) }));
}

function previewPage(
  previews: readonly MailPreview[],
  { id, form }: { readonly id: string | undefined; readonly form: string | undefined },
): PageResponse {
  if (id === undefined) return page(previewListPage(previews));
  const path = `/dev/mailbox/previews/${id}`;
  const mail = /^\d{1,3}$/.test(id) ? previews[Number(id)] : undefined;
  if (mail === undefined) return plain(404, 'There is no sample with this number.');
  if (form === 'html') return { ...page(mail.html), policy: mailPolicy };
  return page(mailPage(mail, { path, facts: 'Sample' }));
}

const page = (body: string): PageResponse => ({
  status: 200,
  contentType: html,
  policy: pagePolicy,
  body,
});
const plain = (status: number, sentence: string): PageResponse => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  policy: pagePolicy,
  body: `${sentence}\n`,
});

function asJson(mails: readonly StoredMail[], to: string | null): PageResponse {
  const messages = to === null ? mails : mails.filter((mail) => mail.to === to.toLowerCase());
  return { status: 200, contentType: json, policy: pagePolicy, body: JSON.stringify({ messages }) };
}

function send(res: ServerResponse, { status, contentType, policy, body }: PageResponse): void {
  res.writeHead(status, {
    'content-type': contentType,
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // A sandboxed mail has an opaque origin; requesting an origin-keyed agent cluster would cause a
    // browser warning.
    ...(policy === mailPolicy && { 'origin-agent-cluster': '?0' }),
  });
  res.end(body);
}
