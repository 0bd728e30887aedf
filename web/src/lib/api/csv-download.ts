import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { saveFile } from '../save-file.ts';
import type { ApiCall } from './client.ts';
import { download } from './download.ts';

/** Downloads the CSV file that a call returns; aborted when the page unmounts. */
export function useCsvDownload(input: { readonly name: string; readonly failed: string }) {
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => () => stopper.current?.abort(), []);
  return useMutation({
    meta: { fallback: input.failed, isSilent: () => stopper.current?.signal.aborted === true },
    mutationFn: async (call: ApiCall) => {
      stopper.current = new AbortController();
      const { signal } = stopper.current;
      const blob = await download(call, { onBytes: () => {}, signal });
      saveFile({ blob, name: input.name });
    },
  });
}
