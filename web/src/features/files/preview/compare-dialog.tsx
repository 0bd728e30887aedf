import type { StoredFile } from '@shotwright/contract';
import { formatOf } from '../../../lib/format/file-format.ts';
import { formatDate, formatSize, formatTicketDate } from '../../../lib/format/format.ts';
import { previewMessages as messages } from '../../../lib/messages/files.ts';
import { sameOriginUrl } from '../../../lib/api/same-origin-url.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { hasImage, sourceOf } from '../files.rules.ts';

/** Two images side by side, with their differences listed above. */
export function CompareDialog(props: { files: readonly StoredFile[]; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={props.onClose} title={messages.compareTitle} size="full">
      <ul className="grid gap-4 sm:grid-cols-2">
        {props.files.filter(hasImage).map((file) => (
          <li key={file.id} className="grid min-w-0 content-start gap-2">
            <p className="truncate font-mono text-label" title={sourceOf(file)}>
              {sourceOf(file)}
            </p>
            <p className="figures flex flex-wrap gap-x-3 text-label text-muted">
              <span>{formatTicketDate(file.createdAt)}</span>
              <span>
                {file.imageWidth === null || file.imageHeight === null
                  ? formatOf(file.screenshotUrl)
                  : messages.pixels(file.imageWidth, file.imageHeight)}
              </span>
              <span>{formatSize(file.screenshotImageSize)}</span>
            </p>
            <img
              src={sameOriginUrl(file.previewUrl ?? file.screenshotUrl)}
              alt={messages.alt(sourceOf(file), formatDate(file.createdAt))}
              className="h-auto w-full border border-line bg-card"
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
