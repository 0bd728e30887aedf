import { gzipSync } from 'node:zlib';
import { documentOf, green, red, type Pattern } from '../pattern.ts';
import { boxInView, fillsCards, redBox } from './site-pages.ts';
import { workers } from './workers.patterns.ts';

/** Runs a call of the browser `count` times, one after the other. */
const series = (count: number, call: string): string =>
  `for (let i = 0; i < ${count}; i += 1) { ${call} } fillAll();`;

/** Content that waits for calls which the browser answers from outside the thread of the page. */
const browserCalls: readonly Pattern[] = [
  fillsCards('locks-in-a-series', {
    count: 3,
    script: series(40, `await navigator.locks.request('part', async () => undefined);`),
  }),
  fillsCards('files-of-the-origin', {
    count: 3,
    script: `const folder = await navigator.storage.getDirectory();
      for (let i = 0; i < 10; i += 1) {
        const file = await folder.getFileHandle('part' + i, { create: true });
        const writable = await file.createWritable(); await writable.write('part'); await writable.close();
        await (await file.getFile()).text(); }
      fillAll();`,
  }),
  fillsCards('cookies-in-a-series', {
    count: 3,
    script: series(40, `await cookieStore.set('part', String(i)); await cookieStore.get('part');`),
  }),
  fillsCards('storage-estimates-in-a-series', {
    count: 3,
    script: series(40, `await navigator.storage.estimate(); await navigator.storage.persisted();`),
  }),
  fillsCards('permissions-in-a-series', {
    count: 3,
    script: series(40, `await navigator.permissions.query({ name: 'geolocation' });`),
  }),
  fillsCards('client-hints-in-a-series', {
    count: 3,
    script: series(40, `await navigator.userAgentData?.getHighEntropyValues(['platformVersion']);`),
  }),
  fillsCards('devices-of-media', {
    count: 3,
    script: series(
      10,
      `await navigator.mediaDevices.enumerateDevices(); await navigator.mediaCapabilities.decodingInfo({ type: 'file', video: { contentType: 'video/webm;codecs=vp8', width: 800, height: 600, bitrate: 10000, framerate: 30 } });`,
    ),
  }),
  fillsCards('keyboards-and-cameras-in-a-series', {
    count: 3,
    script: series(
      30,
      `await navigator.keyboard.getLayoutMap(); await navigator.mediaDevices.getUserMedia({ video: true }).catch(() => undefined); await navigator.requestMIDIAccess().catch(() => undefined);`,
    ),
  }),
  fillsCards('payments-in-a-series', {
    count: 3,
    script: series(
      150,
      `const total = { label: 'Total', amount: { currency: 'EUR', value: '1' } };
      await new PaymentRequest([{ supportedMethods: 'https://pay.example/' }], { total }).canMakePayment().catch(() => undefined);`,
    ),
  }),
  fillsCards('compression-of-streams', {
    count: 3,
    script: `const text = 'part of the page '.repeat(200000);
      for (let i = 0; i < 5; i += 1) {
        const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
        await new Response(packed.pipeThrough(new DecompressionStream('gzip'))).text(); }
      fillAll();`,
  }),
  fillsCards('packed-data', {
    count: 3,
    script: `const { body } = await fetch('data.bin');
      const text = await new Response(body.pipeThrough(new DecompressionStream('gzip'))).text();
      if (text.length === 4000000) fillAll();`,
    routes: { 'data.bin': { delayMs: 300, body: gzipSync('data'.repeat(1_000_000)) } },
  }),
  fillsCards('reader-of-files', {
    count: 3,
    script: `const blob = new Blob(['part'.repeat(1000000)]);
      for (let i = 0; i < 10; i += 1) await new Promise((resolve) => {
        const reader = new FileReader(); reader.onload = resolve; reader.readAsDataURL(blob); });
      fillAll();`,
  }),
  fillsCards('images-decoded-before-they-are-shown', {
    count: 3,
    script: `for (let i = 0; i < 3; i += 1) { const image = new Image(); image.src = '/color/2a9d3f.png?ms=300&i=' + i;
      await image.decode(); fill(i); }`,
  }),
  fillsCards('font-that-is-missing', {
    count: 3,
    script: `await new FontFace('brand', 'url(brand.woff2)').load().catch(() => undefined); fillAll();`,
    routes: { 'brand.woff2': { delayMs: 700, status: 404 } },
  }),
  fillsCards('sound-rendered-ahead', {
    count: 3,
    script: `const sound = new OfflineAudioContext(2, 44100 * 60, 44100); const tone = sound.createOscillator();
      tone.connect(sound.destination); tone.start(); await sound.startRendering(); fillAll();`,
  }),
  fillsCards('stream-of-a-blob', {
    count: 3,
    script: `const reader = new Blob(['part'.repeat(500000)]).stream().getReader(); let size = 0;
      for (;;) { const { done, value } = await reader.read(); if (done) break; size += value.length; }
      if (size === 2000000) fillAll();`,
  }),
  fillsCards('request-of-a-blob-address', {
    count: 3,
    script: `const address = URL.createObjectURL(new Blob(['part'.repeat(500000)]));
      for (let i = 0; i < 5; i += 1) await get(address); fillAll();`,
  }),
  fillsCards('keys-generated-for-signatures', {
    count: 3,
    script: `const kind = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };
      await crypto.subtle.generateKey(kind, true, ['sign', 'verify']); fillAll();`,
  }),
];

/** Content in files that no script of the page asks for, or that modules import. */
const files: readonly Pattern[] = [
  {
    name: 'symbol-of-another-file',
    page: documentOf(
      '',
      `<svg style="position:absolute;left:100px;top:100px" width="400" height="300"><rect width="400" height="300" fill="${red}"/><use href="sprite.svg#box"/></svg>`,
    ),
    routes: {
      'sprite.svg': {
        delayMs: 900,
        body: `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="box"><rect width="400" height="300" fill="${green}"/></symbol></svg>`,
      },
    },
    viewport: boxInView,
  },
  {
    name: 'mask-of-another-file',
    page: documentOf(
      redBox,
      `<div id="box"><div style="height:300px;background:${green};mask-image:url(mask.svg)"></div></div>`,
    ),
    routes: {
      'mask.svg': {
        delayMs: 900,
        body: `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300"/></svg>`,
      },
    },
    viewport: boxInView,
  },
  {
    name: 'image-set-before-an-element',
    page: documentOf(
      `${redBox}<style>#box::before{content:"";display:block;height:300px;background:image-set("/color/2a9d3f.png?ms=900" 1x)}</style>`,
      '<div id="box"></div>',
    ),
    viewport: boxInView,
  },
  {
    name: 'modules-of-styles-and-data',
    page: documentOf(
      redBox,
      `<div id="box"></div><script type="module">
        import data from './data.json' with { type: 'json' };
        import sheet from './box.css' with { type: 'css' };
        if (data.isReady) document.adoptedStyleSheets.push(sheet);</script>`,
    ),
    routes: {
      'data.json': { delayMs: 500, body: '{"isReady":true}' },
      'box.css': { delayMs: 900, body: `#box{background:${green}!important}` },
    },
    viewport: boxInView,
  },
  {
    name: 'style-that-an-element-starts-with',
    page: documentOf(
      `${redBox}<style>#box{background:${green};transition:background 1s}@starting-style{#box{background:${red}}}</style>`,
      '<div id="box"></div>',
    ),
    viewport: boxInView,
  },
  {
    name: 'animations-started-by-the-end-of-others',
    page: documentOf(
      `${redBox}<style>@keyframes turn{to{transform:rotate(360deg)}}.turn{animation:turn .5s}</style>`,
      `<div id="box" class="turn"></div><script>
        const box = document.querySelector('#box'); let turns = 0;
        box.addEventListener('animationend', async () => { turns += 1; box.className = ''; void box.offsetWidth;
          if (turns < 3) requestAnimationFrame(() => { box.className = 'turn'; });
          else { await box.animate({ opacity: [1, 0.2, 1] }, 400).finished; box.style.background = '${green}'; } });</script>`,
    ),
    viewport: boxInView,
  },
  {
    name: 'declared-shadow-tree-with-a-late-style',
    page: documentOf(
      '',
      `<x-box><template shadowrootmode="open"><link rel="stylesheet" href="box.css"><div id="box"></div></template></x-box>`,
    ),
    routes: {
      'box.css': {
        delayMs: 900,
        body: `#box{position:absolute;left:100px;top:100px;width:400px;height:300px;background:${green}}`,
      },
    },
    viewport: boxInView,
  },
  {
    name: 'canvas-drawn-by-the-graphics-library',
    page: documentOf(
      redBox,
      `<canvas id="box" width="400" height="300"></canvas><script>
        const gl = document.querySelector('canvas').getContext('webgl2');
        if (gl === null) document.querySelector('#box').style.background = '${green}';
        else fetch('data').then(() => { const draw = () => { gl.clearColor(42 / 255, 157 / 255, 63 / 255, 1); gl.clear(gl.COLOR_BUFFER_BIT); requestAnimationFrame(draw); }; draw(); });</script>`,
    ),
    routes: { data: { delayMs: 400 } },
    viewport: boxInView,
  },
  {
    name: 'frame-of-a-document-in-an-attribute',
    page: documentOf(
      redBox,
      `<div id="box"></div><script>addEventListener('message', ({ data, source }) => {
          if (data === 'ready') source.postMessage('draw', '*'); if (data === 'drawn') document.querySelector('#box').style.background = '${green}'; });</script>
        <iframe sandbox="allow-scripts" style="display:none" srcdoc="<script>onmessage = async ({ data }) => { if (data === 'draw') { await fetch('data', { mode: 'no-cors' }).catch(() => 0); setTimeout(() => parent.postMessage('drawn', '*'), 400); } }; parent.postMessage('ready', '*')</script>"></iframe>`,
    ),
    routes: { data: { delayMs: 400 } },
    viewport: boxInView,
  },
  {
    name: 'route-that-is-navigated-to',
    page: documentOf(
      redBox,
      `<div id="box"></div><script>
        navigation.addEventListener('navigate', (event) => event.intercept({ handler: async () => {
          await fetch('data'); document.querySelector('#box').style.background = '${green}'; } }));
        addEventListener('load', () => setTimeout(() => navigation.navigate('?route=home'), 200));</script>`,
    ),
    routes: { data: { delayMs: 600 } },
    viewport: boxInView,
  },
];

/** Pages that use what browsers offer besides requests and timers. */
export const platform: readonly Pattern[] = [...browserCalls, ...workers, ...files];
