import type { NoticeKind, PublicNotice, ServiceStatus } from '@shotwright/contract';
import { escapeHtml } from '../../lib/escape-html.ts';
import { jsonResponse, htmlResponse, type Page } from '../page.ts';
import { plainPage } from '../plain-page.ts';
import type { Readiness } from '../server/health.ts';

/** Notices of the support team. */
type Notices = Pick<ServiceStatus, 'notices' | 'planned' | 'history'>;

/** Interval at which an open status page is loaded again. Unit: seconds. */
const refreshSeconds = 30;
const partNames: Readonly<Record<string, string>> = {
  database: 'Database',
  storage: 'Storage of images',
  browser: 'Browsers',
};
const kindNames: Readonly<Record<NoticeKind, string>> = {
  notice: 'Notice',
  degraded: 'Degraded',
  outage: 'Outage',
  maintenance: 'Maintenance',
};
const noNotices: Notices = { notices: [], planned: [], history: [] };

/**
 * Creates the status page of this process, at `/status` for people and at `/status.json` for programs. Both
 * respond with 200 also if a part is unavailable.
 */
export function statusPages({
  readiness,
  notices = async () => noNotices,
  productName,
}: {
  readonly readiness: () => Promise<Readiness>;
  readonly notices?: () => Promise<Notices>;
  readonly productName: string;
}): Page[] {
  return [
    {
      path: '/status',
      respond: async () => {
        const [ready, told] = await Promise.all([readiness(), notices()]);
        const title = titleOf(ready, told.notices);
        const { headers, body } = plainPage({
          title,
          productName,
          content: `<h1>${title}</h1>${noticesOf(told.notices, 'current')}\n<ul class="parts">\n${linesOf(ready.parts)}\n</ul>
<p><small>Checked just now. This page is updated every ${refreshSeconds} seconds.</small></p>${listOf('Planned maintenance', told.planned, 'planned')}${listOf('Last 7 days', told.history, 'ended')}`,
          refreshSeconds,
        });
        return { ...htmlResponse(body), headers };
      },
    },
    {
      path: '/status.json',
      respond: async () => {
        const [{ isReady, parts }, told] = await Promise.all([readiness(), notices()]);
        const works = isReady && !told.notices.some(isProblem);
        const status: ServiceStatus = { status: works ? 'works' : 'degraded', parts, ...told };
        return jsonResponse(status);
      },
    },
  ];
}

function isProblem({ kind }: PublicNotice): boolean {
  return kind === 'degraded' || kind === 'outage';
}

function titleOf({ isReady }: Readiness, current: readonly PublicNotice[]): string {
  if (!isReady) return 'Some parts do not work';
  if (current.some(isProblem)) return 'There is a problem';
  return current.some(({ kind }) => kind === 'maintenance')
    ? 'Maintenance is in progress'
    : 'Everything works';
}

function linesOf(parts: Readiness['parts']): string {
  const lines: [name: string, works: boolean][] = [
    ['Dashboard and API', true],
    ...Object.entries(parts).map(([part, works]): [string, boolean] => [
      partNames[part] ?? part,
      works,
    ]),
  ];
  return lines
    .map(
      ([name, works]) => `<li><span>${name}</span><b>${works ? 'Works' : 'Unavailable'}</b></li>`,
    )
    .join('\n');
}

/** State of the notices of a part of the page. */
type Shown = 'current' | 'planned' | 'ended';
type ShownNotice = PublicNotice & { readonly endedAt?: string };

function noticesOf(notices: readonly ShownNotice[], shown: Shown): string {
  return notices.map((notice) => `\n${noticeOf(notice, shown)}`).join('');
}

/** Lists notices that are not current under a heading; nothing if there are none. */
function listOf(heading: string, notices: readonly ShownNotice[], shown: Shown): string {
  return notices.length === 0 ? '' : `\n<h2>${heading}</h2>${noticesOf(notices, shown)}`;
}

function noticeOf(notice: ShownNotice, shown: Shown): string {
  const { kind, title, text } = notice;
  const heading = shown === 'current' ? 'h2' : 'h3';
  return `<section class="${shown === 'ended' ? shown : kind}">
<${heading}>${kindNames[kind]}: ${escapeHtml(title)}</${heading}>
<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>
<p><small>${periodOf(notice, shown)}</small></p>
</section>`;
}

function periodOf(notice: ShownNotice, shown: Shown): string {
  const { startsAt, endsAt, endedAt } = notice;
  const end = endedAt ?? endsAt;
  const start = `${dayOf(startsAt)}, ${timeOf(startsAt)}`;
  if (end === null) return `${shown === 'planned' ? 'From' : 'Since'} ${start} UTC`;
  const endDay = dayOf(end) === dayOf(startsAt) ? '' : `${dayOf(end)}, `;
  const period = `${start} to ${endDay}${timeOf(end)} UTC`;
  if (shown !== 'ended') return period;
  return `${isProblem(notice) ? 'Resolved' : 'Ended'}. ${period}`;
}

/** In UTC, because a page without a script does not know the time zone of its reader. */
function dayOf(instant: string): string {
  const day = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return new Date(instant).toLocaleDateString('en-GB', day);
}

function timeOf(instant: string): string {
  return `<time datetime="${instant}">${instant.slice(11, 16)}</time>`;
}
