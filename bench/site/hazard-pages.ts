import { cellCss, gridHtml } from './grid.ts';

/** Background of every hazard page while its hazard has no effect. */
export const expectedColor = '#00aa44';
/** Background of a page whose script gets past the hazard. */
export const escapedColor = '#0044aa';

/** Number of sections of the page with lazy images, and their height in CSS pixels. */
export const lateSections = { count: 40, heightPx: 500 } as const;

/** Scripts (writing systems) on the font page, each with one of its letters. */
export const fontSamples = {
  latin: 'ß',
  greek: 'Ω',
  cyrillic: 'Ж',
  arabic: 'ع',
  hebrew: 'ש',
  devanagari: 'ह',
  thai: 'ก',
  han: '漢',
  hangul: '한',
  emoji: '😀',
} as const;

/**
 * Returns a page with the `expectedColor` background, and a visible word, without which its image
 * would be blank.
 */
export const page = (head: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>hazard</title><style>body{margin:0;background:${expectedColor}}small{position:absolute;left:700px;top:250px}</style>${head}<body><small>hazard</small>${body}`;
const scripted = (script: string, body = ''): string =>
  page('', `${body}<script>${script}</script>`);
const turnTo = (color: string): string => `document.body.style.background = '${color}';`;

/**
 * Shows every font sample as a bar: `expectedColor` if its letter renders differently from a letter that no
 * font has.
 */
const fontScript = `const pen = Object.assign(document.createElement('canvas'), { width: 60, height: 60 }).getContext('2d', { willReadFrequently: true });
const draw = (text) => {
  pen.clearRect(0, 0, 60, 60); pen.font = '40px sans-serif'; pen.fillText(text, 5, 45);
  return pen.getImageData(0, 0, 60, 60).data.join();
};
const missing = ['\\u{10fffd}', '\\u{e123}'].map(draw);
for (const bar of document.querySelectorAll('p')) if (missing.includes(draw(bar.dataset.letter))) bar.style.background = '#ff0000';`;

const fontBars = Object.entries(fontSamples)
  .map(([name, letter]) => `<p data-letter="${letter}">${letter.repeat(8)} ${name}</p>`)
  .join('');

/**
 * Every second section has a lazy image; every other one gets its colour when it is scrolled into
 * view.
 */
function latePage(): string {
  const sections = Array.from({ length: lateSections.count }, (_, i) => {
    const color = cellCss(i, 0);
    const image = `<img loading="lazy" src="/hazard/block?color=${encodeURIComponent(color)}">`;
    return i % 2 === 0
      ? `<section>${image}</section>`
      : `<section data-color="${color}"></section>`;
  });
  const style = `<style>section{height:${lateSections.heightPx}px}img{display:block;width:600px;height:100%}</style>`;
  const script = `const seen = new IntersectionObserver((all) => { for (const { isIntersecting, target } of all)
    if (isIntersecting) target.style.background = target.dataset.color; });
    for (const one of document.querySelectorAll('[data-color]')) seen.observe(one);`;
  return page(style, `${sections.join('')}<script>${script}</script>`);
}

const stickyStyle = `<style>header,footer{position:fixed;left:0;right:0;height:60px;background:#cc2222}header{top:0}
footer{bottom:0;background:#2222cc}.hero{height:100vh;background:#eeeeee}section{height:700px;background:${expectedColor}}
section:nth-of-type(even){background:${escapedColor}}b{display:block;position:sticky;top:60px;height:40px;background:#ffcc00}</style>`;

/** Pages that make a careless screenshot service hang, leak or return wrong images, by name. */
export const hazardPages: Readonly<Record<string, () => string>> = {
  neveridle: () =>
    scripted(
      `const ask = () => fetch('/hazard/poll?' + Math.random()).finally(() => setTimeout(ask, 60)); ask(); setInterval(() => {}, 4);`,
    ),
  animation: () =>
    page(
      `<style>@keyframes go{to{transform:translateX(500px)}}i{position:absolute;width:60px;height:60px;background:#fff;animation:go 1s linear infinite}</style>`,
      `<i></i><canvas width="500" height="300"></canvas><script>const pen = document.querySelector('canvas').getContext('2d');
      let n = 0; const turn = () => { pen.fillStyle = 'hsl(' + n++ + ' 60% 50%)'; pen.fillRect(0, 100, 500, 100); requestAnimationFrame(turn); }; turn();</script>`,
    ),
  alert: () => scripted(`alert('hello'); ${turnTo(escapedColor)}`),
  asking: () =>
    scripted(`if (!confirm('sure?') && prompt('name?') === null) { ${turnTo(escapedColor)} }`),
  alertloop: () => scripted(`setInterval(() => alert('again'), 5);`),
  alertforever: () => scripted(`for (;;) alert('again');`),
  beforeunload: () =>
    scripted(`onbeforeunload = (event) => { event.preventDefault(); return 'stay?'; };`),
  popup: () =>
    scripted(`for (let i = 0; i < 20; i += 1) open('/tiny?' + i); ${turnTo(escapedColor)}`),
  popupstorm: () => scripted(`setInterval(() => open('/tiny?' + Math.random()), 20);`),
  print: () => scripted(`print(); ${turnTo(escapedColor)}`),
  metarefresh: () => page('<meta http-equiv="refresh" content="0">', ''),
  reload: () => scripted(`onload = () => location.reload();`),
  hangimg: () => page('', '<img src="/hazard/hang">'),
  hangscript: () => page('<script src="/hazard/hang"></script>', '<p>the rest</p>'),
  busy: () => scripted(`onload = () => setTimeout(() => { for (;;); }, 0);`),
  busyearly: () => scripted(`for (;;);`),
  busyonload: () => scripted(`onload = () => { for (;;); };`),
  busysoon: () => scripted(`setTimeout(() => { for (;;); }, 700);`),
  busyonscroll: () => scripted(`onscroll = () => { for (;;); };`, '<p style="height:3000px">'),
  busyworkers: () =>
    scripted(`const spin = URL.createObjectURL(new Blob(['for (;;);']));
      for (let i = 0; i < 8; i += 1) new Worker(spin);`),
  workerswarm: () =>
    scripted(`const spin = URL.createObjectURL(new Blob(['for (;;);']));
      for (let i = 0; i < 300; i += 1) new Worker(spin);`),
  sticky: () =>
    page(
      stickyStyle,
      `<header></header><div class="hero"></div>${'<section><b></b></section>'.repeat(6)}<footer></footer>`,
    ),
  fonts: () =>
    page(
      `<style>p{margin:0;height:60px;font:40px/60px sans-serif;background:${expectedColor}}</style>`,
      `${fontBars}<script>${fontScript}</script>`,
    ),
  late: latePage,
  oom: () =>
    scripted(`const kept = []; setInterval(() => { for (let i = 0; i < 10; i += 1)
      kept.push(new Float64Array(4e6).fill(i)); }, 10);`),
  oomworker: () =>
    scripted(
      `new Worker(URL.createObjectURL(new Blob(['const kept = []; setInterval(() => { for (let i = 0; i < 10; i += 1) kept.push(new Float64Array(4e6).fill(i)); }, 10);'])));`,
    ),
  wasm: () =>
    scripted(`const kept = []; setInterval(() => { const memory = new WebAssembly.Memory({ initial: 1000 });
      new Uint8Array(memory.buffer).fill(1); kept.push(memory); }, 20);`),
  canvases: () =>
    scripted(`const kept = []; setInterval(() => { const one = Object.assign(document.createElement('canvas'), { width: 8000, height: 8000 });
      one.getContext('2d', { willReadFrequently: true }).fillRect(0, 0, 8000, 8000); kept.push(one); }, 50);`),
  nodes: () =>
    scripted(`const grow = () => { for (let i = 0; i < 50000; i += 1)
      document.body.append(Object.assign(document.createElement('i'), { textContent: 'x'.repeat(200) })); setTimeout(grow, 0); }; grow();`),
  frames: () =>
    page('', '<iframe src="/hazard/frames?a"></iframe><iframe src="/hazard/frames?b"></iframe>'),
  pictureflood: () => page('', '<img src="/hazard/flood.png" style="width:400px">'),
  liar: () =>
    scripted(
      `for (const side of ['scrollHeight', 'scrollWidth', 'clientHeight', 'offsetHeight'])
        Object.defineProperty(Element.prototype, side, { get: () => 1e9 });
      Object.defineProperty(window, 'innerHeight', { get() { throw 1; } }); delete window.Promise; delete window.Array;
      JSON.stringify = () => 'x'; document.querySelector = () => { throw 1; };`,
      '<div style="height:1500px"></div>',
    ),
  endlessheight: () =>
    page(
      '',
      `<div style="height:10000000px;background:linear-gradient(${expectedColor},${expectedColor})"></div>`,
    ),
  tall: () => gridHtml({ columns: 13, rows: 400 }),
  leavesforfile: () =>
    scripted(
      `onload = () => { location.href = 'file:///etc/passwd'; };`,
      '<iframe src="file:///etc/passwd"></iframe><object data="file:///etc/passwd"></object><img src="file:///etc/passwd">',
    ),
  leavesforchrome: () =>
    scripted(
      `onload = () => { location.href = 'chrome://gpucrash'; open('chrome://crash'); };`,
      '<iframe src="chrome://kill"></iframe>',
    ),
};
