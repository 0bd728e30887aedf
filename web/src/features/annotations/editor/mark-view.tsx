import {
  arrowShape,
  boxShape,
  markFonts,
  markFontWeight,
  textShape,
} from '@shotwright/contract/paths';
import type { KeyboardEvent } from 'react';
import type { Size } from '../../compare/compare.rules.ts';
import { textRegion, type EditorMark } from '../marks.rules.ts';

/** Width of the invisible line around a mark that the pointer can hit. Unit: CSS pixels. */
const hitPx = 20;

/** A mark on the image, which can be focused and dragged. */
export function MarkView(props: {
  mark: EditorMark;
  name: string;
  isSelected: boolean;
  area: Size;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { mark } = props;
  const shape = <MarkShape mark={mark} area={props.area} />;
  return (
    <>
      {/* Outside of the group, whose outline would be that of the whole image. */}
      {mark.type === 'crop' && shape}
      <g
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- SVG has no element for a button
        role="button"
        tabIndex={0}
        aria-label={props.name}
        aria-pressed={props.isSelected}
        data-mark={mark.id}
        onFocus={props.onFocus}
        onKeyDown={props.onKeyDown}
        className="pointer-events-auto cursor-move outline-cobalt focus-visible:outline-2"
      >
        {mark.type !== 'crop' && shape}
        <HitShape mark={mark} />
      </g>
    </>
  );
}

/** A mark as the copy has it; a crop darkens what it leaves out. */
export function MarkShape({ mark, area }: { mark: EditorMark; area: Size }) {
  switch (mark.type) {
    case 'arrow':
      return <ArrowShape mark={mark} />;
    case 'box':
      return <BoxShape mark={mark} />;
    case 'text':
      return <TextShape mark={mark} />;
    case 'crop':
      return <CropShade mark={mark} area={area} />;
    case 'blur':
    default:
      return null;
  }
}

type Of<T extends EditorMark['type']> = { mark: Extract<EditorMark, { type: T }> };

function ArrowShape({ mark }: Of<'arrow'>) {
  const { lineEnd, head } = arrowShape(mark);
  return (
    <>
      <line
        x1={mark.x}
        y1={mark.y}
        x2={lineEnd.x}
        y2={lineEnd.y}
        stroke={mark.color}
        strokeWidth={mark.thickness}
        strokeLinecap="round"
      />
      <polygon points={head} fill={mark.color} />
    </>
  );
}

function BoxShape({ mark }: Of<'box'>) {
  const { thickness, ...rectangle } = boxShape(mark);
  return (
    <rect
      {...rectangle}
      fill="none"
      stroke={mark.color}
      strokeWidth={thickness}
      strokeLinejoin="round"
    />
  );
}

function TextShape({ mark }: Of<'text'>) {
  const { lines, outlinePx, outlineColor } = textShape(mark);
  return (
    <text
      fontFamily={markFonts}
      fontSize={mark.size}
      fontWeight={markFontWeight}
      fill={mark.color}
      stroke={outlineColor}
      strokeWidth={outlinePx}
      strokeLinejoin="round"
      paintOrder="stroke"
      className="whitespace-pre select-none"
    >
      {lines.map(({ line, baseline }) => (
        <tspan key={baseline} x={mark.x} y={baseline}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

function CropShade({ mark, area }: Of<'crop'> & { area: Size }) {
  const { x, y, width, height } = mark;
  const whole = `M0 0H${String(area.width)}V${String(area.height)}H0Z`;
  const part = `M${String(x)} ${String(y)}v${String(height)}h${String(width)}v${String(-height)}Z`;
  return <path d={`${whole}${part}`} className="pointer-events-none fill-ink/55" />;
}

/** Invisible shape that the pointer hits; the inside of a box or a crop is left to what is below. */
function HitShape({ mark }: { mark: EditorMark }) {
  const line = {
    fill: 'none',
    stroke: 'transparent',
    strokeWidth: hitPx,
    vectorEffect: 'non-scaling-stroke',
    pointerEvents: 'stroke',
  } as const;
  if (mark.type === 'arrow')
    return <line x1={mark.x} y1={mark.y} x2={mark.to_x} y2={mark.to_y} {...line} />;
  if (mark.type === 'text')
    return <rect {...textRegion(mark)} fill="transparent" pointerEvents="fill" />;
  const { x, y, width, height } = mark;
  const rectangle = { x, y, width, height };
  if (mark.type === 'blur') return <rect {...rectangle} fill="transparent" pointerEvents="fill" />;
  return <rect {...rectangle} {...line} />;
}
