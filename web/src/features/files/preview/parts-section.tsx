import type { Screenshot } from '@shotwright/contract';
import { sameOriginUrl } from '../../../lib/api/same-origin-url.ts';
import { formatSize } from '../../../lib/format/format.ts';
import { previewMessages as messages } from '../../../lib/messages/files.ts';

/** Files beside the finished one, each with a link that saves it. Renders nothing without any. */
export function PartsSection({
  extracts = {},
  slices = [],
}: Pick<Screenshot, 'extracts' | 'slices'>) {
  const parts = [
    ...Object.entries(extracts).map(([name, { url, bytes }]) => ({
      name,
      url,
      detail: formatSize(bytes),
    })),
    ...slices.map(({ index, y, height, url }) => ({
      name: messages.slice(index + 1),
      url,
      detail: messages.sliceRange(y, y + height),
    })),
  ];
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="file-parts">
      <h3 id="file-parts" className="mb-1 text-table font-semibold">
        {messages.parts}
      </h3>
      <ul aria-labelledby="file-parts" className="grid gap-1">
        {parts.map(({ name, url, detail }) => (
          <li key={name} className="flex items-center justify-between gap-3 text-table">
            <a
              href={sameOriginUrl(url)}
              download
              className="py-1 text-cobalt underline-offset-2 hover:underline pointer-coarse:py-2.5"
            >
              {name}
            </a>
            <span className="figures text-muted">{detail}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
