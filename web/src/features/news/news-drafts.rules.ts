import type {
  NewsSlide,
  OperationRequest,
  StaffNewsSlide,
  StaffNotice,
} from '@shotwright/contract';
import type { NoticeKind } from '@shotwright/contract/paths';
import { localTimeOf } from '../../lib/format/local-time.ts';
import { newsPageMessages as messages, slideMessages } from '../../lib/messages/news/news.ts';

/** Fields of a slide with an error of their own. */
export const slideFields = [
  'title',
  'text',
  'href',
  'image',
  'visibleFrom',
  'visibleUntil',
] as const;
/** Fields of a notice with an error of their own. */
export const noticeFields = ['title', 'text', 'startsAt', 'endsAt'] as const;

/** A slide as it is typed; times as the browser's field writes them. */
export type SlideDraft = Readonly<Record<(typeof slideFields)[number], string>> & {
  readonly isPublished: boolean;
};
/** A notice as it is typed; times as the browser's field writes them. */
export type NoticeDraft = Readonly<Record<(typeof noticeFields)[number], string>> & {
  readonly kind: NoticeKind;
  readonly isPublished: boolean;
};
/** Error messages by field. */
export type FieldErrors<Field extends string> = Readonly<Partial<Record<Field, string>>>;

/** Returns the draft of a slide; of a new one if there is none. */
export function slideDraftOf(slide?: StaffNewsSlide): SlideDraft {
  return {
    title: slide?.title ?? '',
    text: slide?.text ?? '',
    href: slide?.href ?? '',
    image: slide?.image ?? '',
    visibleFrom: timeOf(slide?.visibleFrom),
    visibleUntil: timeOf(slide?.visibleUntil),
    isPublished: slide?.isPublished ?? true,
  };
}

/** Returns the draft of a notice; of a new one that starts `now` if there is none. */
export function noticeDraftOf(notice?: StaffNotice, now: Date = new Date()): NoticeDraft {
  return {
    kind: notice?.kind ?? 'outage',
    title: notice?.title ?? '',
    text: notice?.text ?? '',
    startsAt: timeOf(notice?.startsAt ?? now.toISOString()),
    endsAt: timeOf(notice?.endsAt),
    isPublished: notice?.isPublished ?? true,
  };
}

/** Returns what the browser can say about a slide without the server. */
export function slideErrors(draft: SlideDraft): FieldErrors<keyof SlideDraft> {
  const { href, image, visibleFrom, visibleUntil } = draft;
  return {
    ...blankErrors(draft),
    ...(!isLink(href, /^https?:\/\//i) && { href: slideMessages.wrongHref }),
    ...(!isLink(image, /^https:\/\//i) && { image: slideMessages.wrongImage }),
    ...(isReversed(visibleFrom, visibleUntil) && { visibleUntil: messages.beforeStart }),
  };
}

/** Returns what the browser can say about a notice without the server. */
export function noticeErrors(draft: NoticeDraft): FieldErrors<keyof NoticeDraft> {
  const { startsAt, endsAt } = draft;
  return {
    ...blankErrors(draft),
    ...(startsAt === '' && { startsAt: messages.wrongTime }),
    ...(isReversed(startsAt, endsAt) && { endsAt: messages.beforeStart }),
  };
}

/** Returns the request for a valid draft of a slide. */
export function slideBody(draft: SlideDraft): OperationRequest<'createNewsSlide'>['body'] {
  const { title, text, href, image, visibleFrom, visibleUntil, isPublished } = draft;
  return {
    title,
    text,
    href: href.trim() === '' ? null : href.trim(),
    image: image.trim() === '' ? null : image.trim(),
    visibleFrom: instantOf(visibleFrom),
    visibleUntil: instantOf(visibleUntil),
    isPublished,
  };
}

/** Returns the request for a valid draft of a notice. `before` is the stored notice. */
export function noticeBody(
  draft: NoticeDraft,
  before?: StaffNotice,
): OperationRequest<'createStatusNotice'>['body'] {
  const { startsAt, endsAt, ...rest } = draft;
  // The field has no seconds, so an unchanged one must not move the start.
  const isUnchanged = before !== undefined && startsAt === timeOf(before.startsAt);
  return {
    ...rest,
    startsAt: isUnchanged ? before.startsAt : new Date(startsAt).toISOString(),
    endsAt: instantOf(endsAt),
  };
}

/** Returns the slide of a draft as visitors would see it; incomplete links are left out. */
export function previewOf(draft: SlideDraft): NewsSlide {
  const errors = slideErrors(draft);
  const { href, image } = slideBody(draft);
  return {
    title: draft.title.trim() || slideMessages.previewTitle,
    text: draft.text.trim() || slideMessages.previewText,
    ...(typeof href === 'string' && errors.href === undefined && { href }),
    ...(typeof image === 'string' && errors.image === undefined && { image }),
  };
}

function timeOf(instant: string | null | undefined): string {
  return instant === null || instant === undefined ? '' : localTimeOf(instant);
}

function instantOf(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString();
}

function isReversed(start: string, end: string): boolean {
  return start !== '' && end !== '' && Date.parse(end) <= Date.parse(start);
}

function isLink(text: string, scheme: RegExp): boolean {
  const link = text.trim();
  if (link === '' || /^\/(?![/\\])\S*$/.test(link)) return true;
  return scheme.test(link) && URL.canParse(link) && !/\s/.test(link);
}

function blankErrors(
  draft: Readonly<Record<'title' | 'text', string>>,
): FieldErrors<'title' | 'text'> {
  return {
    ...(draft.title.trim() === '' && { title: messages.required.title }),
    ...(draft.text.trim() === '' && { text: messages.required.text }),
  };
}
