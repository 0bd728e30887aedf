/** Zoom level of an image: fitted to the available width, or CSS pixels per image pixel. */
export type Zoom = 'fit' | number;

/** Fits the available width but never enlarges the image. */
export const fitted: Zoom = 'fit';
/** One CSS pixel per image pixel. */
export const actualPixels: Zoom = 1;

/** Zoom levels in CSS pixels per image pixel. */
export const zoomSteps = [0.25, 0.5, 1, 2, 4] as const;

/** Returns the next larger or smaller zoom level; from `fit` it starts at actual pixels. */
export function stepZoom(zoom: Zoom, direction: 1 | -1): Zoom {
  const now = zoom === 'fit' ? 1 : zoom;
  if (zoom === 'fit' && direction === 1) return zoomSteps.find((step) => step > now) ?? now;
  const smaller = zoomSteps.filter((step) => step < now).at(-1);
  const larger = zoomSteps.find((step) => step > now);
  return (direction === 1 ? larger : smaller) ?? now;
}
