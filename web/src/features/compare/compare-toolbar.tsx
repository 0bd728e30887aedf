import { compareMessages as messages } from '../../lib/messages/captures/compare.ts';
import { NumberInput, RangeField } from '../../ui/range-field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { ZoomControls } from '../files/preview/preview-image.tsx';
import { compareModes, ranges } from './compare.rules.ts';
import type { CompareView } from './compare-view.ts';

const modes = compareModes.map((value) => ({ value, label: messages.views[value] }));

/** Controls above the images: the mode, its number, and the zoom. */
export function CompareToolbar({ view }: { view: CompareView }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-4 py-3">
      <span className="max-sm:w-full">
        <SegmentedControl
          label={messages.view}
          isLabelHidden
          isFitted
          isStacked
          value={view.mode}
          options={modes}
          onValueChange={view.setMode}
        />
      </span>
      <ModeNumber view={view} />
      <span className="ml-auto max-sm:ml-0">
        <ZoomControls zoom={view.zoom} onZoom={view.setZoom} />
      </span>
    </div>
  );
}

/** Position of the divider, or opacity of the overlay. */
function ModeNumber({ view }: { view: CompareView }) {
  if (view.mode === 'slider') {
    return (
      <span className="flex items-center gap-2 text-table font-medium">
        <span aria-hidden="true">{messages.position}</span>
        <NumberInput
          label={messages.positionValue}
          {...limitsOf(ranges.position)}
          step={1}
          unit="%"
          value={view.position}
          onValueChange={(position) => view.setPosition(Math.round(position))}
        />
      </span>
    );
  }
  if (view.mode !== 'overlay') return null;
  return (
    <RangeField
      label={messages.opacity}
      numberLabel={messages.opacityValue}
      {...limitsOf(ranges.opacity)}
      step={1}
      unit="%"
      value={view.opacity}
      onValueChange={(opacity) => view.setOpacity(Math.round(opacity))}
      className="w-88 max-w-full grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 max-sm:grid-cols-1"
    />
  );
}

const limitsOf = ({ min, max }: { min: number; max: number }) => ({ min, max });
