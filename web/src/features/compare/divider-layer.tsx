import { ChevronsLeftRight } from 'lucide-react';
import { useRef, type PointerEvent, type ReactNode, type Ref } from 'react';
import { cn } from '../../lib/cn.ts';
import { compareMessages as messages } from '../../lib/messages/captures/compare.ts';
import { ranges } from './compare.rules.ts';

interface DividerProps {
  /** In percent from the left. */
  position: number;
  onPosition: (position: number) => void;
}

/**
 * Layer that shows its children at the left of a divider. The divider follows a drag, a click, and
 * the keys of its handle.
 */
export function DividerLayer(
  props: DividerProps & {
    /** True if a touch must be able to scroll the image in every direction. */
    isWide: boolean;
    children: ReactNode;
  },
) {
  const { position, onPosition } = props;
  const handle = useRef<HTMLInputElement>(null);
  const move = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const percent = Math.round(((event.clientX - left) / width) * 100);
    onPosition(Math.min(Math.max(percent, ranges.position.min), ranges.position.max));
  };
  return (
    <div
      className={cn(
        'absolute inset-0 cursor-ew-resize',
        !props.isWide && 'touch-pan-y touch-pinch-zoom',
      )}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        // The press would focus the scrolled pane, so that the arrow keys would not move the divider.
        event.preventDefault();
        handle.current?.focus({ preventScroll: true });
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event);
      }}
    >
      <div
        style={{ clipPath: `inset(0 ${String(100 - position)}% 0 0)` }}
        className="absolute inset-0 bg-grey-wash"
      >
        {props.children}
      </div>
      <span
        aria-hidden="true"
        style={{ left: `${String(position)}%` }}
        className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-cobalt shadow-[0_0_0_1px_rgb(255_255_255/0.8)]"
      />
      <Handle ref={handle} position={position} onPosition={onPosition} />
    </div>
  );
}

/** Handle of the divider, in the middle of what is visible of a long image. */
function Handle({ ref, position, onPosition }: DividerProps & { ref: Ref<HTMLInputElement> }) {
  return (
    <span
      style={{ left: `clamp(1.375rem, ${String(position)}%, 100% - 1.375rem)` }}
      className="pointer-events-none absolute inset-y-0 w-0"
    >
      <span className="pointer-events-auto sticky top-[calc(50%-1.125rem)] grid size-9 -translate-x-1/2 touch-none place-items-center rounded-full border-2 border-white bg-cobalt text-white shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cobalt pointer-coarse:size-11">
        {/* The layer handles the pointer, the input the keys. */}
        <input
          ref={ref}
          type="range"
          aria-label={messages.divider}
          aria-valuetext={messages.dividerAt(position)}
          min={ranges.position.min}
          max={ranges.position.max}
          step={1}
          value={position}
          onChange={(event) => onPosition(event.target.valueAsNumber)}
          className="pointer-events-none absolute -top-0.5 -left-0.5 size-[calc(100%+4px)] opacity-0"
        />
        <ChevronsLeftRight aria-hidden="true" className="size-4" />
      </span>
    </span>
  );
}
