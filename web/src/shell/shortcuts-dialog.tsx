import { useState, type ReactNode } from 'react';
import { shellMessages as messages } from '../lib/messages/shell.ts';
import { areSingleKeysOn, isApple, setSingleKeys } from '../lib/keyboard/shortcuts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Switch } from '../ui/switch.tsx';
import { useNavItems } from './nav-items.ts';

const command = isApple ? '⌘' : 'Ctrl';
const enter = isApple ? '⏎' : 'Enter';
const escape = isApple ? '⎋' : 'Esc';

/** Dialog with the keyboard shortcuts; those without Cmd or Ctrl can be disabled here. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areSingleKeysOn);
  const items = useNavItems();
  const change = (next: boolean) => {
    setSingleKeys(next);
    setOn(next);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={messages.shortcuts}
      description={messages.shortcutsLead}
      size="wide"
    >
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <div className="grid content-start gap-6">
          <Group title={messages.shortcutsAnywhere}>
            <Line keys={[command, 'K']}>{messages.shortcutPalette}</Line>
            <Line keys={[command, enter]}>{messages.shortcutSubmit}</Line>
            <Line keys={[command, 'B']}>{messages.shortcutSidebar}</Line>
            <Line keys={['/']}>{messages.shortcutSearch}</Line>
            <Line keys={['?']}>{messages.shortcutSheet}</Line>
          </Group>
          <ListGroup />
        </div>
        <Group title={messages.shortcutsPages}>
          {items.map((item) => (
            <Line key={item.to} keys={['g', item.key]} isSequence>
              {item.label}
            </Line>
          ))}
        </Group>
      </div>
      <div className="mt-6 border-t border-line pt-4">
        <Switch label={messages.singleKeys} isOn={isOn} onChange={change} />
      </div>
    </Dialog>
  );
}

function ListGroup() {
  return (
    <Group title={messages.shortcutsLists}>
      <Line keys={['c']}>{messages.shortcutCreate}</Line>
      <Line keys={['j']}>{messages.shortcutDown}</Line>
      <Line keys={['k']}>{messages.shortcutUp}</Line>
      <Line keys={['x']}>{messages.shortcutSelect}</Line>
      <Line keys={[enter]}>{messages.shortcutOpen}</Line>
      <Line keys={['[']}>{messages.shortcutPreviousPage}</Line>
      <Line keys={[']']}>{messages.shortcutNextPage}</Line>
      <Line keys={[escape]}>{messages.shortcutClear}</Line>
    </Group>
  );
}

function Group(props: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-1">
      <h3 className="mb-1 text-label font-medium text-muted">{props.title}</h3>
      <dl className="grid">{props.children}</dl>
    </section>
  );
}

function Line(props: { keys: readonly string[]; isSequence?: boolean; children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <dt>{props.children}</dt>
      <dd className="flex items-center gap-1">
        {props.keys.map((key, index) => (
          <span key={key} className="flex items-center gap-1">
            {index > 0 && props.isSequence === true && (
              <span className="text-label text-muted">{messages.keyThen}</span>
            )}
            <kbd className="min-w-6 rounded-[4px] border border-control bg-paper px-1.5 py-0.5 text-center font-mono text-label">
              {key}
            </kbd>
          </span>
        ))}
      </dd>
    </div>
  );
}
