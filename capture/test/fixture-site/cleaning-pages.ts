import { documentOf, type PageOf } from './html.ts';

const box = (id: string, color: string, more = '') =>
  `<div id="${id}" class="box" style="background:${color};${more}"></div>`;
const base = '<style>body{margin:0;background:#ffffff} .box{width:300px;height:100px}</style>';

/** Pages whose parts a capture hides, deletes, covers, clicks or blocks. */
export const cleaningPages: Readonly<Record<string, PageOf>> = {
  '/parts': () =>
    documentOf(
      base,
      `${box('first', '#ff0000')}${box('second', '#00aa44')}${box('third', '#0044aa')}
      <div id="host"></div><script>
      host.attachShadow({ mode: 'open' }).innerHTML = '<p id="inner" style="margin:0;width:300px;height:100px;background:#aa00aa"></p>';
      onload = () => setTimeout(() => {
        document.body.insertAdjacentHTML('afterbegin', '<div class="box late" style="background:#ff0000"></div>');
      }, 300);</script>`,
    ),
  '/policy-parts': () =>
    documentOf(
      `<meta http-equiv="Content-Security-Policy" content="style-src 'none'; script-src 'none'">`,
      '<table bgcolor="#ff0000" width="300" height="100" id="first"><tr><td></td></tr></table>',
    ),
  '/above-all': () =>
    documentOf(
      `${base}<style>body{height:3000px}</style>`,
      `${box('bar', '#ff0000', 'position:fixed;top:0;left:0;z-index:2147483647')}
      <dialog id="modal" style="margin:0;padding:0;border:0;top:200px;width:300px;height:100px;background:#ff0000"></dialog>
      <div id="low" class="box" style="position:absolute;top:2000px;background:#ff0000"></div>
      <script>modal.showModal()</script>`,
    ),
  '/clickable': () =>
    documentOf(
      base,
      `<div style="height:2000px"></div><button id="button" style="width:200px;height:50px">go</button>
      <a id="link" href="/green">leave</a><script>
      button.onclick = ({ isTrusted }) => fetch('/poll.json?clicked=' + isTrusted).then(() => {
        document.body.innerHTML = '<div class="box" style="background:#00aa44"></div>';
      });</script>`,
    ),
  '/many-kinds': (url) =>
    documentOf(
      `<link rel="stylesheet" href="/kinds.css?kind=stylesheet"><link rel="manifest" href="/poll.json?kind=manifest">`,
      `<img src="/color/00aa44.png?kind=image"><img src="${url.searchParams.get('other') ?? ''}/color/00aa44.png?kind=other-image">
      <iframe src="${url.searchParams.get('other') ?? ''}/many-kinds-frame"></iframe>
      <script src="/kinds.js?kind=script"></script>
      <script>navigator.sendBeacon('/poll.json?kind=ping');
      fetch('/poll.json?kind=fetch').catch(() => 0);
      new WebSocket(origin.replace('http', 'ws') + '/socket?kind=websocket').onopen = ({ target }) => target.close();
      new Worker(URL.createObjectURL(new Blob(["fetch('" + origin + "/poll.json?kind=worker-fetch').catch(() => 0).then(close)"])));
      </script>`,
    ),
  '/with-ads': (url) => {
    const other = url.searchParams.get('other') ?? '';
    return documentOf(
      `${base}<style>body{background:#0044aa}</style>`,
      `${box('own', '#00aa44')}<ins class="adsbygoogle box" style="display:block;background:#ff0000"></ins>
      <iframe src="${other}/ad-frame?ad=frame" id="frame" style="display:block;border:0;width:300px;height:200px"></iframe>
      ${box('last', '#aa00aa')}
      ${[1, 2, 3].map((at) => `<img src="${other}/color/ff0000.png?ad=${at}">`).join('')}
      <script src="${other}/kinds.js?ad=script"></script>
      <script>fetch('${other}/poll.json?ad=fetch').catch(() => 0);
      // The document of a frame is null unless it is the empty first one.
      onload = () => frame.contentDocument === null && console.error('The frame shows a document.');
      </script>`,
    );
  },
  '/ad-frame': () => documentOf('', '<body style="background:#ff0000">'),
  '/many-kinds-frame': () =>
    documentOf('', `<img src="/color/00aa44.png?kind=frame-image"><p>frame</p>`),
};
