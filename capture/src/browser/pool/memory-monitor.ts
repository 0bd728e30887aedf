import { createProcessTable } from './process-memory.ts';

/** A browser whose memory is limited. */
export interface MemoryWatch {
  /** Session of the browser's processes. */
  readonly sessionId: number;
  readonly maxBytes: number;
  /** Called at each check that finds more memory than that. */
  onExceeded(memoryBytes: number): void;
}

/** Checks the memory of all browsers that are leased. */
export interface MemoryMonitor {
  /** Watches a browser until the returned function is called. */
  watch(one: MemoryWatch): () => void;
}

/** Creates a memory monitor. One timer checks all browsers; none runs while none is watched. */
export function createMemoryMonitor(checkMs: number): MemoryMonitor {
  const watches = new Set<MemoryWatch>();
  const processes = createProcessTable();
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    processes.refresh();
    for (const { sessionId, maxBytes, onExceeded } of watches) {
      const memoryBytes = processes.memoryBytesOf(sessionId);
      if (memoryBytes > maxBytes) onExceeded(memoryBytes);
    }
  };
  return {
    watch(one) {
      watches.add(one);
      timer ??= setInterval(check, checkMs);
      return () => {
        watches.delete(one);
        if (watches.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
