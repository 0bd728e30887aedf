import type { StoredFile } from '@shotwright/contract';
import { useMemo } from 'react';
import { useAfterFrame } from '../../lib/after-frame.ts';

/** Minimum height of a row and of the content above the rows. Units: px. */
const heights = { row: 72, above: 240 } as const;

const nothing: Searched = { files: undefined, search: '' };

interface Searched {
  readonly files: readonly StoredFile[] | undefined;
  readonly search: string;
}

/** Files of a page to render now. */
export interface DrawnFiles {
  readonly files: Searched['files'];
  /** Changes on each keystroke of a search and on each rendering step of its result. */
  readonly step: string;
}

/**
 * Renders a page of files in two steps. On first load and on each keystroke of a search, the rows
 * that can be in view are rendered first and those below the fold right after them: most of a page
 * is below the fold, and typing waits for each render.
 */
export function useInViewFirst(files: Searched['files'], search: string): DrawnFiles {
  const now = useMemo(() => ({ files, search }), [files, search]);
  // Another keystroke interrupts the second step.
  const settled = useAfterFrame(now, nothing);
  const isNew = settled.search !== search || settled.files === undefined;
  if (files === undefined || files === settled.files || !isNew)
    return { files, step: `all ${search}` };
  const inView = Math.ceil((window.innerHeight - heights.above) / heights.row);
  return { files: firstFiles({ files, settled: settled.files, inView }), step: `first ${search}` };
}

/**
 * Returns the first `inView` of `files`, followed by the previous rows below them, up to the new
 * length.
 */
export function firstFiles(input: {
  readonly files: readonly StoredFile[];
  readonly settled: Searched['files'];
  readonly inView: number;
}): readonly StoredFile[] {
  const { files, settled = [], inView } = input;
  const first = files.slice(0, inView);
  const drawn = new Set(first.map(({ id }) => id));
  const below = settled.slice(inView, files.length).filter(({ id }) => !drawn.has(id));
  return [...first, ...below];
}
