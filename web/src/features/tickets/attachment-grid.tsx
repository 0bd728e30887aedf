import type { Ticket } from '@shotwright/contract';
import { formatSize } from '../../lib/format/format.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import {
  ticketDetailMessages as messages,
  ticketMessages as listMessages,
} from '../../lib/messages/tickets.ts';
import { sameOriginUrl } from '../../lib/api/same-origin-url.ts';

/** Images of a ticket; each opens in a new tab. */
export function AttachmentGrid({ attachments }: Pick<Ticket, 'attachments'>) {
  if (attachments.length === 0) return <p className="text-muted">{listMessages.noFiles}</p>;
  return (
    <ul className="grid grid-cols-3 gap-3">
      {attachments.map((image, index) => (
        <li key={image.id}>
          <a
            href={sameOriginUrl(image.s3Url)}
            target="_blank"
            rel="noopener noreferrer"
            className="group grid gap-1 rounded-control"
          >
            <span className="block aspect-4/3 overflow-hidden rounded-control border border-line bg-sunk group-hover:border-faint">
              <img
                src={sameOriginUrl(image.s3Url)}
                alt={messages.attachment(index + 1)}
                width={image.widthPx}
                height={image.heightPx}
                loading="lazy"
                className="size-full object-cover object-top"
              />
            </span>
            <span className="figures truncate text-label text-muted">
              {image.widthPx} × {image.heightPx} · {formatSize(image.sizeBytes)}
            </span>
            <span className="sr-only"> ({commonMessages.newTab})</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
