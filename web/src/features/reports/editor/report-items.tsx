import { reportLimits } from '@shotwright/contract/paths';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { reportEditorMessages as messages } from '../../../lib/messages/captures/reports.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, SectionHeading } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { addItems, moveItem, type DraftItem } from '../report.rules.ts';
import { ChooseCaptures } from './choose-captures.tsx';
import { ReportItemRow } from './report-item-row.tsx';

/** Captures of a report, in their order. */
export function ReportItems(props: {
  items: readonly DraftItem[];
  onChange: (items: readonly DraftItem[]) => void;
}) {
  const { items, onChange } = props;
  const [isChoosing, setChoosing] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const { move, moved } = useMoving({ list, items, onChange });
  const dragged = useDragging({ list, items, onChange });
  const button = (
    <Button
      variant="outline"
      size="sm"
      disabled={items.length >= reportLimits.items}
      onClick={() => setChoosing(true)}
    >
      <Plus aria-hidden="true" />
      {messages.add}
    </Button>
  );
  return (
    <section className="grid min-w-0 gap-3">
      <SectionHeading
        title={messages.captures}
        detail={<span className="text-table text-muted">{messages.countOf(items.length)}</span>}
      >
        {items.length > 0 && button}
      </SectionHeading>
      {items.length === 0 ? (
        <Card>
          <EmptyState title={messages.noneTitle} text={messages.noneText}>
            {button}
          </EmptyState>
        </Card>
      ) : (
        <ol ref={list} className="grid gap-2">
          {items.map((item, at) => (
            <ReportItemRow
              key={item.key}
              item={item}
              position={{ at, of: items.length }}
              isDragged={dragged === item.key}
              onMove={move}
              onCaption={(caption) => onChange(items.with(at, { ...item, caption }))}
              onRemove={() => onChange(items.toSpliced(at, 1))}
            />
          ))}
        </ol>
      )}
      <output className="sr-only">{moved}</output>
      <ChooseCaptures
        isOpen={isChoosing}
        room={reportLimits.items - items.length}
        onClose={() => setChoosing(false)}
        onChoose={(choices) => onChange(addItems(items, choices))}
      />
    </section>
  );
}

interface Moving {
  readonly list: RefObject<HTMLOListElement | null>;
  readonly items: readonly DraftItem[];
  readonly onChange: (items: readonly DraftItem[]) => void;
}

/** Moves items by buttons; the focus stays with a moved item. `moved` announces the last move. */
function useMoving({ list, items, onChange }: Moving) {
  const [focus, setFocus] = useState<{ key: string; direction: string } | null>(null);
  const [moved, setMoved] = useState('');
  useEffect(() => {
    if (focus === null) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
    const row = rows.find(({ dataset }) => dataset['key'] === focus.key);
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [])];
    const wanted = buttons.find((one) => one.dataset['move'] === focus.direction && !one.disabled);
    (wanted ?? buttons.find((one) => !one.disabled))?.focus();
  }, [focus, list]);
  const move = (at: number, step: -1 | 1) => {
    const item = items[at];
    if (item === undefined) return;
    onChange(moveItem(items, at, at + step));
    setMoved(messages.moved(at + step + 1, items.length));
    setFocus({ key: item.key, direction: step < 0 ? 'up' : 'down' });
  };
  return { move, moved };
}

/** Moves items by dragging them. Returns the key of the item that is being dragged. */
function useDragging({ list, items, onChange }: Moving): string | null {
  const [dragged, setDragged] = useState<string | null>(null);
  const hasItems = items.length > 0;
  const onStart = useEffectEvent((event: DragEvent) => {
    const key = keyAt(event);
    if (key === undefined) return;
    event.dataTransfer?.setData('text/plain', key);
    setDragged(key);
  });
  const onOver = useEffectEvent((event: DragEvent) => {
    if (dragged === null) return;
    event.preventDefault();
    const over = keyAt(event);
    const from = items.findIndex(({ key }) => key === dragged);
    const to = items.findIndex(({ key }) => key === over);
    if (from !== to && to !== -1) onChange(moveItem(items, from, to));
  });
  useEffect(() => {
    const target = list.current;
    if (!hasItems || target === null) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    target.addEventListener('dragstart', (event) => onStart(event), { signal });
    target.addEventListener('dragover', (event) => onOver(event), { signal });
    target.addEventListener('drop', (event) => event.preventDefault(), { signal });
    target.addEventListener('dragend', () => setDragged(null), { signal });
    return () => listeners.abort();
  }, [hasItems, list]);
  return dragged;
}

function keyAt({ target }: DragEvent): string | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
  return row?.dataset['key'];
}
