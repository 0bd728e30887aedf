import type { OperationRequest, Report, ReportItem, ReportLink } from '@shotwright/contract';
import { reportLimits } from '@shotwright/contract/paths';

/** Body of a request that saves a report. */
export type ReportBody = OperationRequest<'updateReport'>['body'];

/** A capture in the editor. */
export interface DraftItem extends ReportItem {
  /** Identifies the item while it moves; a capture may be there twice. */
  readonly key: string;
}

/** Values of a report in the editor. */
export interface ReportDraft extends Pick<
  Report,
  'title' | 'colour' | 'layout' | 'pageFormat' | 'showUrl' | 'showDate' | 'footer'
> {
  readonly items: readonly DraftItem[];
}

/** Returns the values of a stored report for the editor. */
export function draftOf(report: Report): ReportDraft {
  const { title, colour, layout, pageFormat, showUrl, showDate, footer } = report;
  const items = report.items.map((item, at) => ({ ...item, key: `stored:${String(at)}` }));
  return { title, colour, layout, pageFormat, showUrl, showDate, footer, items };
}

/** Returns the body that saves a draft; items of deleted captures are left out. */
export function bodyOf(draft: ReportDraft): ReportBody {
  return {
    title: draft.title.trim(),
    items: draft.items.flatMap(({ screenshotId, caption }) =>
      screenshotId === null ? [] : [{ screenshot_id: screenshotId, caption: caption.trim() }],
    ),
    colour: draft.colour,
    layout: draft.layout,
    page_format: draft.pageFormat,
    show_url: draft.showUrl,
    show_date: draft.showDate,
    footer: draft.footer.trim(),
  };
}

/** True if saving a draft would change the stored report. */
export function isChanged(draft: ReportDraft, report: Report): boolean {
  return (
    draft.items.length !== report.items.length ||
    JSON.stringify(bodyOf(draft)) !== JSON.stringify(bodyOf(draftOf(report)))
  );
}

/** Moves one item of a list; positions outside of it change nothing. */
export function moveItem<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length || from === to) return items;
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, item);
}

/** A capture that can be added. */
export type Choice = Omit<ReportItem, 'caption'> & { readonly screenshotId: string };

/** Adds captures at the end, as far as a report has room. */
export function addItems(
  items: readonly DraftItem[],
  choices: readonly Choice[],
): readonly DraftItem[] {
  const added = choices.map((choice, at) => ({
    ...choice,
    caption: '',
    key: `added:${String(Date.now())}:${String(at)}`,
  }));
  return [...items, ...added].slice(0, reportLimits.items);
}

/** True if the public page of a link has ended. */
export function isExpired({ expiresAt }: ReportLink, nowMs = Date.now()): boolean {
  return Date.parse(expiresAt) <= nowMs;
}

/** Captures that the URL of a new report names, as ids; a report has room for the first of them. */
export function chosenIds(text: string | null): string[] {
  return text === null ? [] : text.split(',').filter((id) => /^[0-9a-f-]{36}$/.test(id));
}

/** Returns the URL of a new report of captures. */
export function newReportUrl(ids: readonly string[]): string {
  return `/dashboard/reports/new?captures=${ids.join(',')}`;
}
