import { useState } from 'react';
import { storageKeys } from '../../../lib/storage/storage-keys.ts';

/** Ways in which files are shown. */
export const filesLayouts = ['list', 'grid'] as const;
/** One of the {@link filesLayouts}. */
export type FilesLayout = (typeof filesLayouts)[number];

/** Returns how files are shown, which this browser remembers, and a function that changes it. */
export function useFilesLayout() {
  const [layout, setLayout] = useState<FilesLayout>(() =>
    localStorage.getItem(storageKeys.filesLayout) === 'grid' ? 'grid' : 'list',
  );
  return [
    layout,
    (next: FilesLayout) => {
      localStorage.setItem(storageKeys.filesLayout, next);
      setLayout(next);
    },
  ] as const;
}
