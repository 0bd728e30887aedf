import type { StaffNewsSlide, StaffNotice } from '@shotwright/contract';
import { fakeServer, mockEndpoint } from './fake-api.ts';
import { openStaff } from './staff.page.tsx';

/** A slide that visitors see. */
export function aSlide(id: number, change: Partial<StaffNewsSlide> = {}): StaffNewsSlide {
  return {
    id,
    title: `Slide ${String(id)}`,
    text: 'Something is new.',
    href: null,
    image: null,
    visibleFrom: null,
    visibleUntil: null,
    isPublished: true,
    state: 'current',
    ...change,
  };
}

/** A current outage. */
export function aNotice(id: number, change: Partial<StaffNotice> = {}): StaffNotice {
  return {
    id,
    kind: 'outage',
    title: `Notice ${String(id)}`,
    text: 'We are on it.',
    startsAt: '2026-11-30T10:00:30.000Z',
    endsAt: null,
    resolvedAt: null,
    isPublished: true,
    state: 'current',
    ...change,
  };
}

interface Stored {
  readonly slides?: Parameters<typeof mockEndpoint<'listNewsSlides'>>[1];
  readonly notices?: Parameters<typeof mockEndpoint<'listStatusNotices'>>[1];
}

/** Opens the page with these lists. */
export async function openNews({
  slides = { slides: [] },
  notices = { notices: [] },
}: Stored = {}) {
  fakeServer.use(
    mockEndpoint('listNewsSlides', slides).handler,
    mockEndpoint('listStatusNotices', notices).handler,
  );
  return openStaff('/staff/news', 'News and status');
}
