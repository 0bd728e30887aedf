import { useState, type ReactNode } from 'react';
import { formatDate } from '../../lib/format/format.ts';
import { compareMessages as messages } from '../../lib/messages/captures/compare.ts';
import { previewMessages } from '../../lib/messages/files.ts';
import { sameOriginUrl } from '../../lib/api/same-origin-url.ts';
import { sourceOf } from '../files/files.rules.ts';
import type { ShownComparison } from './compare.api.ts';
import { areaOf, type Region, type Side, type Size } from './compare.rules.ts';
import type { CompareView } from './compare-view.ts';
import { DividerLayer } from './divider-layer.tsx';
import { DrawLayer } from './draw-layer.tsx';
import { useLinkedPanes } from './linked-panes.ts';
import { ImageLayer, Marker, Plane } from './plane.tsx';

/** Capture whose image can be shown. */
export interface ShownCapture extends Size {
  readonly url?: string | undefined;
  readonly createdAt: string;
  readonly src: string;
}

interface StageProps {
  readonly view: CompareView;
  readonly captures: Readonly<Record<Side, ShownCapture>>;
  readonly comparison: ShownComparison | undefined;
  /** True if there is no comparison because of an error. */
  readonly isFailed: boolean;
  /** Region to scroll to. */
  readonly shown: Region | null;
  readonly isDrawing: boolean;
  readonly onDraw: (region: Region) => void;
  readonly onDrawEnd: () => void;
}

/** Images of both captures, as the mode of the view shows them. */
export function Stage(props: StageProps) {
  const { isDrawing, view } = props;
  const { mode, zoom } = view;
  const [isLost, setLost] = useState(false);
  const area = areaOf(props.captures.a, props.captures.b);
  const paneProps = useLinkedPanes({ zoom, mode, shown: props.shown, isDrawing, area });
  const layers = layersOf(props, { area, onLost: () => setLost(true) });
  if (isLost) return <p className="p-6 text-center text-muted">{messages.imageFailed}</p>;
  return (
    <div className={mode === 'side' ? 'grid sm:grid-cols-2 sm:divide-x sm:divide-line' : 'grid'}>
      {layers.map(({ label, caption, content }, at) => (
        <div key={label} className="grid min-w-0 grid-rows-[auto_minmax(0,1fr)]">
          <div className="flex min-h-8 items-center justify-between gap-4 border-b border-line px-4 text-label font-medium text-muted">
            {isDrawing && at === 0 ? (
              <span className="text-cobalt">{messages.drawHint}</span>
            ) : (
              caption
            )}
          </div>
          <section
            {...paneProps(at)}
            aria-label={label}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll a long image
            tabIndex={0}
            className="max-h-[max(20rem,78dvh)] overflow-auto overscroll-contain bg-sunk p-4 -outline-offset-2 max-sm:p-3"
          >
            <Plane area={area} zoom={zoom}>
              {content}
              <Marks {...props} area={area} />
            </Plane>
          </section>
        </div>
      ))}
    </div>
  );
}

interface Layers {
  readonly label: string;
  readonly caption: ReactNode;
  readonly content: ReactNode;
}

/** Returns the panes of a mode with their images. */
function layersOf(
  { view, captures, comparison, isFailed }: StageProps,
  { area, onLost }: { area: Size; onLost: () => void },
): Layers[] {
  const imageOf = (side: Side, opacity?: number) => {
    const capture = captures[side];
    return (
      <ImageLayer
        key={side}
        src={sameOriginUrl(capture.src)}
        alt={`${messages.sides[side]}: ${previewMessages.alt(sourceOf(capture), formatDate(capture.createdAt))}`}
        size={capture}
        area={area}
        onLost={onLost}
        {...(opacity !== undefined && { opacity })}
      />
    );
  };
  const { a, b } = messages.sides;
  const label = messages.bothImages;
  if (view.mode === 'side') {
    return (['a', 'b'] as const).map((side) => ({
      label: messages.image(messages.sides[side]),
      caption: messages.sides[side],
      content: imageOf(side),
    }));
  }
  if (view.mode === 'slider') {
    const content = (
      <>
        {imageOf('b')}
        <DividerLayer
          position={view.position}
          onPosition={view.setPosition}
          isWide={view.zoom !== 'fit'}
        >
          {imageOf('a')}
        </DividerLayer>
      </>
    );
    return [{ label, caption: <Ends left={a} right={b} />, content }];
  }
  if (view.mode === 'overlay') {
    const content = [imageOf('a'), imageOf('b', view.opacity / 100)];
    return [{ label, caption: messages.over, content }];
  }
  const content = <DifferenceImage {...{ comparison, isFailed, area, onLost }} />;
  return [{ label: messages.differenceImage, caption: <Legend />, content }];
}

/** Image of the difference; without one, the reason. */
function DifferenceImage({
  comparison,
  isFailed,
  area,
  onLost,
}: Pick<StageProps, 'comparison' | 'isFailed'> & { area: Size; onLost: () => void }) {
  if (comparison?.imageUrl === undefined) {
    return (
      <p className="absolute inset-0 grid place-items-center p-4 text-muted">
        {isFailed ? messages.noDifference : messages.comparing}
      </p>
    );
  }
  return (
    <ImageLayer
      src={comparison.imageUrl}
      alt={messages.differenceAlt}
      size={comparison}
      area={area}
      onLost={onLost}
    />
  );
}

function Ends({ left, right }: { left: string; right: string }) {
  return (
    <>
      <span>{left}</span>
      <span>{right}</span>
    </>
  );
}

function Legend() {
  return (
    <span className="flex flex-wrap gap-x-4">
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 bg-[#e01020]" />
        {messages.legend.changed}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="relative size-2.5">
          <Marker region={unit} area={unit} kind="ignored" />
        </span>
        {messages.legend.ignored}
      </span>
    </span>
  );
}

const unit = { x: 0, y: 0, width: 1, height: 1 };

/** Regions that are marked on the images, and the layer for drawing one. */
function Marks(props: StageProps & { area: Size }) {
  const { view, comparison, area, shown } = props;
  return (
    <>
      {view.mode === 'difference' &&
        comparison?.regions.map((region) => (
          <Marker
            key={`${String(region.x)},${String(region.y)}`}
            region={region}
            area={area}
            kind="changed"
          />
        ))}
      {view.ignored.map((region, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a region may be listed twice
        <Marker key={at} region={region} area={area} kind="ignored" />
      ))}
      {shown && <Marker region={shown} area={area} kind="shown" />}
      {props.isDrawing && <DrawLayer area={area} onDraw={props.onDraw} onEnd={props.onDrawEnd} />}
    </>
  );
}
