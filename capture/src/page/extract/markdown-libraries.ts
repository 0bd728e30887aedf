import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { InPageCall } from '../execution-context.ts';

const require = createRequire(import.meta.url);
let source: string | undefined;

/** Returns the call that defines the libraries for articles and Markdown in a page. */
export function defineMarkdownLibraries(): InPageCall<void> {
  source ??= [
    'globalThis.shotwrightMarkdown ??= {',
    `Readability: ${moduleAt(require.resolve('@mozilla/readability/Readability.js'))},`,
    `TurndownService: ${moduleAt(require.resolve('turndown/lib/turndown.browser.umd.js'))},`,
    `gfm: ${moduleAt(require.resolve('@joplin/turndown-plugin-gfm'))}.gfm`,
    '}',
  ].join('\n');
  return { expression: `(() => { ${source}\n })()` };
}

/** Returns an expression with the exports of a CommonJS module without dependencies. */
function moduleAt(path: string): string {
  const text = readFileSync(path, 'utf8');
  return `((module, exports) => { (() => {\n${text}\n})(); return module.exports; })(...((exports) => [{ exports }, exports])({}))`;
}
