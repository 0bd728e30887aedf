import type { ReactNode } from 'react';
import { formatOf } from '../lib/format/file-format.ts';
import { documentMessages as messages } from '../lib/messages/page-image.ts';

/** Image of a page above which a note says that the file itself is none. */
export function DocumentPreview({ url, children }: { url: string | null; children: ReactNode }) {
  return (
    <div className="grid content-start justify-items-center gap-3">
      <p className="text-center text-table text-balance text-muted">
        {messages.note(formatOf(url))}
      </p>
      {children}
    </div>
  );
}
