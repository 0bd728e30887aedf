import { paletteMessages as messages } from '../../lib/messages/shell.ts';
import { isApple } from '../../lib/shortcuts.ts';

const legend = [
  ['↑↓', messages.move],
  [isApple ? '⏎' : 'Enter', messages.choose],
  [isApple ? '⎋' : 'Esc', messages.leave],
] as const;

/** Legend of the palette's keys; hidden on touch devices. */
export function PaletteLegend() {
  return (
    <p
      aria-hidden="true"
      className="flex shrink-0 gap-4 border-t border-line px-5 py-2.5 text-label text-muted pointer-coarse:hidden"
    >
      {legend.map(([key, what]) => (
        <span key={key}>
          <kbd className="font-mono">{key}</kbd> {what}
        </span>
      ))}
    </p>
  );
}
