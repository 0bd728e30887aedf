/**
 * Runs in the main world before the page's scripts. Makes `toBlob` encode the canvas at once: Chromium encodes in idle
 * periods, and on an overloaded machine there may be none between frames that are issued one by one.
 */
export function encodeCanvasesAtOnce(): void {
  const canvas = HTMLCanvasElement.prototype;
  const described = Object.getOwnPropertyDescriptor(canvas, 'toBlob');
  if (described === undefined) return;
  const { toBlob, toDataURL } = canvas;
  // Pages replace these globals.
  const { Blob: NativeBlob, setTimeout: later, atob: decode } = window;
  const read = (url: string): Blob | null => {
    const start = url.indexOf(',') + 1;
    // A canvas without pixels has no data.
    if (start === url.length) return null;
    const text = decode(url.slice(start));
    const bytes = new Uint8Array(text.length);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = text.charCodeAt(index);
    return new NativeBlob([bytes], { type: url.slice('data:'.length, url.indexOf(';')) });
  };
  const value: unknown = new Proxy(toBlob, {
    apply(method, self: HTMLCanvasElement, args: Parameters<typeof toBlob>) {
      const [callback, type, quality] = args;
      if (typeof callback !== 'function') return Reflect.apply(method, self, args);
      const url = Reflect.apply(toDataURL, self, [type, quality]);
      later(() => callback(read(url)), 0);
      return undefined;
    },
  });
  Object.defineProperty(canvas, 'toBlob', { ...described, value });
}

/**
 * Runs in the main world before the page's scripts. Requests frames while `convertToBlob` encodes: Chromium encodes in idle
 * periods, and an image that it has begun in one waits for the next, of which there may be none without frames.
 */
export function requestFramesWhileEncoding(): void {
  const canvas = OffscreenCanvas.prototype;
  const described = Object.getOwnPropertyDescriptor(canvas, 'convertToBlob');
  if (described === undefined) return;
  const { convertToBlob } = canvas;
  // Pages replace these globals.
  const { requestAnimationFrame: onFrame } = window;
  const { then } = Promise.prototype;
  const value: unknown = new Proxy(convertToBlob, {
    apply(method, self: OffscreenCanvas, args: Parameters<typeof convertToBlob>) {
      const encoding: Promise<Blob> = Reflect.apply(method, self, args);
      let isEncoding = true;
      const end = (): void => {
        isEncoding = false;
      };
      const requestFrame = (): void => {
        if (isEncoding) onFrame(requestFrame);
      };
      const followEncoding = (): unknown => Reflect.apply(then, encoding, [end, end]);
      followEncoding();
      requestFrame();
      return encoding;
    },
  });
  Object.defineProperty(canvas, 'convertToBlob', { ...described, value });
}
