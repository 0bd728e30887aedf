import type { LayoutGlobals } from '../layout.ts';

/** A canvas as the first viewport shows it. */
interface CanvasImage {
  readonly image: HTMLCanvasElement;
  readonly rect: DOMRect;
}

type OwnGlobals = LayoutGlobals & {
  /** Images of the WebGL canvases behind the content. */
  shotwrightCanvasImages?: Map<HTMLCanvasElement, CanvasImage>;
  /** Copies that are shown instead of these canvases. */
  shotwrightCanvasCopies?: Map<HTMLCanvasElement, HTMLCanvasElement>;
};

/**
 * Copies the WebGL canvases among the layers in the next frames, because a canvas can be read only in the frame in which
 * a script renders it. Returns their number.
 */
export function copyCanvases(): number {
  const own = globalThis as OwnGlobals;
  const images = new Map<HTMLCanvasElement, CanvasImage>();
  own.shotwrightCanvasImages = images;
  const isWebGl = (element: HTMLElement): element is HTMLCanvasElement => {
    if (!(element instanceof HTMLCanvasElement) || images.has(element)) return false;
    try {
      return element.getContext('2d') === null;
    } catch {
      return false;
    }
  };
  const contextId = '2d';
  const imageOf = (source: CanvasImageSource, width: number, height: number) => {
    const image = document.createElement('canvas');
    image.width = width;
    image.height = height;
    image.getContext(contextId)?.drawImage(source, 0, 0, width, height);
    return image;
  };
  const isUniform = (image: HTMLCanvasElement): boolean => {
    const [width, height] = [16, 16];
    const context = imageOf(image, width, height).getContext(contextId);
    const bytes = context?.getImageData(0, 0, width, height).data.buffer;
    return new Uint32Array(bytes ?? []).every((pixel, _, pixels) => pixel === pixels[0]);
  };
  const canvases = (own.shotwrightLayers ?? []).filter((element) => isWebGl(element));
  const copy = (): void => {
    for (const canvas of canvases) {
      const { width, height } = canvas;
      if (images.has(canvas) || width * height === 0) continue;
      const image = imageOf(canvas, width, height);
      if (!isUniform(image)) images.set(canvas, { image, rect: canvas.getBoundingClientRect() });
    }
  };
  if (canvases.length === 0) return 0;
  requestAnimationFrame(() => {
    copy();
    requestAnimationFrame(copy);
  });
  return canvases.length;
}

/**
 * Repeats copied canvases along the grown viewport, because a person sees them in each screen. A script renders them for
 * the height of the viewport, and a perspective then makes everything larger.
 */
export function repeatCanvases(): void {
  const own = globalThis as OwnGlobals;
  const { shotwrightLayout: layout, shotwrightCanvasImages: images } = own;
  if (layout === undefined || images === undefined) return;
  // Room around the page is not part of it.
  if (document.documentElement.style.translate !== '') return;
  const maxPx = 16_384;
  const copies = (own.shotwrightCanvasCopies ??= new Map<HTMLCanvasElement, HTMLCanvasElement>());
  for (const [canvas, { image, rect }] of images) {
    const heightPx = Math.round(((innerHeight - rect.top) * image.height) / rect.height);
    const isNew = !copies.has(canvas);
    const copy = copies.get(canvas) ?? canvas.cloneNode();
    if (!(copy instanceof HTMLCanvasElement) || heightPx > maxPx) continue;
    if (isNew ? heightPx <= image.height + 1 : copy.height === heightPx) continue;
    if (isNew) canvas.after(copy);
    Object.assign(copy, { width: image.width, height: heightPx });
    for (let top = 0; top < heightPx; top += image.height)
      copy.getContext('2d')?.drawImage(image, 0, top);
    const isFixed = getComputedStyle(canvas).position === 'fixed';
    const around = isFixed ? undefined : canvas.offsetParent?.getBoundingClientRect();
    const styles = {
      position: isFixed ? 'fixed' : 'absolute',
      inset: 'auto',
      top: `${rect.top - (around?.top ?? 0)}px`,
      left: `${rect.left - (around?.left ?? 0)}px`,
      width: `${rect.width}px`,
      height: `${innerHeight - rect.top}px`,
      'max-height': 'none',
      margin: '0',
      transform: 'none',
      'object-fit': 'fill',
    };
    for (const [name, value] of Object.entries(styles))
      copy.style.setProperty(name, value, 'important');
    canvas.style.setProperty('visibility', 'hidden', 'important');
    copies.set(canvas, copy);
    layout.known.add(copy);
  }
}
