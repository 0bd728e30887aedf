import { useEffect, useEffectEvent, useLayoutEffect, useRef, type UIEvent } from 'react';
import type { Zoom } from '../files/preview/zoom.rules.ts';
import type { CompareMode, Region, Size } from './compare.rules.ts';

/** Centre of what a pane shows, as shares of its content. */
interface Centre {
  /** Zoom and mode of the panes. */
  readonly layout: string;
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the props of panes that scroll together. A change of the zoom or the mode keeps the centre;
 * a new `shown` region is scrolled to, and the panes themselves once a region is to be drawn.
 */
export function useLinkedPanes({
  zoom,
  mode,
  shown,
  isDrawing,
  area,
}: {
  zoom: Zoom;
  mode: CompareMode;
  shown: Region | null;
  isDrawing: boolean;
  area: Size;
}) {
  const panes = useRef<(HTMLElement | null)[]>([]);
  const centre = useRef<Centre>(undefined);
  const layout = `${mode} ${String(zoom)}`;
  const follow = ({ currentTarget: pane }: UIEvent<HTMLElement>) => {
    centre.current = { layout, ...centreOf(pane) };
    for (const other of panes.current) {
      if (other === null || other === pane) continue;
      other.scrollTop = pane.scrollTop;
      other.scrollLeft = pane.scrollLeft;
    }
  };
  useLayoutEffect(() => {
    const { current } = centre;
    if (current === undefined || current.layout === layout) return;
    for (const pane of panes.current) if (pane !== null) scrollToCentre(pane, current);
  }, [layout]);
  const scrollToRegion = useEffectEvent(({ x, y, width, height }: Region) => {
    const [pane] = panes.current;
    if (!pane) return;
    scrollToCentre(pane, {
      x: (x + width / 2) / area.width,
      y: (y + height / 2) / area.height,
    });
    scrollPageTo(pane);
  });
  useEffect(() => {
    if (shown !== null) scrollToRegion(shown);
  }, [shown]);
  useEffect(() => {
    const [pane] = panes.current;
    if (isDrawing && pane) scrollPageTo(pane);
  }, [isDrawing]);
  return (at: number) => ({
    ref: (pane: HTMLElement | null) => {
      panes.current[at] = pane;
    },
    onScroll: follow,
  });
}

function centreOf(pane: HTMLElement): Omit<Centre, 'layout'> {
  return {
    x: (pane.scrollLeft + pane.clientWidth / 2) / pane.scrollWidth,
    y: (pane.scrollTop + pane.clientHeight / 2) / pane.scrollHeight,
  };
}

function scrollToCentre(pane: HTMLElement, { x, y }: Omit<Centre, 'layout'>): void {
  pane.scrollLeft = x * pane.scrollWidth - pane.clientWidth / 2;
  pane.scrollTop = y * pane.scrollHeight - pane.clientHeight / 2;
}

/** Scrolls the page so that a pane and its caption are visible. */
function scrollPageTo(pane: HTMLElement): void {
  pane.parentElement?.scrollIntoView({ block: 'nearest' });
}
