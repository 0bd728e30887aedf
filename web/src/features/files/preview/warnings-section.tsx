import type { CaptureWarning } from '@shotwright/contract';
import { previewMessages as messages } from '../../../lib/messages/files.ts';

/** Warnings of a capture: what options of its request could not do. Renders nothing without any. */
export function WarningsSection({ warnings }: { warnings: readonly CaptureWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <section aria-labelledby="file-warnings">
      <h3 id="file-warnings" className="mb-1 text-table font-semibold">
        {messages.warnings}
      </h3>
      <ul aria-labelledby="file-warnings" className="grid gap-2">
        {warnings.map(({ option, message }) => (
          <li key={option} className="text-table">
            <span className="block font-mono text-label text-muted">{option}</span>
            {message}
          </li>
        ))}
      </ul>
    </section>
  );
}
