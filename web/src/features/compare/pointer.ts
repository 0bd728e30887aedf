import type { PointerEvent } from 'react';
import type { Point, Size } from './compare.rules.ts';

/** Returns the point of the area below the pointer; the element of the handler covers the area. */
export function pointOf(event: PointerEvent<HTMLElement>, area: Size): Point {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  return {
    x: ((event.clientX - left) / width) * area.width,
    y: ((event.clientY - top) / height) * area.height,
  };
}
