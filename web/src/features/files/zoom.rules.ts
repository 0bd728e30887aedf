/** How large a picture is shown: fitted to the width there is, or CSS pixels per pixel of the picture. */
export type Zoom = 'fit' | number;

/** As wide as there is room, never wider than it is. */
export const fitted: Zoom = 'fit';
/** One CSS pixel per pixel of the picture. */
export const actualPixels: Zoom = 1;

const steps = [0.25, 0.5, 1, 2, 4];

/** The next larger or smaller step; from fitted it starts at actual pixels. */
export function stepZoom(zoom: Zoom, direction: 1 | -1): Zoom {
  const now = zoom === 'fit' ? 1 : zoom;
  if (zoom === 'fit' && direction === 1) return steps.find((step) => step > now) ?? now;
  const smaller = steps.filter((step) => step < now).at(-1);
  const larger = steps.find((step) => step > now);
  return (direction === 1 ? larger : smaller) ?? now;
}
