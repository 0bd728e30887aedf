import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { sameOriginUrl } from '../../../lib/api/same-origin-url.ts';
import { annotationMessages as messages } from '../../../lib/messages/captures/annotations.ts';
import type { Point, Region, Size } from '../../compare/compare.rules.ts';
import { useLinkedPanes } from '../../compare/linked-panes.ts';
import { ImageLayer, Plane } from '../../compare/plane.tsx';
import type { Zoom } from '../../files/preview/zoom.rules.ts';
import { grownMark, movedMark, reachOf, textRegion, type EditorMark } from '../marks.rules.ts';
import { BlurPreview } from './blur-preview.tsx';
import { DrawLayer } from './draw-layer.tsx';
import { MarkView } from './mark-view.tsx';
import { SelectionFrame } from './selection-frame.tsx';
import type { Editor } from './use-editor.ts';
import { useMarkDrag } from './use-mark-drag.ts';

/** Pixels of the image by which an arrow key moves or resizes a mark. */
const keyStepPx = 10;

interface StageProps {
  editor: Editor;
  src: string;
  alt: string;
  zoom: Zoom;
  /** Region to scroll to. */
  shown: Region | null;
  paneRef: RefObject<HTMLElement | null>;
  onLost: () => void;
}

/** Image with its marks, which scrolls. */
export function Stage(props: StageProps) {
  const { editor, zoom, paneRef } = props;
  const { area, tool } = editor;
  const paneProps = useLinkedPanes({
    zoom,
    mode: 'side',
    shown: props.shown,
    isDrawing: false,
    area,
  })(0);
  return (
    <section
      {...paneProps}
      ref={(element) => {
        paneRef.current = element;
        paneProps.ref(element);
      }}
      aria-label={messages.image}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll a long image
      tabIndex={0}
      className="max-h-[max(20rem,78dvh)] min-w-0 overflow-auto bg-sunk p-4 select-none -outline-offset-2 max-sm:p-3"
    >
      <Plane area={area} zoom={zoom} className="overflow-visible">
        <ImageLayer
          src={sameOriginUrl(props.src)}
          alt={props.alt}
          size={area}
          area={area}
          onLost={props.onLost}
        />
        <MarksLayer editor={editor} focusStage={() => paneRef.current?.focus()} />
        {tool !== 'select' && (
          <DrawLayer
            tool={tool}
            area={area}
            style={editor.style}
            onDraw={(drag) => !editor.marks.isFull && editor.draw(tool, drag)}
            onEnd={() => editor.setTool('select')}
          />
        )}
      </Plane>
    </section>
  );
}

/** Marks over the image, with the frame of the selected one. */
function MarksLayer({ editor, focusStage }: { editor: Editor; focusStage: () => void }) {
  const { area, marks } = editor;
  const { selected } = marks;
  const layer = useRef<HTMLDivElement>(null);
  const dragProps = useMarkDrag(editor);
  const measured = useMeasuredText(layer, selected);
  useRequestedFocus(layer, editor.focus);
  useTouchWithoutScrolling(layer);
  const keysOf = (mark: EditorMark) => markKeys(mark, { editor, focusStage });
  return (
    <div ref={layer} {...dragProps} data-layer="" className="absolute inset-0">
      {marks.marks.map(
        (mark) => mark.type === 'blur' && <BlurPreview key={mark.id} region={mark} area={area} />,
      )}
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- SVG has no element for a group of buttons
        role="group"
        aria-label={messages.marks}
        viewBox={`0 0 ${String(area.width)} ${String(area.height)}`}
        className="pointer-events-none absolute inset-0 size-full overflow-hidden"
      >
        {inPaintOrder(marks.marks).map((mark) => (
          <MarkView
            key={mark.id}
            mark={mark}
            name={labelOf(mark, editor)}
            isSelected={mark.id === selected?.id}
            area={area}
            onFocus={() => marks.select(mark.id)}
            onKeyDown={keysOf(mark)}
          />
        ))}
      </svg>
      {selected && (
        <SelectionFrame mark={selected} shown={measured ?? shownRegion(selected)} area={area} />
      )}
    </div>
  );
}

/** Returns the marks from the lowest to the highest; the focus follows the same order. */
function inPaintOrder(marks: readonly EditorMark[]): EditorMark[] {
  const heights = { blur: 0, arrow: 1, box: 1, text: 1, crop: 2 };
  return marks.toSorted((one, other) => heights[one.type] - heights[other.type]);
}

function labelOf(mark: EditorMark, { name }: Editor): string {
  const { x, y } = reachOf(mark);
  const place = `${name(mark)} ${messages.at(x, y)}`;
  return mark.type === 'text' ? `${place}: ${mark.text}` : place;
}

function shownRegion(mark: EditorMark): Region {
  return mark.type === 'text' ? textRegion(mark) : reachOf(mark);
}

/** Returns the handler of the keys that move, resize and delete a mark. */
function markKeys(
  mark: EditorMark,
  { editor, focusStage }: { editor: Editor; focusStage: () => void },
) {
  const { marks, area } = editor;
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = arrowKeys[event.key];
    if (by !== undefined && event.shiftKey) {
      const grown = grownMark(mark, by, area);
      marks.change(grown, 'size by key');
      editor.announceSize(grown);
    } else if (by !== undefined) {
      const moved = movedMark(mark, by, area);
      marks.change(moved, 'move by key');
      editor.announceMove(moved);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      editor.remove(mark);
      focusStage();
    } else if (event.key === 'Escape') {
      marks.select(null);
      focusStage();
    } else if (event.key === 'Enter' && mark.type === 'text') {
      editor.focusText(mark.id);
    } else return;
    event.preventDefault();
  };
}

const arrowKeys: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -keyStepPx, y: 0 },
  ArrowRight: { x: keyStepPx, y: 0 },
  ArrowUp: { x: 0, y: -keyStepPx },
  ArrowDown: { x: 0, y: keyStepPx },
};

type LayerRef = RefObject<HTMLDivElement | null>;

/** Returns the region of the selected text as the browser lays it out; null for other marks. */
function useMeasuredText(layer: LayerRef, selected: EditorMark | undefined): Region | null {
  const [region, setRegion] = useState<Region | null>(null);
  useLayoutEffect(() => {
    const text = layer.current?.querySelector(`[data-mark="${String(selected?.id)}"] text`);
    // Not each environment lays texts out.
    const box = text instanceof SVGGraphicsElement && 'getBBox' in text ? text.getBBox() : null;
    // oxlint-disable-next-line react/set-state-in-effect -- the size of a text is known after its layout
    setRegion(box && { x: box.x, y: box.y, width: box.width, height: box.height });
  }, [layer, selected]);
  return region;
}

/** Keeps a finger on a mark from scrolling: browsers ignore `touch-action` of elements inside of an SVG. */
function useTouchWithoutScrolling(layer: LayerRef): void {
  useEffect(() => {
    const { current } = layer;
    const keep = (event: TouchEvent) => {
      const isOnMark = event.target instanceof Element && event.target.closest('[data-mark]');
      if (isOnMark) event.preventDefault();
    };
    current?.addEventListener('touchstart', keep, { passive: false });
    return () => current?.removeEventListener('touchstart', keep);
  }, [layer]);
}

/** Moves the focus to a mark that was added, or to the field of its text. */
function useRequestedFocus(layer: LayerRef, focus: Editor['focus']): void {
  const follow = useEffectEvent((id: number, isText: boolean) => {
    const field = isText ? document.querySelector(`[data-text-of="${String(id)}"]`) : null;
    if (field instanceof HTMLTextAreaElement) {
      field.focus();
      field.select();
      return;
    }
    const mark = layer.current?.querySelector(`[data-mark="${String(id)}"]`);
    if (mark instanceof SVGElement) mark.focus();
  });
  useEffect(() => {
    if (focus !== null) follow(focus.id, focus.isText);
  }, [focus]);
}

/** Returns the centre of the part of the image that is visible. */
export function visibleCentre(pane: HTMLElement | null, area: Size): Point {
  const plane = pane?.querySelector('img')?.getBoundingClientRect();
  const view = pane?.getBoundingClientRect();
  if (!plane || !view || plane.width === 0) return { x: area.width / 2, y: area.height / 2 };
  const left = Math.max(plane.left, view.left, 0);
  const right = Math.min(plane.right, view.right, window.innerWidth);
  const top = Math.max(plane.top, view.top, 0);
  const bottom = Math.min(plane.bottom, view.bottom, window.innerHeight);
  return {
    x: (((left + right) / 2 - plane.left) / plane.width) * area.width,
    y: (((top + bottom) / 2 - plane.top) / plane.height) * area.height,
  };
}
