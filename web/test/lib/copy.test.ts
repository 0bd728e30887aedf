import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyImage } from '../../src/lib/copy.ts';
import { toastTexts } from '../app.tsx';
import { fakeServer } from '../fake-api.ts';

let written: Blob | undefined;

beforeEach(() => {
  written = undefined;
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal(
    'ClipboardItem',
    class {
      readonly data: Record<string, Promise<Blob>>;
      constructor(data: Record<string, Promise<Blob>>) {
        this.data = data;
      }
    },
  );
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: {
      write: async ([item]: { data: Record<string, Promise<Blob>> }[]) => {
        written = await item?.data['image/png'];
      },
    },
  });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
});

test('[FM-22] [PG-27] an image is written to the clipboard as PNG', async () => {
  fakeServer.use(
    http.get('*/images/1.png', () =>
      HttpResponse.arrayBuffer(new ArrayBuffer(3), { headers: { 'content-type': 'image/png' } }),
    ),
  );
  await copyImage('http://localhost/images/1.png');
  expect(toastTexts()).toEqual(['Image copied to clipboard']);
  expect([written?.type, written?.size]).toEqual(['image/png', 3]);
});

test('an error response is not copied as an image', async () => {
  fakeServer.use(
    http.get('*/images/1.png', () =>
      HttpResponse.arrayBuffer(new ArrayBuffer(3), {
        status: 404,
        headers: { 'content-type': 'image/png' },
      }),
    ),
  );
  await copyImage('http://localhost/images/1.png');
  expect(toastTexts()).toEqual(['Error / Failed to copy the image']);
  expect(written).toBeUndefined();
});

test('an image that never arrives is given up after 30 seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  fakeServer.use(http.get('*/images/1.png', () => HttpResponse.arrayBuffer(new ArrayBuffer(3))));
  await copyImage('http://localhost/images/1.png');
  expect(timeout).toHaveBeenCalledWith(30_000);
  expect(toastTexts()).toEqual(['Error / Failed to copy the image']);
});

test('a page without a secure context says why an image cannot be copied', async () => {
  vi.stubGlobal('isSecureContext', false);
  Reflect.deleteProperty(navigator, 'clipboard');
  await copyImage('http://localhost/images/1.png');
  expect(toastTexts()).toEqual([
    'Error / Images can be copied only on https pages. Download the image instead.',
  ]);
});
