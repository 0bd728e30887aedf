import { RotateCw } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { annotationMessages as messages } from '../../../lib/messages/captures/annotations.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Region } from '../../compare/compare.rules.ts';
import { fitted, type Zoom } from '../../files/preview/zoom.rules.ts';
import { dragAround, reachOf, type EditorMark } from '../marks.rules.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { MarkList, MarkSettings } from './mark-settings.tsx';
import { Stage, visibleCentre } from './stage.tsx';
import type { Editor } from './use-editor.ts';

/** Editor of the marks on an image. */
export function ImageEditor(props: {
  editor: Editor;
  src: string;
  alt: string;
  onReload: () => void;
}) {
  const { editor } = props;
  const { area, marks, tool } = editor;
  const pane = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState<Zoom>(fitted);
  const [shown, setShown] = useState<Region | null>(null);
  const [lostSrc, setLostSrc] = useState<string | null>(null);
  useHistoryKeys(editor);
  const addAtCentre = () => {
    if (tool === 'select' || marks.isFull) return;
    editor.draw(tool, dragAround(visibleCentre(pane.current, area), area, tool));
  };
  const show = (mark: EditorMark) => {
    marks.select(mark.id);
    setShown({ ...reachOf(mark) });
  };
  return (
    <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <Card className="min-w-0 overflow-clip">
        <EditorToolbar editor={editor} onAddAtCentre={addAtCentre} zoom={zoom} onZoom={setZoom} />
        {lostSrc === props.src ? (
          <LostImage
            onReload={() => {
              setLostSrc(null);
              props.onReload();
            }}
          />
        ) : (
          <Stage
            editor={editor}
            src={props.src}
            alt={props.alt}
            zoom={zoom}
            shown={shown}
            paneRef={pane}
            onLost={() => setLostSrc(props.src)}
          />
        )}
      </Card>
      <div className="grid min-w-0 gap-4">
        {marks.selected && <MarkSettings editor={editor} mark={marks.selected} />}
        <MarkList editor={editor} onShow={show} />
      </div>
      <output className="sr-only">{editor.announcement}</output>
    </div>
  );
}

function LostImage({ onReload }: { onReload: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-4 py-14 text-center text-muted">
      {messages.imageFailed}
      <Button variant="outline" onClick={onReload}>
        <RotateCw aria-hidden="true" />
        {messages.reloadImage}
      </Button>
    </div>
  );
}

/** Undoes and redoes by the usual keys; in a field they concern its text. */
function useHistoryKeys({ undo, redo }: Editor): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (!isCommand || event.altKey || isInField(event.target)) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function isInField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('textarea, input:not([type="radio"])');
}
