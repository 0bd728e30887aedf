import type { StoredFile } from '@shotwright/contract';
import { useMemo } from 'react';
import { useAfterPaint } from '../../lib/use-after-paint.ts';

/** Minimum height of a row and of the content above the rows. Units: px. */
const heights = { row: 72, above: 240 } as const;

const nothing: Searched = { files: undefined, search: '' };

interface Searched {
  readonly files: readonly StoredFile[] | undefined;
  readonly search: string;
}

/** Files of a page to render now. */
export interface RenderedFiles {
  readonly files: Searched['files'];
  /** Changes on each keystroke of a search and on each rendering step of its result. */
  readonly step: string;
}

/**
 * Renders a page of files in two steps. On first load and on each keystroke of a search, the rows
 * that can be in view are rendered first and those below the fold right after them: most of a page
 * is below the fold, and typing waits for each render.
 */
export function useVisibleRowsFirst(files: Searched['files'], search: string): RenderedFiles {
  const now = useMemo(() => ({ files, search }), [files, search]);
  // Another keystroke interrupts the second step.
  const painted = useAfterPaint(now, nothing);
  const isNew = painted.search !== search || painted.files === undefined;
  if (files === undefined || files === painted.files || !isNew)
    return { files, step: `all ${search}` };
  const inView = Math.ceil((window.innerHeight - heights.above) / heights.row);
  return { files: firstFiles({ files, painted: painted.files, inView }), step: `first ${search}` };
}

/**
 * Returns the first `inView` of `files`, followed by the previous rows below them, up to the new
 * length.
 */
export function firstFiles(input: {
  readonly files: readonly StoredFile[];
  readonly painted: Searched['files'];
  readonly inView: number;
}): readonly StoredFile[] {
  const { files, painted = [], inView } = input;
  const first = files.slice(0, inView);
  const rendered = new Set(first.map(({ id }) => id));
  const below = painted.slice(inView, files.length).filter(({ id }) => !rendered.has(id));
  return [...first, ...below];
}
