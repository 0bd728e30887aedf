import { cn } from '../../lib/cn.ts';

type Box = readonly [x: number, y: number, width: number, height: number, fill: string];

/** Miniature pages that illustrate typical captures. Units: a frame is 96 × 64. */
const frames: readonly (readonly Box[])[] = [
  [
    [0, 0, 96, 64, '#fff4e0'],
    [8, 8, 14, 3, '#c2410c'],
    [60, 8, 28, 3, '#f0c48a'],
    [8, 20, 44, 7, '#7c2d12'],
    [8, 30, 34, 4, '#c2814f'],
    [8, 40, 18, 8, '#ea580c'],
    [60, 18, 28, 34, '#fb923c'],
  ],
  [
    [0, 0, 96, 64, '#0f2a4a'],
    [0, 0, 20, 64, '#0a1d35'],
    [5, 8, 10, 3, '#4f8fd6'],
    [28, 10, 18, 14, '#1d4e89'],
    [50, 10, 18, 14, '#1d4e89'],
    [72, 10, 18, 14, '#2f78c4'],
    [28, 46, 8, 10, '#5fd0c5'],
    [40, 38, 8, 18, '#5fd0c5'],
    [52, 42, 8, 14, '#5fd0c5'],
    [64, 32, 8, 24, '#5fd0c5'],
    [76, 36, 8, 20, '#5fd0c5'],
  ],
  [
    [0, 0, 96, 64, '#e9f6ec'],
    [0, 0, 96, 12, '#14713d'],
    [8, 5, 16, 3, '#d6f5e0'],
    [8, 20, 24, 20, '#a7dcb8'],
    [36, 20, 24, 20, '#6cc08b'],
    [64, 20, 24, 20, '#2f9e5b'],
    [8, 44, 18, 3, '#2c5d3f'],
    [36, 44, 14, 3, '#2c5d3f'],
    [64, 44, 20, 3, '#2c5d3f'],
  ],
  [
    [0, 0, 96, 64, '#ffffff'],
    [20, 10, 56, 6, '#27272a'],
    [20, 22, 56, 3, '#a1a1aa'],
    [20, 28, 50, 3, '#a1a1aa'],
    [20, 34, 54, 3, '#a1a1aa'],
    [20, 44, 26, 14, '#e11d48'],
    [50, 44, 26, 14, '#fda4af'],
  ],
  [
    [0, 0, 96, 64, '#f3e8ff'],
    [0, 0, 96, 30, '#7e22ce'],
    [26, 10, 44, 5, '#f5d0fe'],
    [36, 19, 24, 3, '#d8b4fe'],
    [10, 24, 22, 30, '#ffffff'],
    [37, 24, 22, 30, '#ffffff'],
    [64, 24, 22, 30, '#ffffff'],
    [14, 30, 14, 3, '#a855f7'],
    [41, 30, 14, 3, '#a855f7'],
    [68, 30, 14, 3, '#a855f7'],
    [14, 44, 14, 5, '#7e22ce'],
    [41, 44, 14, 5, '#7e22ce'],
    [68, 44, 14, 5, '#7e22ce'],
  ],
  [
    [0, 0, 96, 64, '#101114'],
    [8, 8, 80, 48, '#1b1d22'],
    [14, 15, 26, 3, '#f59e0b'],
    [14, 23, 44, 3, '#34d399'],
    [20, 31, 38, 3, '#93c5fd'],
    [20, 39, 28, 3, '#f472b6'],
    [14, 47, 16, 3, '#f59e0b'],
  ],
  [
    [0, 0, 96, 64, '#fef9c3'],
    [0, 34, 96, 30, '#facc15'],
    [8, 8, 40, 8, '#422006'],
    [8, 20, 28, 3, '#a16207'],
    [58, 8, 30, 46, '#fef08a'],
    [62, 12, 22, 24, '#ca8a04'],
    [62, 40, 16, 3, '#713f12'],
  ],
  [
    [0, 0, 96, 64, '#e0f2fe'],
    [0, 40, 96, 24, '#0369a1'],
    [0, 30, 60, 16, '#0ea5e9'],
    [40, 34, 56, 12, '#38bdf8'],
    [70, 8, 14, 14, '#fde047'],
    [8, 10, 34, 5, '#0c4a6e'],
    [8, 18, 22, 3, '#0284c7'],
  ],
  [
    [0, 0, 96, 64, '#fff1f2'],
    [0, 0, 48, 64, '#be123c'],
    [8, 22, 28, 6, '#ffe4e6'],
    [8, 32, 20, 3, '#fda4af'],
    [8, 42, 16, 7, '#ffffff'],
    [56, 10, 32, 12, '#fecdd3'],
    [56, 26, 32, 12, '#fda4af'],
    [56, 42, 32, 12, '#fb7185'],
  ],
];

const chosenFrame = 4;

/** Decorative contact sheet; the only illustration that shows sample captures. */
export function ContactSheet(props: { className?: string }) {
  return (
    <div aria-hidden="true" className={cn('grid grid-cols-3 gap-x-4 gap-y-3', props.className)}>
      {frames.map((boxes, index) => (
        <figure key={boxes.join('|')} className="grid gap-1.5">
          <div className="relative">
            {index === chosenFrame && <Corners />}
            <svg viewBox="0 0 96 64" className="block w-full border border-ink/10">
              {boxes.map(([x, y, width, height, fill]) => (
                <rect
                  key={`${x} ${y} ${width} ${height}`}
                  x={x}
                  y={y}
                  width={width}
                  height={height}
                  fill={fill}
                />
              ))}
            </svg>
          </div>
          <figcaption
            className={cn(
              'font-mono text-[10px] leading-3 tracking-wide text-muted',
              index === chosenFrame && 'text-cobalt',
            )}
          >
            {String(index + 1).padStart(2, '0')}
            {index % 2 === 0 ? 'A' : ''}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

function Corners() {
  return (
    <>
      <span className="absolute -top-1.5 -left-1.5 size-3 border-t-2 border-l-2 border-cobalt" />
      <span className="absolute -top-1.5 -right-1.5 size-3 border-t-2 border-r-2 border-cobalt" />
      <span className="absolute -right-1.5 -bottom-1.5 size-3 border-r-2 border-b-2 border-cobalt" />
      <span className="absolute -bottom-1.5 -left-1.5 size-3 border-b-2 border-l-2 border-cobalt" />
    </>
  );
}
