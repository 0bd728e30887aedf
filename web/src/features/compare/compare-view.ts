import { useSearchParams } from 'react-router';
import { useTypedText, withValues, type SearchChange } from '../../lib/search-params.ts';
import type { Zoom } from '../files/preview/zoom.rules.ts';
import {
  numberText,
  ranges,
  readMode,
  readNumber,
  readRegions,
  readZoom,
  regionsText,
  zoomText,
  type CompareMode,
  type Region,
} from './compare.rules.ts';

/**
 * Page state in the URL: `a`, `b`, `view`, `zoom`, `threshold`, `ignore`, `at`, `opacity`. Source:
 * acceptance RP-1.
 */
export interface CompareView {
  /** ID of the earlier capture. */
  readonly a: string | null;
  readonly b: string | null;
  readonly mode: CompareMode;
  readonly zoom: Zoom;
  /** Tolerance as the control shows it, which may not have been compared with yet. */
  readonly threshold: number;
  /** Tolerance to compare with. */
  readonly usedThreshold: number;
  readonly ignored: readonly Region[];
  /** Divider in percent from the left. */
  readonly position: number;
  /** Opacity of the later capture in percent. */
  readonly opacity: number;
  readonly setMode: (mode: CompareMode) => void;
  readonly setZoom: (zoom: Zoom) => void;
  readonly setThreshold: (threshold: number) => void;
  readonly setIgnored: (regions: readonly Region[]) => void;
  readonly setPosition: (position: number) => void;
  readonly setOpacity: (opacity: number) => void;
  readonly swap: () => void;
  /** Returns a link that shows the page as it is. */
  readonly link: () => string;
}

/** Reads and writes the page state in the URL. */
export function useCompareView(): CompareView {
  const [search, setSearch] = useSearchParams();
  const change = (values: SearchChange) =>
    setSearch((now) => withValues(now, values), { replace: true, preventScrollReset: true });
  const ofName = (name: string) => search.get(name) ?? '';
  const [threshold, setThreshold] = useTypedText(ofName('threshold'), (text) =>
    change({ threshold: text }),
  );
  const [position, setPosition] = useTypedText(ofName('at'), (at) => change({ at }));
  const [opacity, setOpacity] = useTypedText(ofName('opacity'), (text) =>
    change({ opacity: text }),
  );
  const [a, b] = [search.get('a'), search.get('b')];
  return {
    a,
    b,
    mode: readMode(search.get('view')),
    zoom: readZoom(search.get('zoom')),
    threshold: readNumber(threshold, ranges.threshold),
    usedThreshold: readNumber(search.get('threshold'), ranges.threshold),
    ignored: readRegions(search.get('ignore')),
    position: readNumber(position, ranges.position),
    opacity: readNumber(opacity, ranges.opacity),
    setMode: (mode) => change({ view: mode === 'side' ? null : mode }),
    setZoom: (zoom) => change({ zoom: zoomText(zoom) }),
    setThreshold: (value) => setThreshold(numberText(value, ranges.threshold)),
    setIgnored: (regions) => change({ ignore: regionsText(regions) }),
    setPosition: (value) => setPosition(numberText(value, ranges.position)),
    setOpacity: (value) => setOpacity(numberText(value, ranges.opacity)),
    swap: () => change({ a: b, b: a }),
    link: () => {
      const typed = {
        threshold: threshold || null,
        at: position || null,
        opacity: opacity || null,
      };
      const parameters = withValues(search, typed).toString();
      // Readable in a URL as they are.
      const readable = parameters.replaceAll('%2C', ',').replaceAll('%3B', ';');
      return `${location.origin}/dashboard/compare?${readable}`;
    },
  };
}
