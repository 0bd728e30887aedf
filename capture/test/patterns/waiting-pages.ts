import { area, documentOf, green, red, type Expectation, type Pattern } from './pattern.ts';

/** The whole page, twice as high as the viewport, in one colour. */
const allGreen: Expectation = { heightPx: 1600, probes: [area(green, [0, 0, 1280, 1600])] };
const viewGreen: Expectation = { probes: [area(green, [0, 0, 1280, 800])] };
/** Expectations in both modes. */
export const greenInBoth = { viewport: viewGreen, fullPage: allGreen } as const;

const helpers = `
const show = (color) => { document.documentElement.style.background = color; };
const done = () => show('${green}');
const late = () => show('${red}');
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const get = (path, options) => fetch(path, options).then((response) => response.text());
const loaded = new Promise((resolve) => addEventListener('load', resolve));
`;

/** Parts of a page with a script. */
export interface ScriptedPage extends Omit<Pattern, 'name' | 'page' | 'viewport' | 'fullPage'> {
  readonly head?: string;
  readonly body?: string;
}

function page(background: string, script: string, { head = '', body = '' }: ScriptedPage): string {
  return documentOf(
    `<style>html{background:${background}}body{min-height:1600px;position:relative}</style>${head}`,
    `${body}<script>${helpers}\n${script}</script>`,
  );
}

/** A red page that its script turns green by `done()`, awaited after `loaded`. */
export function turnsGreen(name: string, script: string, parts: ScriptedPage = {}): Pattern {
  const { head = '', body = '', ...pattern } = parts;
  const run = `(async () => { ${script} })();`;
  return { name, page: page(red, run, { head, body }), ...greenInBoth, ...pattern };
}

/** A green page that turns red by `late()` if the capture waits for what it must not wait for. */
export function staysGreen(name: string, script: string, parts: ScriptedPage = {}): Pattern {
  const { head = '', body = '', ...pattern } = parts;
  const run = `(async () => { ${script} })();`;
  return { name, page: page(green, run, { head, body }), ...greenInBoth, ...pattern };
}

/** A document of one colour that covers its frame. */
export function frameOf(color: string, script = ''): string {
  return `<!doctype html><style>html{background:${color}}</style><script>
    const show = (color) => { document.documentElement.style.background = color; };
    const done = () => show('${green}');
    ${script}</script>`;
}

/** Style of an element that covers the whole page. */
export const cover = 'position:absolute;inset:0;width:100%;height:100%;border:0;display:block';

/** The same patterns, captured in the viewport only. */
export function onlyViewport(patterns: readonly Pattern[]): Pattern[] {
  return patterns.map(({ fullPage: _fullPage, ...pattern }) => pattern);
}
