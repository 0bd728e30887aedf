import { documentOf, type PageOf } from './html.ts';

/** Pages that become ready late, or never come to rest. */
export const awaitedPages: Readonly<Record<string, PageOf>> = {
  '/ready-later': () =>
    documentOf(
      '<style>body{margin:0;background:#ffffff} #ready{height:300px;background:#00aa44}</style>',
      `<p class="spinner" style="margin:0">loading</p><p>A page that waits for one of its parts.</p><script>
      setTimeout(() => {
        document.body.innerHTML = '<div id="ready">everything is ready</div>';
        window.isReady = true;
      }, 4_500);</script>`,
    ),
  '/busy': () =>
    documentOf(
      '',
      `<script>(function again(n) { fetch('/slow.json?' + n).then(() => again(n + 1)); })(0)</script>`,
    ),
  '/signal-later': () =>
    documentOf(
      '<style>body{margin:0;background:#ffffff}</style>',
      `<script>
      setTimeout(() => {
        document.body.style.background = '#00aa44';
        shotwrightReady();
      }, 4_500);</script>`,
    ),
  // Red until its timer has fired; an image never arrives.
  '/moments': () =>
    documentOf(
      '<style>body{margin:0;background:#ff0000}</style>',
      `<script>
      addEventListener('DOMContentLoaded', () => setTimeout(() => {
        document.body.style.background = '#00aa44';
      }, 1_500));</script>A<img src="/hang">`,
    ),
  '/loads-once': () =>
    documentOf(
      '<style>body{margin:0;background:#ff0000}</style>',
      `<script>
      setTimeout(async () => {
        await fetch('/slow.json');
        document.body.style.background = '#00aa44';
      }, 300);
      setTimeout(() => { document.body.style.background = '#0044aa'; }, 2_400);</script>A`,
    ),
  '/failing-parts': () =>
    documentOf(
      '<link rel="stylesheet" href="/none.css">',
      `A<img src="/none.png"><script src="/broken"></script><iframe src="/none"></iframe>`,
    ),
  '/steps-down': () =>
    documentOf(
      '<style>body{margin:0} div{height:1000px} #mark{height:10px;background:#aaaa00}</style>',
      `<div style="background:#ff0000"></div><div id="mark"></div><div style="background:#00aa44"></div>
      <div style="background:#0044aa"></div>`,
    ),
  '/console-error': () => documentOf('', `<script>console.error('out of order')</script>`),
};
