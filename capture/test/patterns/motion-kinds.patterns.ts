import {
  area,
  documentOf,
  green,
  red,
  white,
  type Expectation,
  type Pattern,
  type PatternOptions,
} from './pattern.ts';
import { inside } from './motion-pages.ts';

/** One animated property: its value at the start of the motion and its value at its end. */
const kinds: Readonly<Record<string, readonly [start: string, end: string]>> = {
  opacity: ['opacity:0', 'opacity:1'],
  transform: ['transform:translateY(300px)', 'transform:none'],
  color: [`background-color:${red}`, `background-color:${green}`],
  width: ['width:0', 'width:120px'],
  clip: ['clip-path:inset(100% 0 0 0)', 'clip-path:inset(0)'],
  filter: ['filter:blur(60px)', 'filter:blur(0)'],
  path: ['offset-distance:100%', 'offset-distance:0%'],
  property: ['--size:0px', '--size:120px'],
};

const names = Object.keys(kinds);
const boxLeft = (index: number): number => 20 + index * 150;
const isStill = { areAnimationsDisabled: true };

const style = `@property --size{syntax:'<length>';inherits:false;initial-value:120px}
  i{position:absolute;top:100px;width:120px;height:120px;background:${green}}
  .path{offset-path:path('M60 60V400');offset-rotate:0deg}.property{width:var(--size)}
  ${names.map((name, index) => `.${name}{left:${boxLeft(index)}px}`).join('')}`;

function page(
  css: (name: string, values: readonly [string, string]) => string,
  script = '',
): string {
  const rules = Object.entries(kinds).map(([name, values]) => css(name, values));
  const boxes = names.map((name) => `<i class="${name}"></i>`).join('');
  return documentOf(
    `<style>${style}${rules.join('')}</style>`,
    `${boxes}<script>${script}</script>`,
  );
}

const atEnd: Expectation = {
  probes: [
    ...names.map((_, index) => inside(green, [boxLeft(index), 100, 120, 120])),
    area(white, [0, 260, 1280, 500]),
  ],
};

/** A box that changes beside one that does not: only the second one is checked. */
const beside: Expectation = { probes: [area(green, [800, 100, 300, 300])] };

function single(name: string, css: string, script = ''): Pattern {
  const fixed = `<b style="position:absolute;left:800px;top:100px;width:300px;height:300px;background:${green}"></b>`;
  const head = `<style>i{position:absolute;left:100px;top:100px;width:300px;height:300px;background:${red}}${css}</style>`;
  const body = `<i></i>${fixed}<script>${script}</script>`;
  return { name, page: documentOf(head, body), viewport: beside };
}

const finite = page(
  (name, [start, end]) =>
    `@keyframes ${name}{from{${start}}to{${end}}}.${name}{animation:${name} 1.3s both}`,
);
const transition = page(
  (name, [start, end]) =>
    `.${name}{${start};transition:1.1s;transition-property:${start.split(':')[0]}}.on .${name}{${end}}`,
  "onload = () => setTimeout(() => { document.body.className = 'on'; }, 200)",
);
const endless = page(
  (name, [start, end]) =>
    `@keyframes ${name}{from{${end}}to{${start}}}.${name}{animation:${name} 1.3s linear infinite alternate}`,
);

const still = (pattern: Pattern, options: PatternOptions = {}): Pattern => ({
  ...pattern,
  name: `${pattern.name}-disabled`,
  options: { ...isStill, ...options },
});

/** Kinds of motion, each as an animation that ends, one that does not, and a transition. */
export const motionKinds: readonly Pattern[] = [
  { name: 'finite-animations', page: finite, viewport: atEnd },
  { name: 'transitions', page: transition, viewport: atEnd },
  still({ name: 'finite-animations', page: finite, viewport: atEnd }),
  still({ name: 'transitions', page: transition, viewport: atEnd }),
  still({ name: 'endless-animations', page: endless, viewport: atEnd }),
  ...Object.entries(kinds).map(([name, [start, end]]) =>
    single(
      `endless-${name}`,
      `${style}i{left:100px;width:300px;height:300px}@keyframes a{from{${start}}to{${end}}}i{animation:a .7s infinite alternate}`,
    ),
  ),
  single(
    'color-transition-back-and-forth',
    `i{transition:background-color .4s}i.on{background:${green}}`,
    "setInterval(() => document.querySelector('i').classList.toggle('on'), 600)",
  ),
  single(
    'endless-frames',
    '',
    'requestAnimationFrame(function next() { requestAnimationFrame(next); })',
  ),
  {
    name: 'image-document',
    page: '',
    routes: {
      '': {
        type: 'image/svg+xml',
        body: `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800"><rect width="1280" height="800" fill="${green}"/></svg>`,
      },
    },
    viewport: { probes: [area(green, [0, 0, 1280, 800])] },
  },
];
