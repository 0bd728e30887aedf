import { documentOf, type PageOf } from './html.ts';

const red = '<style>body{margin:0;background:#aa0000}img{display:block}</style>';

/** Pages whose completion can only be detected from their requests. */
export const requestPages: Readonly<Record<string, PageOf>> = {
  '/script-comes-late': () => documentOf(`${red}<script src="/late-script.js" defer></script>`, ''),
  '/trickling-image': () => documentOf(red, '<img src="/trickle.svg" width="600" height="600">'),
  '/stuck-image': () =>
    documentOf(
      red.replace('#aa0000', '#00aa44'),
      '<img src="/stuck.svg" width="600" height="600">',
    ),
  '/stuck-beside-loaded': () =>
    documentOf(red, '<img src="/trickle.svg"><img src="/stuck.svg" width="600" height="600">'),
  '/background-after-load': () =>
    documentOf(
      `<style>body{margin:0}img{position:absolute;left:700px}@keyframes late{from{display:none}}
      div{width:600px;height:600px;background:url(/trickle.svg?late)}main{animation:late 4s steps(1)}</style>`,
      '<img src="/trickle.svg"><main><div></div></main>',
    ),
  '/late-font': () => documentOf('<link rel="stylesheet" href="/late-font.css">', '<p>HHH</p>'),
  '/late-background': () =>
    documentOf(
      '<style>body{margin:0}div{width:600px;height:600px;background:url(/trickle.svg)}</style>',
      '<div></div>',
    ),
  '/closing-workers': () =>
    documentOf(
      '<style>body{background:#00aa44}</style>',
      `<script>const work = "fetch('" + origin + "/hang'); setTimeout(close, 200)";
      for (const Kind of [Worker, SharedWorker]) new Kind(URL.createObjectURL(new Blob([work])))</script>`,
    ),
  '/three-pictures': () =>
    documentOf(
      red,
      ['00aa44', '00aa45', '00aa46'].map((color) => `<img src="/color/${color}.png">`).join(''),
    ),
  '/reports-errors': () =>
    documentOf(red, "<script>console.error('a word'); throw new Error('a fault')</script>"),
  '/chained-requests': () =>
    documentOf(
      red,
      `<script>const ask = () => fetch('/slow.json').then((answer) => answer.json());
      ask().then(() => setTimeout(() => ask().then(() => {
        document.body.style.background = '#00aa44' }), 60))</script>`,
    ),
  '/frame-asks': () => documentOf(red, '<iframe src="/framed-asking" style="all:unset"></iframe>'),
  '/framed-asking': () =>
    documentOf(
      '',
      `<script>fetch('/slow.json').then(() => {
        parent.document.body.style.background = '#00aa44' })</script>`,
    ),
  '/stops-itself': () =>
    documentOf(
      red.replace('#aa0000', '#00aa44'),
      '<img src="/hang"><script>setTimeout(() => stop(), 100)</script>',
    ),
  '/hanging-import': () =>
    documentOf(
      '<style>@import url(/hang); body{margin:0;background:#00aa44}</style>',
      '<p>the rest of the page</p>',
    ),
  '/meta-redirects': () =>
    documentOf(`<meta http-equiv="refresh" content="0;url=/to?url=/green">${red}`, ''),
};
