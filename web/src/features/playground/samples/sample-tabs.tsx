import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import { playgroundMessages as messages } from '../../../lib/messages/playground.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { writeText } from '../playground-storage.ts';

/** Text to copy, such as code in one language. */
export interface Sample {
  readonly id: string;
  readonly label: string;
  /** Text on screen, with secrets masked. */
  readonly shown: string;
  readonly copied: string;
}

/** Samples as tabs. The last one chosen is remembered under `storageKey`. */
export function SampleTabs({
  samples,
  label,
  storageKey,
  isWrapped = false,
}: {
  readonly samples: readonly Sample[];
  readonly label: string;
  readonly storageKey: string;
  /** Long lines are broken, and the panel is as high as its text. */
  readonly isWrapped?: boolean;
}) {
  const [first] = samples;
  const [language, setLanguage] = useState(() => localStorage.getItem(storageKey) ?? first?.id);
  return (
    <Tabs.Root
      value={samples.some(({ id }) => id === language) ? language : first?.id}
      onValueChange={(value) => {
        setLanguage(String(value));
        writeText(localStorage, storageKey, String(value));
      }}
      className="flex min-h-0 flex-col"
    >
      <Tabs.List
        aria-label={label}
        className="flex shrink-0 gap-5 overflow-x-auto border-b border-line"
      >
        {samples.map(({ id, label: name }) => (
          <Tabs.Tab
            key={id}
            value={id}
            className="-mb-px h-9 border-b-2 border-transparent text-table font-medium whitespace-nowrap text-muted outline-offset-[-2px] hover:text-ink data-active:border-ink data-active:text-ink pointer-coarse:h-11"
          >
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {samples.map(({ id, label: name, shown, copied }) => (
        <Tabs.Panel
          key={id}
          value={id}
          className="relative mt-3 min-h-0 flex-1 rounded-control border border-line bg-sunk"
        >
          <pre
            className={cn(
              'size-full overflow-auto overscroll-contain p-3 pr-11 font-mono text-label leading-[1.125rem] whitespace-pre',
              isWrapped && 'min-h-16 pr-16 break-all whitespace-pre-wrap',
            )}
          >
            {shown}
          </pre>
          <CopyButton
            text={copied}
            label={messages.copyCode(name)}
            className="absolute top-2 right-3 size-8 border border-line bg-card"
          />
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
