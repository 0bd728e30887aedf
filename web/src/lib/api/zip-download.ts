import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatSize } from '../format/format.ts';
import { saveFile } from '../save-file.ts';
import { toasts } from '../toasts.ts';
import type { ApiCall } from './client.ts';
import { download } from './download.ts';

/** Aborts what runs. */
export interface Stopper {
  /** Begins: returns the signal that `stop` aborts. */
  readonly start: () => AbortSignal;
  readonly stop: () => void;
  readonly isStopped: () => boolean;
}

/** Returns a {@link Stopper} for one piece of work at a time. */
export function useStopper(): Stopper {
  const running = useRef<AbortController | null>(null);
  return {
    start: () => (running.current = new AbortController()).signal,
    stop: () => running.current?.abort(),
    isStopped: () => running.current?.signal.aborted === true,
  };
}

/** Downloads the zip that a call returns. `bytes`: number of bytes received. */
export function useZipDownload(input: {
  readonly name: string;
  readonly done: string;
  readonly failed: string;
}) {
  const [bytes, setBytes] = useState(0);
  const stopper = useStopper();
  const zip = useMutation({
    meta: { fallback: input.failed, isSilent: stopper.isStopped },
    mutationFn: async (call: ApiCall) => {
      setBytes(0);
      const blob = await download(call, { onBytes: setBytes, signal: stopper.start() });
      saveFile({ blob, name: input.name });
      return blob.size;
    },
    onSuccess: (size) => toasts.success({ title: input.done, description: formatSize(size) }),
  });
  return { start: zip.mutate, isPending: zip.isPending, bytes, stop: stopper.stop };
}
