import { documentOf, type PageOf } from './html.ts';

/** Returns a page of one colour with a problematic script. */
const green = (script: string, body = ''): string =>
  documentOf(
    '<style>body{margin:0;background:#00aa44}</style>',
    `${body}<script>${script}</script>`,
  );

/** Pages that make a careless engine hang, leak or return a wrong result. */
export const hazardPages: Readonly<Record<string, PageOf>> = {
  '/green': () => green(''),
  '/never-idle': () =>
    green(`const poll = () => fetch('/poll.json?' + Math.random()).finally(() => setTimeout(poll, 50));
      poll(); setInterval(() => {}, 5)`),
  '/hanging-image': () => green('', '<img src="/hang">'),
  '/hanging-script': () =>
    documentOf(
      '<style>body{margin:0;background:#00aa44}</style><script src="/hang"></script>',
      '<p>the rest of the page</p>',
    ),
  '/hanging-style': () =>
    documentOf(
      '<style>body{margin:0;background:#00aa44}</style><link rel="stylesheet" href="/hang">',
      'text',
    ),
  '/alert': () => green(`alert('hello'); document.body.style.background = '#0044aa'`),
  '/alert-loop': () => green(`setInterval(() => alert('again'), 5)`),
  '/alert-for-ever': () => green(`for (;;) alert('again')`),
  '/endless-motion': () =>
    green(
      'const turn = () => requestAnimationFrame(turn); turn(); setInterval(() => {}, 1)',
      `<style>@keyframes go{to{transform:rotate(1turn)}}i{animation:go 1s linear infinite}</style>
      <i style="display:block;width:50px;height:50px;background:#fff"></i>`,
    ),
  '/before-unload': () =>
    green(`onbeforeunload = (event) => { event.preventDefault(); return 'stay?'; }`),
  '/popups': () => green(`for (let i = 0; i < 5; i += 1) open('/green?' + i); `),
  '/popups-for-ever': () => green(`setInterval(() => open('/green?' + Math.random()), 5)`),
  '/print': () => green('print()'),
  '/refresh-loop': () =>
    documentOf(
      '<meta http-equiv="refresh" content="0"><style>body{margin:0;background:#00aa44}</style>',
      '',
    ),
  '/reload-loop': () => green('onload = () => location.reload()'),
  '/busy-early': () => green('for (;;);'),
  '/busy-late': () => green(`onload = () => setTimeout(() => { for (;;); }, 0)`),
  '/takes-memory': () =>
    green(
      `const kept = []; setInterval(() => kept.push(new Float64Array(4e6).fill(kept.length)), 20)`,
    ),
  '/goes-elsewhere': () => green(`onload = () => { location.href = '/blue'; }`),
  '/meta-elsewhere': () =>
    documentOf(
      '<meta http-equiv="refresh" content="0;url=/blue"><body style="background:#f00">',
      '',
    ),
  '/blue': () => documentOf('<style>body{margin:0;background:#0044aa}</style>', ''),
  '/leaves-for-file': () =>
    green(`onload = () => { location.href = 'file:///etc/passwd'; }`) +
    '<iframe src="file:///etc/passwd" style="width:100%"></iframe>',
  '/tampered': () =>
    green(
      `Array.prototype[Symbol.iterator] = null; Object.defineProperty(window, 'innerHeight', { get() { throw 1; } });
      document.querySelector = () => { throw 1; }; Element.prototype.getBoundingClientRect = () => ({});
      delete window.Array; delete window.Promise; window.MutationObserver = null; JSON.stringify = () => 'x';
      Object.defineProperty(document, 'fonts', { get: () => ({ status: 'loading' }) });`,
      '<div id="box" style="width:120px;height:80px;background:#ffffff"></div>',
    ),
  '/workers': () => green(`new Worker('/worker.js')`),
};
