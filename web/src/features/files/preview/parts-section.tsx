import type { Screenshot } from '@shotwright/contract';
import { sameOriginUrl } from '../../../lib/api/same-origin-url.ts';
import { formatSize } from '../../../lib/format/format.ts';
import { previewMessages as messages } from '../../../lib/messages/files.ts';

/** Files beside the finished one, each with a link that saves it. Renders nothing without any. */
export function PartsSection({ extracts = {} }: Pick<Screenshot, 'extracts'>) {
  const parts = Object.entries(extracts);
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="file-extracts">
      <h3 id="file-extracts" className="mb-1 text-table font-semibold">
        {messages.extracts}
      </h3>
      <ul aria-labelledby="file-extracts" className="grid gap-1">
        {parts.map(([name, { url, bytes }]) => (
          <li key={name} className="flex items-center justify-between gap-3 text-table">
            <a
              href={sameOriginUrl(url)}
              download
              className="py-1 text-cobalt underline-offset-2 hover:underline pointer-coarse:py-2.5"
            >
              {name}
            </a>
            <span className="figures text-muted">{formatSize(bytes)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
