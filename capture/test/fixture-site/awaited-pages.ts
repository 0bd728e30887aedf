import { documentOf, type PageOf } from './html.ts';

/** Pages that become ready late, or never come to rest. */
export const awaitedPages: Readonly<Record<string, PageOf>> = {
  '/ready-later': () =>
    documentOf(
      '<style>body{margin:0;background:#ffffff} #ready{height:300px;background:#00aa44}</style>',
      `<p class="spinner" style="margin:0">loading</p><script>
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
  '/console-error': () => documentOf('', `<script>console.error('out of order')</script>`),
};
