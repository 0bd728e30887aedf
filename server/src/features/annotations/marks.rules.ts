import type { AnnotationRequest, Crop, Mark } from '@shotwright/contract';
import { invalidField } from '../../shared/app-error.ts';

/** Size of an image in pixels. */
export interface ImageSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Throws `validation_failed` for a mark or a crop that is not inside of the image. */
export function requireInside({ marks, crop }: AnnotationRequest, size: ImageSize): void {
  if (crop) requireRegion('crop', crop, size);
  for (const [at, mark] of marks.entries()) requireMark(`marks.${at}`, mark, size);
}

function requireMark(path: string, mark: Mark, size: ImageSize): void {
  if (mark.type === 'box' || mark.type === 'blur') return requireRegion(path, mark, size);
  const { widthPx, heightPx } = size;
  requireAtMost(`${path}.x`, { value: mark.x, max: widthPx }, size);
  requireAtMost(`${path}.y`, { value: mark.y, max: heightPx }, size);
  if (mark.type === 'text') return;
  requireAtMost(`${path}.to_x`, { value: mark.to_x, max: widthPx }, size);
  requireAtMost(`${path}.to_y`, { value: mark.to_y, max: heightPx }, size);
  if (mark.x === mark.to_x && mark.y === mark.to_y)
    throw invalidField(`${path}.to_x`, 'must differ from x, or to_y from y');
}

function requireRegion(path: string, { x, y, width, height }: Crop, size: ImageSize): void {
  const { widthPx, heightPx } = size;
  requireAtMost(`${path}.x`, { value: x, max: widthPx - 1 }, size);
  requireAtMost(`${path}.y`, { value: y, max: heightPx - 1 }, size);
  requireAtMost(`${path}.width`, { value: width, max: widthPx - x }, size);
  requireAtMost(`${path}.height`, { value: height, max: heightPx - y }, size);
}

function requireAtMost(
  path: string,
  { value, max }: { readonly value: number; readonly max: number },
  { widthPx, heightPx }: ImageSize,
): void {
  if (value <= max) return;
  throw invalidField(path, `must be at most ${max}; the image is ${widthPx} × ${heightPx} pixels`);
}
