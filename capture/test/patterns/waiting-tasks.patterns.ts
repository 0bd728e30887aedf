import type { Pattern } from './pattern.ts';
import { turnsGreen } from './waiting-pages.ts';

/** A worker from a blob URL that computes for `ms` before each reply. */
const busyWorker = (ms: number, replies = 1): string => `(() => {
  const compute = () => { const start = Date.now(); while (Date.now() - start < ${ms}); };
  const script = 'onmessage = ({ data }) => { for (let i = 0; i < ${replies}; i += 1) { (' + compute + ')(); postMessage(data + 1 + i); } }';
  return new Worker(URL.createObjectURL(new Blob([script]))); })()`;

/** Content that waits for work which the browser does outside the thread of the page. */
export const lateTasks: readonly Pattern[] = [
  turnsGreen(
    'indexed-database',
    `await loaded;
    const open = indexedDB.open('data', 1);
    open.onupgradeneeded = () => open.result.createObjectStore('rows');
    open.onsuccess = () => {
      const write = open.result.transaction('rows', 'readwrite'); write.objectStore('rows').put(1, 'row');
      write.oncomplete = async () => { await pause(400);
        open.result.transaction('rows').objectStore('rows').get('row').onsuccess = done; };
    };`,
  ),
  turnsGreen(
    'database-rows',
    `await loaded;
    const open = indexedDB.open('data', 1);
    open.onupgradeneeded = () => open.result.createObjectStore('rows');
    open.onsuccess = () => { let count = 0;
      const next = () => { const rows = open.result.transaction('rows', 'readwrite').objectStore('rows');
        rows.put('row', count); count += 1;
        rows.get(count - 1).onsuccess = count < 200 ? next : done; };
      next(); };`,
  ),
  turnsGreen(
    'cache-storage',
    `await loaded; const cache = await caches.open('parts');
    for (let i = 0; i < 60; i += 1) { await cache.put('part' + i, new Response('part'));
      await (await cache.match('part' + i)).text(); }
    done();`,
  ),
  turnsGreen(
    'cached-bodies',
    `await loaded; const cache = await caches.open('parts');
    await cache.put('part', new Response('x'.repeat(8e6)));
    const responses = await Promise.all(Array.from({ length: 15 }, () => cache.match('part')));
    for (const response of responses) await response.text();
    done();`,
  ),
  turnsGreen(
    'key-derivation',
    `await loaded; const bytes = new TextEncoder().encode('secret');
    const key = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveBits']);
    const kind = { name: 'PBKDF2', hash: 'SHA-512', salt: bytes, iterations: 1_000_000 };
    await crypto.subtle.deriveBits(kind, key, 256); done();`,
  ),
  turnsGreen(
    'canvas-images',
    `await loaded; const canvas = document.createElement('canvas'); canvas.width = canvas.height = 400;
    const context = canvas.getContext('2d'); context.fillRect(0, 0, 200, 400);
    for (let i = 0; i < 9; i += 1) { const blob = await new Promise((resolve) => canvas.toBlob(resolve));
      const image = new Image(); image.src = URL.createObjectURL(blob); await image.decode();
      context.drawImage(image, 1, 1); }
    done();`,
  ),
  turnsGreen(
    'image-bitmap',
    `await loaded; const canvas = new OffscreenCanvas(1200, 1200);
    const context = canvas.getContext('2d');
    for (let i = 0; i < 1200; i += 1) { context.fillStyle = 'hsl(' + i + ' 50% 50%)';
      context.fillRect(i, 0, 1, 1200); }
    const image = await canvas.convertToBlob();
    for (let i = 0; i < 40; i += 1) await createImageBitmap(image);
    done();`,
  ),
  turnsGreen(
    'images-loaded-from-memory',
    `await loaded; const canvas = document.createElement('canvas'); canvas.width = canvas.height = 900;
    const context = canvas.getContext('2d');
    for (let i = 0; i < 20; i += 1) { context.fillRect(i * 10, 0, 4, 800);
      const blob = await new Promise((resolve) => canvas.toBlob(resolve));
      await new Promise((resolve) => { const image = new Image(); image.onload = resolve;
        image.src = URL.createObjectURL(blob); }); }
    done();`,
  ),
  turnsGreen(
    'requests-from-memory',
    `await loaded; const url = URL.createObjectURL(new Blob(['x'.repeat(5e6)]));
    for (let i = 0; i < 30; i += 1) await get(url);
    done();`,
  ),
  turnsGreen(
    'worker-asked-again-and-again',
    `const worker = ${busyWorker(600)};
    worker.onmessage = ({ data }) => { if (data === 5) done(); else worker.postMessage(data); };
    worker.postMessage(0);`,
  ),
  turnsGreen(
    'worker-asked-late-with-several-replies',
    `const worker = ${busyWorker(400, 4)}; await pause(2300);
    worker.onmessage = ({ data }) => { if (data === 4) done(); };
    worker.postMessage(0);`,
  ),
];
