import type { ReactNode } from 'react';
import { shellMessages as words } from '../lib/messages/shell.ts';
import { Dialog } from '../ui/dialog.tsx';
import { navItems } from './nav-items.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The sheet of keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title={words.shortcuts} description={words.shortcutsLead}>
      <dl className="grid gap-1">
        {navItems.map((item) => (
          <Line key={item.to} keys={['g', item.key]}>
            {words.shortcutGoTo(item.label)}
          </Line>
        ))}
        <Line keys={[isApple ? '⌘' : 'Ctrl', 'B']}>{words.shortcutSidebar}</Line>
        <Line keys={['?']}>{words.shortcutSheet}</Line>
      </dl>
    </Dialog>
  );
}

function Line(props: { keys: readonly string[]; children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <dt>{props.children}</dt>
      <dd className="flex gap-1">
        {props.keys.map((key) => (
          <kbd
            key={key}
            className="min-w-6 rounded-[4px] border border-control bg-paper px-1.5 py-0.5 text-center font-mono text-label"
          >
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}
