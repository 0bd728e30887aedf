import type { StoredFile } from '@shotwright/contract';
import { Link } from 'react-router';
import { formatTicketDate } from '../../lib/format/format.ts';
import { annotatedCopyMessages as messages } from '../../lib/messages/captures/annotations.ts';
import { useAnnotatedCopies } from './annotations.api.ts';
import { Thumbnail } from '../files/thumbnail.tsx';

const linkClasses = 'target-line font-medium text-cobalt underline underline-offset-4';

/** Annotated copies of a file, and the original of a copy. Renders nothing without any. */
export function CopiesSection({ file }: { file: StoredFile }) {
  const { data: copies = [] } = useAnnotatedCopies(file.id);
  const { annotatedFrom } = file;
  return (
    <>
      {annotatedFrom !== undefined && (
        <p className="flex items-center justify-between gap-3 text-table">
          <span className="text-muted">{messages.original}</span>
          <Link to={`/dashboard/files?file=${annotatedFrom}`} className={linkClasses}>
            {messages.openOriginal}
          </Link>
        </p>
      )}
      {copies.length > 0 && (
        <section aria-labelledby="annotated-copies">
          <h3 id="annotated-copies" className="mb-1 text-table font-semibold">
            {messages.copies}
          </h3>
          <ul aria-labelledby="annotated-copies" className="grid gap-1.5">
            {copies.map((copy) => (
              <li key={copy.screenshotId} className="flex min-w-0 items-center gap-3 text-table">
                <span className="size-8 shrink-0 overflow-hidden border border-line bg-sunk">
                  <Thumbnail url={copy.thumbnailUrl} />
                </span>
                <span className="grid min-w-0 flex-1">
                  <Link
                    to={`/dashboard/files?file=${copy.screenshotId}`}
                    title={copy.fileName}
                    className={`min-w-0 ${linkClasses}`}
                  >
                    <span className="block truncate">{copy.fileName}</span>
                  </Link>
                  <span className="figures text-label text-muted">
                    {formatTicketDate(copy.createdAt)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
