import type { PathTable } from '../endpoint-path.ts';

/** Methods and paths of the endpoints for news slides and status notices. */
export const newsPaths = {
  listNewsSlides: { method: 'GET', path: '/staff/news-slides' },
  createNewsSlide: { method: 'POST', path: '/staff/news-slides' },
  updateNewsSlide: { method: 'PUT', path: '/staff/news-slides/{id}' },
  moveNewsSlide: { method: 'POST', path: '/staff/news-slides/{id}/move' },
  deleteNewsSlide: { method: 'DELETE', path: '/staff/news-slides/{id}' },
  listStatusNotices: { method: 'GET', path: '/staff/status-notices' },
  createStatusNotice: { method: 'POST', path: '/staff/status-notices' },
  updateStatusNotice: { method: 'PUT', path: '/staff/status-notices/{id}' },
  resolveStatusNotice: { method: 'POST', path: '/staff/status-notices/{id}/resolve' },
  deleteStatusNotice: { method: 'DELETE', path: '/staff/status-notices/{id}' },
} as const satisfies PathTable;

/** Kinds of status notices. All except `notice` are also shown as a banner in the dashboard. */
export const noticeKinds = ['notice', 'degraded', 'outage', 'maintenance'] as const;
/** One of the {@link noticeKinds}. */
export type NoticeKind = (typeof noticeKinds)[number];

/**
 * States of a slide or a notice. draft: not published; planned: its time has not come; current: visitors see it;
 * past: its time is over, or it was resolved.
 */
export const newsStates = ['draft', 'planned', 'current', 'past'] as const;
/** One of the {@link newsStates}. */
export type NewsState = (typeof newsStates)[number];

/** Limits of news slides and status notices. Units: rows, characters, days. */
export const newsLimits = {
  slides: 10,
  slideTitle: 80,
  slideText: 280,
  linkLength: 2_048,
  notices: 100,
  noticeTitle: 120,
  noticeText: 1_000,
  /** Time for which the status page lists a notice that has ended. */
  historyDays: 7,
} as const;
