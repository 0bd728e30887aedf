import type { PublicNotice } from '@shotwright/contract';
import { useState } from 'react';
import { useBanner, type Banner } from '../../lib/banners.ts';
import { noticeShellMessages as messages } from '../../lib/messages/shell.ts';
import { storageKeys } from '../../lib/storage/storage-keys.ts';
import { useNotices } from './service-status.ts';

/** Kinds with a banner, the most urgent first. */
const bannerKinds = ['outage', 'degraded', 'maintenance'] as const;

/**
 * Shows the most urgent current notice that the user has not dismissed in this browser. Source:
 * acceptance SF-6.
 */
export function useNoticeBanner(): void {
  const notices = useNotices();
  const [dismissed, setDismissed] = useState(readDismissed);
  const dismiss = (id: number) => {
    // The others are over, so their IDs are never needed again.
    const current = new Set(notices.map((notice) => notice.id));
    const ids = [...dismissed.filter((one) => current.has(one)), id];
    storeDismissed(ids);
    setDismissed(ids);
  };
  const notice = bannerKinds
    .flatMap((kind) => notices.filter((one) => one.kind === kind))
    .find(({ id }) => !dismissed.includes(id));
  useBanner(notice === undefined ? null : bannerOf(notice, () => dismiss(notice.id)));
}

function bannerOf({ id, kind, title }: PublicNotice, onDismiss: () => void): Banner {
  return {
    id: `notice-${String(id)}`,
    priority: 90,
    text: `${messages.kinds[kind]}: ${title}`,
    actions: [{ label: messages.details, href: '/status' }],
    ...(kind === 'outage' && { tone: 'red' }),
    onDismiss,
  };
}

function readDismissed(): readonly number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKeys.dismissedNotices) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

function storeDismissed(ids: readonly number[]): void {
  try {
    localStorage.setItem(storageKeys.dismissedNotices, JSON.stringify(ids));
  } catch {
    // Without storage, the dismissal lasts as long as the page.
  }
}
