import { expect, test } from 'vitest';
import { useEngine } from './engine-fixture.ts';
import { rgb } from './pixels.ts';

const fixture = useEngine();
const [red, green] = [rgb('#cc2222'), rgb('#2a9d3f')];

/** Captures a red page whose script turns it green by `done()`. */
function renderScript(script: string) {
  const html = `<!doctype html><style>html{background:#cc2222}</style><script>
    const done = () => { document.documentElement.style.background = '#2a9d3f'; };
    ${script}</script>`;
  return fixture.render('/', { source: { kind: 'html', html } });
}

const openDatabase = `const opening = indexedDB.open('data', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
  const read = (then) => {
    opening.result.transaction('rows').objectStore('rows').get('row').onsuccess = then;
  };`;

test('the report names tasks as something that the image waited for', async () => {
  const { at, result } = await renderScript(`${openDatabase}
    let count = 0;
    const next = () => { count += 1; if (count < 100) read(next); else done(); };
    opening.onsuccess = () => setTimeout(next, 200);`);
  expect(at(100, 100)).toEqual(green);
  const kinds = result.report.waiting.requests.map(({ kind }) => kind);
  expect(kinds).toContain('task');
});

test('a page that never stops reading its database is captured while it does', async () => {
  const { at, result } = await renderScript(`${openDatabase}
    const next = () => read(next);
    opening.onsuccess = next; setTimeout(done, 100);`);
  expect(at(100, 100)).toEqual(green);
  expect(result.report.waiting.underWay.map(({ kind }) => kind)).toEqual(['task']);
});

test('a page whose errors are no longer collected is not waited for because of its tasks', async () => {
  const { result } = await renderScript(`${openDatabase}
    const next = () => read(next);
    opening.onsuccess = next; setTimeout(() => {
      for (let count = 0; count < 30; count += 1) console.error('error ' + count); }, 100);`);
  expect(result.report.consoleErrors).toHaveLength(20);
  expect(result.report.waiting.underWay).toEqual([]);
});

test('a page cannot see that its tasks are reported, and rejections stay its own', async () => {
  const { at } = await renderScript(`
    const names = Object.getOwnPropertyNames(globalThis).filter((name) => /shotwright/i.test(name));
    const isNative = [indexedDB.open, createImageBitmap, Blob.prototype.text].every((method) =>
      /\\[native code\\]/.test(Function.prototype.toString.call(method)));
    addEventListener('unhandledrejection', ({ reason }) => {
      if (names.length === 0 && isNative && reason.name === 'InvalidStateError') done(); });
    createImageBitmap(new Blob(['no image']));`);
  expect(at(100, 100)).toEqual(green);
  expect(red).not.toEqual(green);
});

test('a canvas gives its file, or none if it has no pixels, and refuses what the browser refuses', async () => {
  const { at } = await renderScript(`(async () => {
    const canvas = document.createElement('canvas');
    const blobOf = (...args) => new Promise((resolve) => canvas.toBlob(resolve, ...args));
    const jpeg = await blobOf('image/jpeg', 0.5);
    const { length } = atob(canvas.toDataURL('image/jpeg', 0.5).split(',')[1]);
    const png = await createImageBitmap(await blobOf());
    canvas.width = 0;
    const none = await blobOf();
    const refused = await new Promise((resolve) => { try { canvas.toBlob(); } catch (error) { resolve(error.name); } });
    const isRight = jpeg.type === 'image/jpeg' && jpeg.size === length && png.width === 300;
    if (isRight && none === null && refused === 'TypeError') done();
  })();`);
  expect(at(100, 100)).toEqual(green);
});
