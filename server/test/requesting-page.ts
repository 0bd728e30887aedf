/** Returns the URL for one kind of request; `kind` is unique on a page. */
export type UrlOf = (kind: string) => string;

type Markup = (url: string) => string;

/** Markup by name that makes a browser send a request. */
const elements: Readonly<Record<string, Markup>> = {
  img: (url) => `<img src="${url}">`,
  srcset: (url) => `<img srcset="${url} 2x, ${url} 1x">`,
  pictureelement: (url) => `<picture><source srcset="${url}"><img></picture>`,
  style: (url) => `<link rel="stylesheet" href="${url}">`,
  script: (url) => `<script src="${url}"></script>`,
  module: (url) => `<script type="module" src="${url}"></script>`,
  preload: (url) => `<link rel="preload" as="script" href="${url}">`,
  modulepreload: (url) => `<link rel="modulepreload" href="${url}">`,
  prefetch: (url) => `<link rel="prefetch" href="${url}">`,
  prerender: (url) => `<link rel="prerender" href="${url}">`,
  preconnect: (url) =>
    `<link rel="preconnect" href="${url}"><link rel="dns-prefetch" href="${url}">`,
  icon: (url) => `<link rel="icon" href="${url}">`,
  manifest: (url) => `<link rel="manifest" href="${url}">`,
  speculation: (url) =>
    `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${url}"]}],"prerender":[{"source":"list","urls":["${url}"]}]}</script>`,
  iframe: (url) => `<iframe src="${url}"></iframe>`,
  object: (url) => `<object data="${url}"></object>`,
  embed: (url) => `<embed src="${url}">`,
  video: (url) => `<video src="${url}" preload="auto" autoplay muted></video>`,
  poster: (url) => `<video poster="${url}"></video>`,
  audio: (url) => `<audio src="${url}" preload="auto"></audio>`,
  track: (url) => `<video src="data:video/mp4," crossorigin><track default src="${url}"></video>`,
  input: (url) => `<input type="image" src="${url}">`,
  background: (url) => `<table background="${url}"><td>cell</table>`,
  svgimage: (url) => `<svg><image href="${url}" width="9" height="9"/></svg>`,
  svguse: (url) => `<svg><use href="${url}#a"/></svg>`,
  import: (url) => `<style>@import url("${url}");</style>`,
  cssurl: (url) => `<p style="background:url('${url}')">text</p>`,
  font: (url) =>
    `<style>@font-face{font-family:f${hash(url)};src:url("${url}")}</style><p style="font-family:f${hash(url)}">text</p>`,
  mask: (url) => `<p style="mask-image:url('${url}')">text</p>`,
  nestedframe: (url) => `<iframe srcdoc="<iframe src='${url}'></iframe>"></iframe>`,
};

/** Script code by name that sends a request. */
const calls: Readonly<Record<string, Markup>> = {
  fetch: (url) => `fetch('${url}', { mode: 'no-cors' }).catch(() => 0)`,
  keepalive: (url) => `fetch('${url}', { mode: 'no-cors', keepalive: true }).catch(() => 0)`,
  xhr: (url) => `const x = new XMLHttpRequest(); x.open('GET', '${url}'); x.send()`,
  syncxhr: (url) => `const x = new XMLHttpRequest(); x.open('GET', '${url}', false); x.send()`,
  beacon: (url) => `navigator.sendBeacon('${url}', 'x')`,
  eventsource: (url) => `new EventSource('${url}')`,
  websocket: (url) => `new WebSocket('${url.replace(/^http/, 'ws')}')`,
  worker: (url) =>
    `new Worker(URL.createObjectURL(new Blob(["try { importScripts('${url}') } catch {} fetch('${url}', { mode: 'no-cors' })"])))`,
  sharedworker: (url) =>
    `new SharedWorker(URL.createObjectURL(new Blob(["fetch('${url}', { mode: 'no-cors' })"])))`,
  dynamicimport: (url) => `import('${url}').catch(() => 0)`,
  image: (url) => `new Image().src = '${url}'`,
  post: (url) =>
    `document.body.insertAdjacentHTML('beforeend', '<iframe name="to-${hash(url)}"></iframe><form method="post" target="to-${hash(url)}" action="${url}"></form>'); document.forms[document.forms.length - 1].submit()`,
  ping: (url) =>
    `document.body.insertAdjacentHTML('beforeend', '<a href="#here" ping="${url}">x</a>'); document.links[document.links.length - 1].click()`,
  popup: (url) => `open('${url}')`,
  webrtc: (url) =>
    `const { hostname: h, port: p } = new URL('${url}'); const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + h + ':' + p }, { urls: 'turn:' + h + ':' + p + '?transport=tcp', username: 'a', credential: 'b' }] }); c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o))`,
  webtransport: (url) =>
    `new WebTransport('${url.replace(/^http:/, 'https:')}').ready.catch(() => 0)`,
};

/** All kinds of requests. */
export const requestKinds: readonly string[] = [...Object.keys(elements), ...Object.keys(calls)];

/** Returns a green page that sends every kind of request to a URL of each function. */
export function requestingPage(urls: readonly UrlOf[]): string {
  const of = (kinds: Readonly<Record<string, Markup>>): string[] =>
    Object.entries(kinds).flatMap(([kind, write]) => urls.map((urlOf) => write(urlOf(kind))));
  const script = of(calls)
    .map((call) => `(() => { try { ${call} } catch {} })();`)
    .join('\n');
  return `<!doctype html><meta charset="utf-8"><style>body{margin:0;background:#00aa44}</style><body>${of(elements).join('\n')}<script>${script}</script>`;
}

/** Returns a name for CSS and frames, derived from a URL. */
function hash(text: string): string {
  return Buffer.from(text).toString('hex').slice(-40);
}
