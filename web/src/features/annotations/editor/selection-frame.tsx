import { cn } from '../../../lib/cn.ts';
import { regionStyle, type Region, type Size } from '../../compare/compare.rules.ts';
import { handlesOf, type EditorMark, type Handle } from '../marks.rules.ts';

const cursors: Readonly<Record<Handle, string>> = {
  nw: 'cursor-nwse-resize',
  se: 'cursor-nwse-resize',
  size: 'cursor-nwse-resize',
  ne: 'cursor-nesw-resize',
  sw: 'cursor-nesw-resize',
  from: 'cursor-move',
  to: 'cursor-move',
};

/** Frame of the selected mark, with handles for the pointer; keys resize the focused mark itself. */
export function SelectionFrame({
  mark,
  shown,
  area,
}: {
  mark: EditorMark;
  /** Region that the mark covers. */
  shown: Region;
  area: Size;
}) {
  return (
    <>
      {mark.type !== 'arrow' && (
        <span
          aria-hidden="true"
          style={regionStyle(shown, area)}
          className="pointer-events-none absolute outline-2 outline-offset-1 outline-cobalt"
        />
      )}
      {handlesOf(mark, shown).map(({ handle, x, y }) => (
        <span
          key={handle}
          aria-hidden="true"
          data-handle={handle}
          style={regionStyle({ x, y, width: 0, height: 0 }, area)}
          className={cn(
            'absolute -m-3 touch-none p-3 pointer-coarse:-m-5 pointer-coarse:p-5',
            cursors[handle],
          )}
        >
          <span className="absolute top-1/2 left-1/2 size-3 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-cobalt bg-white shadow-raised" />
        </span>
      ))}
    </>
  );
}
