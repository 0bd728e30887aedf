import type { PublicNotice, StaffNewsSlide, StaffNotice } from '@shotwright/contract';
import { stateOfNotice, stateOfSlide } from './news.rules.ts';
import type { NoticeRow } from './notices.store.ts';
import type { SlideRow } from './slides.store.ts';

/** Converts a slide to its wire format, for staff. */
export function presentSlide(row: SlideRow, now: Date): StaffNewsSlide {
  return {
    id: row.id,
    title: row.title,
    text: row.text,
    href: row.href,
    image: row.image,
    visibleFrom: row.visibleFrom?.toISOString() ?? null,
    visibleUntil: row.visibleUntil?.toISOString() ?? null,
    isPublished: row.isPublished,
    state: stateOfSlide(row, now),
  };
}

/** Converts a notice to its wire format, for everyone. */
export function presentPublicNotice(row: NoticeRow): PublicNotice {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    text: row.text,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
  };
}

/** Converts a notice to its wire format, for staff. */
export function presentNotice(row: NoticeRow, now: Date): StaffNotice {
  return {
    ...presentPublicNotice(row),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    isPublished: row.isPublished,
    state: stateOfNotice(row, now),
  };
}
