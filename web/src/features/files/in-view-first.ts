import type { StoredFile } from '@shotwright/contract';
import { useMemo } from 'react';
import { useAfterFrame } from '../../lib/after-frame.ts';

/** The least height of a row, and of what stands above the rows. Units: px. */
const heights = { row: 72, above: 240 } as const;

const nothing: Searched = { files: undefined, search: '' };

interface Searched {
  readonly files: readonly StoredFile[] | undefined;
  readonly search: string;
}

/** What of a page of files is drawn now. */
export interface DrawnFiles {
  readonly files: Searched['files'];
  /** Another one at each key of a search, and at each step of drawing its result. */
  readonly step: string;
}

/**
 * A page of files as it is to be drawn. When the list first stands and at each key of a search the rows that can be in view come
 * first, and those below the window's edge right after them: most of a page is below it, and who types waits for each key.
 */
export function useInViewFirst(files: Searched['files'], search: string): DrawnFiles {
  const now = useMemo(() => ({ files, search }), [files, search]);
  // Another key breaks the second step off.
  const settled = useAfterFrame(now, nothing);
  const isNew = settled.search !== search || settled.files === undefined;
  if (files === undefined || files === settled.files || !isNew)
    return { files, step: `all ${search}` };
  const inView = Math.ceil((window.innerHeight - heights.above) / heights.row);
  return { files: firstFiles({ files, settled: settled.files, inView }), step: `first ${search}` };
}

/** The first `inView` of `files`; below them what stood there before, as long as there is going to be something. */
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
