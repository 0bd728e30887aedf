import type { PasswordHasher } from '../../../adapters/passwords/argon2-passwords.ts';
import type { ObjectStore } from '../../../adapters/storage/object-store.ts';
import type { Database } from '../../../db/transaction.ts';
import type { Page, PageRequest, PageResponse } from '../../../http/page.ts';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { AppError } from '../../../shared/app-error.ts';
import { disposition } from '../../../shared/image-response.ts';
import { reportViewOf, type ReportView, type Shot } from '../document/report-view.ts';
import { messagePageOf, reportPageOf, type ScreenPage } from '../document/screen-page.ts';
import type { ReadReportPdf } from '../pdf/report-pdfs.service.ts';
import { findSharedReport, listReportItems, type ReportRow } from '../reports.store.ts';
import type { ShareLinks } from './share-links.ts';

interface SharedPagesDependencies {
  readonly db: Database;
  readonly store: Pick<ObjectStore, 'read'>;
  readonly shareLinks: ShareLinks;
  readonly passwords: Pick<PasswordHasher, 'verify'>;
  /** Counts a password before it is verified. Throws `rate_limited`. */
  readonly countAttempt: (input: SharedAttempt) => Promise<void>;
  readonly clearAttempts: (input: SharedAttempt) => Promise<void>;
  readonly readThumbnail: (screenshotId: string) => Promise<SharedImage>;
  readonly readPdf: ReadReportPdf;
  readonly pdfWaitMs: number;
  /** True if cookies are `Secure`. */
  readonly isSecure: boolean;
}

interface SharedAttempt {
  readonly linkId: string;
  readonly ip: string;
}

interface SharedImage {
  readonly bytes: Buffer;
  readonly contentType: string;
}

const proofCookie = 'shotwright_report';
const proofSeconds = 43_200;
/** Time after which the page that waits for a PDF asks again. Unit: s. */
const refreshSeconds = 2;

/**
 * Creates the public pages of reports below `/r/{token}`. A token of a report that is not shared, no
 * longer shared or expired leads to one and the same page.
 */
export function sharedReportPages(deps: SharedPagesDependencies): Page[] {
  const root = '/r/:token';
  return [
    {
      path: root,
      respond: (request) => showReport(deps, request),
      submit: (request) => submitPassword(deps, request),
    },
    {
      path: `${root}/images/:id`,
      respond: (request) =>
        showImage(deps, request, async ({ file }) => {
          const bytes = await deps.store.read(file.storageKey);
          return bytes && { bytes, contentType: file.contentType };
        }),
    },
    {
      path: `${root}/thumbnails/:id`,
      respond: (request) =>
        showImage(deps, request, ({ screenshotId }) => deps.readThumbnail(screenshotId)),
    },
    { path: `${root}/report.pdf`, respond: (request) => showPdf(deps, request) },
  ];
}

async function findReport(
  { db, shareLinks }: SharedPagesDependencies,
  { params: { token = '' } }: PageRequest,
): Promise<{ readonly report: ReportRow; readonly linkId: string } | undefined> {
  const linkId = shareLinks.linkIdIn(token);
  const report = linkId === undefined ? undefined : await findSharedReport(db, linkId);
  return linkId === undefined || !report ? undefined : { report, linkId };
}

/** Returns the content of the report for a reader who may see it; otherwise the page to show instead. */
async function openReport(
  deps: SharedPagesDependencies,
  request: PageRequest,
): Promise<{ readonly view: ReportView } | { readonly instead: PageResponse }> {
  const found = await findReport(deps, request);
  if (!found) return { instead: notAvailable() };
  const { report, linkId } = found;
  const isProtected = report.link !== null && report.link.passwordHash !== null;
  if (isProtected && !deps.shareLinks.isProof(linkId, request.cookie(proofCookie)))
    return { instead: passwordForm() };
  return { view: reportViewOf(report, await listReportItems(deps.db, report)) };
}

async function showReport(
  deps: SharedPagesDependencies,
  request: PageRequest,
): Promise<PageResponse> {
  const opened = await openReport(deps, request);
  if ('instead' in opened) return opened.instead;
  const base = `/r/${request.params['token'] ?? ''}`;
  return respondWith(
    reportPageOf(opened.view, {
      imageOf: ({ screenshotId }) => `${base}/images/${screenshotId}`,
      thumbnailOf: ({ screenshotId }) => `${base}/thumbnails/${screenshotId}`,
      pdf: `${base}/report.pdf`,
      imageOrigins: [],
      frameAncestors: "'none'",
    }),
  );
}

async function showImage(
  deps: SharedPagesDependencies,
  request: PageRequest,
  read: (shot: Shot) => Promise<SharedImage | undefined>,
): Promise<PageResponse> {
  const opened = await openReport(deps, request);
  if ('instead' in opened) return notAvailable();
  const shot = opened.view.shots.find(({ screenshotId }) => screenshotId === request.params['id']);
  const image = shot && (await read(shot));
  if (!image) return notAvailable();
  return {
    contentType: image.contentType,
    body: image.bytes,
    headers: {
      ...privateHeaders,
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
    },
  };
}

async function showPdf(deps: SharedPagesDependencies, request: PageRequest): Promise<PageResponse> {
  const opened = await openReport(deps, request);
  if ('instead' in opened) return opened.instead;
  const { view } = opened;
  const back = `<p><a href="/r/${escapeHtml(request.params['token'] ?? '')}">Back to the report</a></p>`;
  try {
    const signal = AbortSignal.timeout(deps.pdfWaitMs + 5_000);
    const body = await deps.readPdf(view, { waitMs: deps.pdfWaitMs, signal });
    const attachment = disposition('attachment', `${view.title}.pdf`);
    const headers = { ...privateHeaders, 'content-disposition': attachment };
    return { contentType: 'application/pdf', body, headers };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not_ready') {
      const title = 'The PDF is being made';
      const body = `<p>The download starts in a moment.</p>${back}`;
      return respondWith(messagePageOf({ title, body, refreshSeconds }), 503);
    }
    const body = `<p>${escapeHtml(error.message)}</p>${back}`;
    return respondWith(messagePageOf({ title: 'The PDF is not available', body }), 503);
  }
}

async function submitPassword(
  deps: SharedPagesDependencies,
  request: PageRequest & { readonly fields: Readonly<Record<string, string>> },
): Promise<PageResponse> {
  const found = await findReport(deps, request);
  if (!found) return notAvailable();
  const { linkId, report } = found;
  const path = `/r/${deps.shareLinks.tokenOf(linkId)}`;
  const hash = report.link?.passwordHash ?? null;
  const attempt = { linkId, ip: request.ip };
  try {
    await deps.countAttempt(attempt);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
    return passwordForm({ status: 429, message: error.message });
  }
  const isRight = await deps.passwords.verify(hash, request.fields['password'] ?? '');
  if (hash !== null && !isRight)
    return passwordForm({ status: 403, message: 'This password is not right.' });
  await deps.clearAttempts(attempt);
  const cookie = [
    `${proofCookie}=${deps.shareLinks.proofOf(linkId)}`,
    `Path=${path}`,
    'SameSite=Lax',
    `Max-Age=${proofSeconds}`,
    'HttpOnly',
    ...(deps.isSecure ? ['Secure'] : []),
  ].join('; ');
  const headers = { ...privateHeaders, location: path, 'set-cookie': cookie };
  return { status: 303, contentType: 'text/plain; charset=utf-8', body: '', headers };
}

const privateHeaders = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-resource-policy': 'same-origin',
} as const;

function respondWith({ html, policy }: ScreenPage, status = 200): PageResponse {
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    body: html,
    headers: { ...privateHeaders, 'content-security-policy': policy },
  };
}

function notAvailable(): PageResponse {
  const body =
    '<p>The link is incomplete or has expired, or its owner stopped sharing the report. Ask the person who sent it for a new one.</p>';
  return respondWith(messagePageOf({ title: 'This report is not available', body }), 404);
}

function passwordForm(
  { status, message }: { readonly status: number; readonly message: string | null } = {
    status: 401,
    message: null,
  },
): PageResponse {
  const error =
    message === null ? '' : `<p class="error" role="alert" id="error">${escapeHtml(message)}</p>\n`;
  const body = `<p>Enter the password that you got with the link.</p>
<form method="post">
${error}<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${message === null ? '' : ' aria-invalid="true" aria-describedby="error"'}>
<button class="button">Open the report</button>
</form>`;
  return respondWith(messagePageOf({ title: 'This report has a password', body }), status);
}
