import { area, documentOf, green, red, white, type Pattern, type PatternGroup } from './pattern.ts';
import { inside } from './motion-pages.ts';

const turnRed = `document.documentElement.style.background = '${red}';`;
const box = 'position:absolute;left:100px;top:100px;width:400px;height:300px';

/** Ways in which a page starts a script, as head and body. */
const scripts: Readonly<Record<string, readonly [head: string, body: string]>> = {
  inline: [`<script>${turnRed}</script>`, `<script>${turnRed}</script>`],
  external: ['<script src="script.js"></script>', ''],
  deferred: ['<script src="slow.js" defer></script>', ''],
  module: ['<script type="module">import "./script.js";</script>', ''],
  handlers: [
    '',
    `<svg onload="${turnRed}"></svg><img src="missing.png" onerror="${turnRed}" hidden>`,
  ],
  frame: [
    '',
    '<iframe src="frame.html" hidden></iframe><iframe srcdoc="<script>parent.document.documentElement.style.background=\'red\'</script>" hidden></iframe>',
  ],
};

/** Kinds of content for browsers without scripts, as head and body. */
const contents: Readonly<Record<string, readonly [head: string, body: string]>> = {
  block: ['', `<noscript><div style="${box};background:${green}"></div></noscript>`],
  style: [
    `<noscript><style>#box{background:${green}!important}</style></noscript>`,
    `<div id="box" style="${box};background:${red}"></div>`,
  ],
  'style-sheet': [
    '<noscript><link rel="stylesheet" href="plain.css"></noscript>',
    `<div id="box" style="${box};background:${red}"></div>`,
  ],
  image: ['', `<noscript><img style="${box}" src="/color/${green.slice(1)}.png?ms=50"></noscript>`],
};

const routes = {
  'script.js': { body: turnRed },
  'slow.js': { delayMs: 200, body: turnRed },
  'plain.css': { body: `#box{background:${green}!important}` },
  'frame.html': {
    body: `<script>parent.document.documentElement.style.background = '${red}'</script>`,
  },
};

const probes = [inside(green, [100, 100, 400, 300]), area(white, [700, 100, 500, 600])];

function pattern(script: string, content: string): Pattern {
  const [scriptHead = '', scriptBody = ''] = scripts[script] ?? [];
  const [contentHead = '', contentBody = ''] = contents[content] ?? [];
  return {
    name: `${content}-beside-${script}`,
    page: documentOf(contentHead + scriptHead, contentBody + scriptBody),
    routes,
    options: { isJavaScriptDisabled: true },
    viewport: { probes },
  };
}

/** Pages with content for browsers without scripts, each with one kind of script that must not run. */
export const noScript: PatternGroup = {
  name: 'no-script',
  patterns: Object.keys(scripts).flatMap((script) =>
    Object.keys(contents).map((content) => pattern(script, content)),
  ),
};
