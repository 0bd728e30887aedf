import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { cn } from '../../lib/cn.ts';
import { isApple } from '../../lib/keyboard/shortcuts.ts';
import { paletteMessages as messages } from '../../lib/messages/shell.ts';
import { dialogClasses } from '../../ui/dialog.tsx';
import type { PaletteEntry } from './entries.rules.ts';
import { optionId, PaletteList } from './palette-list.tsx';
import { useChoice } from './use-choice.ts';
import { useEntries } from './use-entries.ts';

const listId = 'palette-results';
const legend = [
  ['↑↓', messages.move],
  [isApple ? '⏎' : 'Enter', messages.choose],
  [isApple ? '⎋' : 'Esc', messages.leave],
] as const;

/**
 * Command palette: searches everything and runs common actions, by keyboard alone. Source:
 * acceptance GP-1.
 */
export function PaletteDialog(props: { onClose: () => void; onShortcuts: () => void }) {
  return (
    <Dialog.Root open onOpenChange={props.onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogClasses.backdrop} />
        <Dialog.Popup
          className={cn(dialogClasses.popup, 'top-[10dvh] max-h-[80dvh] max-w-xl translate-y-0')}
        >
          <Dialog.Title className="sr-only">{messages.title}</Dialog.Title>
          <Finder {...props} />
          <PaletteLegend />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const [query, setQuery] = useState('');
  const run = (entry: PaletteEntry) => {
    onClose();
    entry.run();
  };
  const choice = useChoice({ entries: useEntries(query, onShortcuts), query, run });
  const { shown, active } = choice;
  return (
    <>
      <PaletteInput
        isExpanded={shown.length > 0}
        aria-activedescendant={shown.length > 0 ? optionId(active) : undefined}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          choice.point(null);
        }}
        onKeyDown={(event) => {
          const isAgain = event.key === 'k' && (event.metaKey || event.ctrlKey);
          if (isAgain) onClose();
          if (isAgain || choice.trigger(event.nativeEvent)) event.preventDefault();
        }}
      />
      <PaletteList
        id={listId}
        entries={shown}
        active={active}
        query={query}
        onPoint={choice.point}
        onChoose={choice.choose}
      />
    </>
  );
}

function PaletteInput({ isExpanded, ...props }: ComponentProps<'input'> & { isExpanded: boolean }) {
  return (
    <div className="relative shrink-0 border-b border-line">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-5 size-4 -translate-y-1/2 text-muted"
      />
      <input
        {...props}
        role="combobox"
        aria-expanded={isExpanded}
        aria-label={messages.title}
        aria-controls={listId}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={messages.placeholder}
        className="h-13 w-full bg-card pr-5 pl-12 text-lead outline-none placeholder:text-muted"
      />
    </div>
  );
}

/** Legend of the palette's keys; hidden on touch devices. */
function PaletteLegend() {
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
