import { area, blue, documentOf, green, red, white, type Pattern } from '../pattern.ts';
import { onlyRows, rowColor, rowProbes, rows } from '../full-page-pages.ts';
import { both, boxInView, boxStyle } from './site-pages.ts';

const greenPage = documentOf(boxStyle, '<div id="box"></div>');
const redPage = (head: string, body = ''): string =>
  documentOf(`<style>html{background:${red}}</style>${head}`, body);
const svg = (heightPx: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="${heightPx}"><rect width="1280" height="${heightPx}" fill="${green}"/></svg>`;

/** Documents of other types, modes and ways of arriving. */
export const documents: readonly Pattern[] = [
  {
    name: 'redirect-by-script-after-500-ms',
    page: redPage('', `<script>setTimeout(() => { location.href = 'next.html'; }, 500)</script>`),
    routes: { 'next.html': { delayMs: 300, body: greenPage } },
    ...both(boxInView),
  },
  {
    name: 'redirect-by-script-after-2-s',
    page: redPage('', `<script>setTimeout(() => location.replace('next.html'), 2000)</script>`),
    routes: { 'next.html': { body: greenPage } },
    ...both(boxInView),
  },
  {
    name: 'redirect-by-refresh-after-1-s',
    page: redPage('<meta http-equiv="refresh" content="1;url=next.html">'),
    routes: { 'next.html': { body: greenPage } },
    ...both(boxInView),
  },
  {
    name: 'redirect-by-refresh-after-2-s-without-scripts',
    page: redPage('<meta http-equiv="refresh" content="2; url=next.html">', '<p>Please wait</p>'),
    routes: { 'next.html': { body: greenPage } },
    viewport: boxInView,
  },
  {
    name: 'redirect-by-a-form',
    page: redPage(
      '',
      `<form method="post" action="next.html"><input name="a" value="b"></form><script>addEventListener('load', () => setTimeout(() => document.forms[0].submit(), 200))</script>`,
    ),
    routes: { 'next.html': { delayMs: 500, body: greenPage } },
    viewport: boxInView,
  },
  {
    name: 'document-written-anew-after-a-fetch',
    page: redPage(
      '',
      `<script>addEventListener('load', async () => { const html = await (await fetch('next.html')).text(); document.open(); document.write(html); document.close(); })</script>`,
    ),
    routes: {
      'next.html': {
        delayMs: 500,
        body: documentOf(
          boxStyle,
          `<script>setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<div id="box"></div>'); }, 800)</script>`,
        ),
      },
    },
    ...both(boxInView),
  },
  {
    name: 'base-address-of-another-folder',
    page: documentOf(
      `<base href="assets/">${boxStyle}<link rel="stylesheet" href="a.css">`,
      '<div id="box" style="background:url(x.svg)"></div><script src="a.js"></script>',
    ),
    routes: {
      'assets/a.css': { body: '#box{opacity:0}' },
      'assets/a.js': {
        body: "fetch('data').then(() => { document.querySelector('#box').style.opacity = 1; })",
      },
      'assets/data': { delayMs: 300 },
      'assets/x.svg': { delayMs: 400, body: svg(800) },
    },
    viewport: boxInView,
  },
  {
    name: 'quirks-mode-with-a-full-height-table',
    page: `<html><head><style>body{margin:0}</style></head><body bgcolor="white"><table width="100%" height="100%" cellspacing="0" cellpadding="0"><tr><td bgcolor="${blue}" height="100"><font color="${blue}">A page of old</font></td></tr><tr><td bgcolor="${green}"></td></tr></table></body></html>`,
    viewport: { probes: [area(blue, [400, 40, 870, 50]), area(green, [10, 110, 1260, 680])] },
    fullPage: {
      heightPx: 800,
      probes: [area(blue, [400, 40, 870, 50]), area(green, [10, 110, 1260, 680])],
    },
  },
  {
    name: 'quirks-mode-tall-page',
    page: `<html><head><style>body{margin:0}#hero{height:100%;background:${green}}</style></head><body><div id="hero">Old</div>${rows({ count: 20, heightPx: 100 })}<script>document.title = 'x'</script></body></html>`,
    fullPage: {
      heightPx: 2800,
      probes: [
        area(green, [10, 40, 1260, 740]),
        ...rowProbes({ count: 20, heightPx: 100, topPx: 800 }),
      ],
    },
  },
  {
    name: 'frames-of-a-frameset',
    page: `<html><frameset cols="300,*" border="0" frameborder="0" framespacing="0"><frame src="menu.html"><frame src="main.html"></frameset></html>`,
    routes: {
      'menu.html': { body: `<body bgcolor="${blue}">menu</body>` },
      'main.html': {
        delayMs: 300,
        body: `<body bgcolor="${red}"><script>setTimeout(() => { document.body.bgColor = '${green}'; }, 700)</script></body>`,
      },
    },
    viewport: { probes: [area(blue, [10, 40, 280, 750]), area(green, [310, 40, 960, 750])] },
    fullPage: { probes: [area(blue, [10, 40, 280, 750]), area(green, [310, 40, 960, 750])] },
  },
  {
    name: 'document-in-xhtml',
    page: '',
    routes: {
      '': {
        type: 'application/xhtml+xml',
        body: `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title><style>body{margin:0}#box{position:absolute;left:100px;top:100px;width:400px;height:300px;background:${red}}</style></head><body><div id="box"/><p>Text</p><div style="height:2000px"/><script>setTimeout(function () { document.getElementById('box').style.background = '${green}'; }, 900)</script></body></html>`,
      },
    },
    viewport: boxInView,
    fullPage: { minHeightPx: 2000, probes: boxInView.probes },
  },
  {
    name: 'document-in-svg-with-a-script',
    page: '',
    routes: {
      '': {
        type: 'image/svg+xml',
        body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 800" width="1280" height="800"><rect id="r" width="1280" height="800" fill="${red}"/><text x="10" y="20">A drawing</text><script>setTimeout(function () { document.getElementById('r').setAttribute('fill', '${green}'); }, 800)</script></svg>`,
      },
    },
    viewport: { probes: [area(green, [10, 40, 1260, 740])] },
    fullPage: { heightPx: 800, probes: [area(green, [10, 40, 1260, 740])] },
  },
  {
    name: 'tall-document-in-svg',
    page: '',
    routes: { '': { type: 'image/svg+xml', body: svg(2400) } },
    viewport: { probes: [area(green, [10, 10, 1200, 780])] },
    fullPage: { heightPx: 2400, probes: [area(green, [10, 10, 1260, 2380])] },
  },
  {
    name: 'document-of-an-image',
    page: '',
    query: '../../color/2a9d3f.png',
    viewport: { probes: [area(green, [633, 393, 14, 14])] },
    fullPage: { heightPx: 800, probes: [area(green, [633, 393, 14, 14])] },
  },
  {
    name: 'document-of-long-text',
    page: '',
    routes: { '': { type: 'text/plain', body: 'A line of text\n'.repeat(200) } },
    viewport: { heightPx: 800, probes: [area(white, [600, 10, 600, 780])] },
    fullPage: { minHeightPx: 2500, probes: [area(white, [600, 10, 600, 2400])] },
  },
  {
    name: 'document-of-json',
    page: '',
    routes: {
      '': {
        type: 'application/json',
        body: JSON.stringify(
          Array.from({ length: 3000 }, (_, id) => ({ id })),
          null,
          2,
        ),
      },
    },
    viewport: { heightPx: 800, probes: [area(white, [1000, 10, 200, 780])] },
    fullPage: { minHeightPx: 5000, probes: [area(white, [1000, 10, 200, 4900])] },
  },
  {
    name: 'page-of-an-error-with-late-content',
    page: '',
    routes: {
      '': {
        status: 404,
        type: 'text/html',
        body: documentOf(
          boxStyle,
          `<script>setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<div id="box"></div>'); }, 1200)</script>`,
        ),
      },
    },
    viewport: boxInView,
  },
  {
    name: 'page-with-a-script-error',
    page: documentOf(
      boxStyle,
      `<script>setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<div id="box"></div>'); }, 700); undefined.x</script><script>Promise.reject(new Error('x')); throw new Error('y')</script>`,
    ),
    viewport: boxInView,
  },
  {
    name: 'page-with-dead-images-and-scripts',
    page: documentOf(
      boxStyle,
      `<div id="box"></div><img src="http://127.0.0.1:1/x.png" style="position:absolute;left:2000px"><script src="gone.js"></script><link rel="stylesheet" href="gone.css">`,
    ),
    viewport: boxInView,
  },
  {
    name: 'page-whose-own-root-is-transformed',
    page: documentOf(
      `<style>html{transform:translateZ(0)}body{will-change:transform}</style>`,
      rows({ count: 20, heightPx: 100 }),
    ),
    fullPage: onlyRows({ count: 20, heightPx: 100 }),
  },
  {
    name: 'page-at-a-zoom-of-its-own',
    page: documentOf(
      '<style>html{zoom:0.5}</style>',
      `${rows({ count: 40, heightPx: 100 })}<script>document.title = 'x'</script>`,
    ),
    fullPage: onlyRows({ count: 40, heightPx: 50 }),
  },
  {
    name: 'page-in-vertical-writing',
    page: documentOf(
      `<style>html{writing-mode:vertical-rl}i{display:block;width:100px;height:600px;background:${green}}</style>`,
      '<i></i><i></i><i></i>',
    ),
    viewport: { probes: [area(green, [990, 10, 280, 580])] },
    fullPage: { probes: [area(green, [990, 10, 280, 580])] },
  },
  {
    name: 'lazy-frames-of-the-same-site',
    page: documentOf(
      '<style>iframe{display:block;border:0;width:100%;height:500px}</style>',
      Array.from(
        { length: 6 },
        (_, row) => `<iframe loading="lazy" src="frame.html?${rowColor(row).slice(1)}"></iframe>`,
      ).join(''),
    ),
    routes: {
      'frame.html': {
        delayMs: 200,
        body: `<!doctype html><script>fetch('part').then(() => setTimeout(() => { document.documentElement.style.background = '#' + location.search.slice(1); }, 500))</script>`,
      },
      part: { delayMs: 300 },
    },
    fullPage: onlyRows({ count: 6, heightPx: 500 }),
  },
  {
    name: 'frame-that-grows-by-messages',
    page: documentOf(
      '<style>iframe{display:block;border:0;width:100%;height:150px}</style>',
      `<iframe src="{{other}}/frame.html"></iframe><div style="height:800px;background:${blue}"></div><script>addEventListener('message', ({ data }) => { document.querySelector('iframe').style.height = data + 'px'; })</script>`,
    ),
    routes: {
      'frame.html': {
        delayMs: 300,
        body: `<!doctype html><style>html{background:${green}}body{margin:0}</style><script>const say = () => parent.postMessage(document.documentElement.offsetHeight, '*'); setTimeout(() => { document.body.innerHTML = '<div style="height:1200px"></div>'; say(); }, 900); addEventListener('resize', say);</script>`,
      },
    },
    fullPage: {
      heightPx: 2000,
      probes: [area(green, [10, 10, 1260, 1180]), area(blue, [10, 1210, 1260, 780])],
    },
  },
];
