import { documentOf, type PageOf } from './html.ts';

/** Pages that show by colours which options a capture applied. */
export const optionPages: Readonly<Record<string, PageOf>> = {
  '/scripted': () =>
    documentOf(
      '<style>body{margin:0;background:#ffffff}</style>',
      `<script>document.body.style.background = '#0044aa'</script>`,
    ),
  '/noscript': () =>
    documentOf(
      '<style>body{margin:0;background:#ffffff} div{height:100px;background:#00aa44}</style>',
      `<noscript><div></div></noscript><script>document.body.style.background = '#0044aa'</script>`,
    ),
  '/app': () =>
    documentOf(
      '<style>body{margin:0} div{height:1px;background:#00aa44}</style>',
      `<script>onload = async () => {
        const { rows } = await (await fetch('/slow.json')).json();
        document.body.innerHTML = '<div></div>'.repeat(rows);
      }</script>`,
    ),
  '/late': () =>
    documentOf(
      '<style>body{margin:0;background:#ffffff}</style>',
      `<p style="margin:60px">A page with a text.</p><script>onload = () => setTimeout(() => { document.body.style.background = '#0044aa'; }, 5_000)</script>`,
    ),
  '/moving': () =>
    documentOf(
      `<style>body{margin:0} @keyframes go{from{transform:none}to{transform:translateX(600px)}}
      #a{width:80px;height:80px;background:#e33;animation:go 1s linear infinite alternate}
      #b{width:80px;height:80px;background:#3a3;transition:margin-left 3s} #b.on{margin-left:500px}</style>`,
      `<div id="a"></div><div id="b"></div><div id="d" style="width:50px;height:50px;background:#33e"></div>
      <canvas id="c" width="600" height="100"></canvas><input autofocus value="caret">
      <script>const x = c.getContext('2d'); let t = 0;
      (function f() { x.clearRect(0, 0, 600, 100); x.fillRect((t += 7) % 600, 20, 60, 60); requestAnimationFrame(f); })();
      requestAnimationFrame(() => { b.className = 'on'; });
      d.animate([{ marginLeft: '0' }, { marginLeft: '400px' }], { duration: 900, iterations: Infinity });
      </script>`,
    ),
  '/moving-image': (url) =>
    documentOf(
      '<style>body{margin:0} img{display:block}</style>',
      `<img src="/moving.gif"><img src="${url.searchParams.get('other') ?? ''}/moving.gif">`,
    ),
  '/device': () =>
    documentOf(
      `<meta name="viewport" content="width=device-width"><style>body{margin:0;background:#ffffff}
      @media (max-width: 500px) and (pointer: coarse) { body { background: #00aa44 } }</style>`,
      `<script>document.title = [innerWidth, devicePixelRatio, navigator.maxTouchPoints].join();
      fetch('/seen-device?w=' + innerWidth + '&dpr=' + devicePixelRatio + '&touch=' + navigator.maxTouchPoints +
        '&mobile=' + navigator.userAgentData?.mobile + '&ua=' + encodeURIComponent(navigator.userAgent))</script>`,
    ),
  '/window': (url) =>
    documentOf(
      '<style>body{margin:0} iframe{position:absolute;top:500px;left:0;border:0;filter:opacity(1)}</style>',
      `<script>fetch('/seen-window?' + [innerWidth, innerHeight, outerWidth, outerHeight, screen.height])</script>
      <iframe width="300" height="300" src="${url.searchParams.get('other') ?? ''}/window-frame"></iframe>`,
    ),
  '/window-frame': () =>
    documentOf(
      '<style>body{background:#00aa44}</style>',
      "<script>fetch('/seen-window-frame?' + [innerWidth, outerWidth, outerHeight])</script>",
    ),
  '/elements': () =>
    documentOf(
      '<style>body{margin:0} div{width:200px;height:100px}</style>',
      `<div id="a" style="margin:1500px 0 0 300px;background:#00aa44"></div>
      <div id="hidden" style="display:none"></div><p>needle</p>`,
    ),
  '/late-element': () =>
    documentOf(
      '',
      `<script>setTimeout(() => { document.body.innerHTML = '<div id="late" style="width:50px;height:50px;background:#00aa44">'; }, 900)</script>`,
    ),
  '/third-party': (url) => {
    const other = url.searchParams.get('other') ?? '';
    return documentOf(
      '',
      `<img src="/color/00aa44.png?own"><img src="${other}/color/0044aa.png?other">
      <img src="/to?url=${encodeURIComponent(`${other}/color/aa0044.png?redirected`)}">
      <iframe src="${other}/green?frame"></iframe>
      <script>fetch('${other}/poll.json?cors', { mode: 'no-cors' }); fetch('/poll.json?own');
      new WebSocket('${other.replace('http', 'ws')}/socket'); new Worker('/worker.js')</script>`,
    );
  },
  '/set-everything': () =>
    documentOf(
      '',
      `<script>onload = async () => {
      document.cookie = 'tenant=a; max-age=3600'; localStorage.tenant = 'a'; sessionStorage.tenant = 'a';
      await (await caches.open('tenant')).put('/spy', new Response('a'));
      await new Promise((done) => { indexedDB.open('tenant').onsuccess = done; });
      await navigator.serviceWorker.register('/sw.js'); await navigator.serviceWorker.ready;
      document.body.style.background = '#00aa44'; }</script>`,
    ),
  '/spy-on-everything': () =>
    documentOf(
      '',
      `<script>onload = async () => {
      const found = [document.cookie, localStorage.tenant, sessionStorage.tenant, await caches.has('tenant'),
        (await indexedDB.databases()).length, (await navigator.serviceWorker.getRegistrations()).length,
        (await (await fetch('/spy')).text()) === 'stolen'];
      await fetch('/found?' + encodeURIComponent(JSON.stringify(found)));
      document.body.style.background = '#00aa44'; }</script>`,
    ),
};
