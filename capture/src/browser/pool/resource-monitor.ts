import { writeFileSync } from 'node:fs';
import { createProcessTable } from './process-memory.ts';

/**
 * CPU time after which a capture has a low priority. Measured: 0.2 to 0.5 s for ordinary pages.
 * Unit: s.
 */
const maxCpuSeconds = 2;
/** Weight 110 instead of 1024 in the scheduler. */
const lowPriority = 10;
const normalPriority = 0;

/** A browser whose memory is limited while it is leased. */
export interface ResourceWatch {
  /** Session of the browser's processes, and pid of the first one. */
  readonly sessionId: number;
  readonly maxMemoryBytes: number;
  /** Called at each check that finds more memory than that. */
  onMemoryExceeded(memoryBytes: number): void;
}

/** Checks the memory and the CPU time of all browsers that are leased. */
export interface ResourceMonitor {
  /** Watches a browser until the returned function is called. */
  watch(one: ResourceWatch): () => void;
}

/** CPU time of a lease. */
interface CpuUse {
  /** CPU time of the browser at the first check; unknown before. */
  firstSeconds: number | undefined;
  isLowered: boolean;
}

/**
 * Creates a resource monitor. One timer checks all browsers; none runs while none is watched. A page
 * that uses much CPU time gives way to the other captures until its own ends.
 */
export function createResourceMonitor(checkMs: number): ResourceMonitor {
  const watches = new Map<ResourceWatch, CpuUse>();
  const processes = createProcessTable();
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    processes.refresh();
    for (const [{ sessionId, maxMemoryBytes, onMemoryExceeded }, use] of watches) {
      const memoryBytes = processes.memoryBytesOf(sessionId);
      if (memoryBytes > maxMemoryBytes) onMemoryExceeded(memoryBytes);
      const cpuSeconds = processes.cpuSecondsOf(sessionId);
      use.firstSeconds ??= cpuSeconds;
      if (use.isLowered || cpuSeconds - use.firstSeconds <= maxCpuSeconds) continue;
      use.isLowered = true;
      setSessionPriority(sessionId, lowPriority);
    }
  };
  return {
    watch(one) {
      const use: CpuUse = { firstSeconds: undefined, isLowered: false };
      watches.set(one, use);
      timer ??= setInterval(check, checkMs);
      return () => {
        watches.delete(one);
        if (use.isLowered) setSessionPriority(one.sessionId, normalPriority);
        if (watches.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

/**
 * Sets the priority of all processes and threads of a session, which the kernel schedules as a group
 * (sched(7), "The autogroup feature"). Without that feature every thread competes by itself.
 */
function setSessionPriority(sessionId: number, priority: number): void {
  try {
    writeFileSync(`/proc/${sessionId}/autogroup`, String(priority));
  } catch {
    // The browser has exited, or the kernel has no such groups.
  }
}
