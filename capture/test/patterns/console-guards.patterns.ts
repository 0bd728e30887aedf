import { red, type Pattern } from './pattern.ts';
import { onlyViewport, turnsGreen } from './waiting-pages.ts';

/** A page that turns green unless its guard has called `caught()`. */
function guarded(name: string, guard: string): Pattern {
  return turnsGreen(name, 'await loaded; await pause(300); if (!isCaught) done();', {
    body: `<script>let isCaught = false; const caught = () => { isCaught = true; document.documentElement.style.background = '${red}'; };
      ${guard}</script>`,
  });
}

/** Pages that hide themselves from developer tools. */
export const consoleGuards: readonly Pattern[] = onlyViewport([
  guarded(
    'console-that-is-silenced',
    `for (const name of Object.keys(console)) console[name] = () => undefined;
    Function.prototype.toString = () => 'function () { [native code] }';`,
  ),
  guarded(
    'stack-of-a-logged-error',
    `setTimeout(() => { Error.prepareStackTrace = () => { caught(); return ''; }; console.log(new Error('x')); }, 100);`,
  ),
  guarded(
    'tables-that-take-longer-than-logs',
    `const rows = Array.from({ length: 50 }, () => Object.fromEntries(Array.from({ length: 500 }, (_, i) => [i, 'x' + i])));
    const time = (log) => { const start = performance.now(); log(rows); return performance.now() - start; };
    let max = 0; setInterval(() => { const table = time(console.table); max = Math.max(max, time(console.log));
      if (max > 0 && table > 10 * max) caught(); }, 100);`,
  ),
  guarded(
    'debugger-statements-in-a-row',
    `setInterval(() => { const start = performance.now(); debugger; if (performance.now() - start > 500) caught(); }, 50);`,
  ),
  guarded(
    'getter-of-a-logged-element',
    `const box = document.createElement('div'); Object.defineProperty(box, 'id', { get: caught });
    setInterval(() => { console.log(box); console.dir(box); }, 100);`,
  ),
]);
