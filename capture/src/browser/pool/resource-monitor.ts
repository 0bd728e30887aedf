import { writeFileSync } from 'node:fs';
import { createProcessTable } from './process-memory.ts';

/**
 * Priorities of a capture by its CPU time, in s. Ordinary pages use 0.2 to 0.5 s. The scheduler's
 * weights are 1024 for priority 0, 110 for 10 and 15 for 19.
 */
export const lowPriorities: readonly LowPriority[] = [
  { afterSeconds: 1, priority: 10 },
  { afterSeconds: 4, priority: 19 },
];
const normalPriority = 0;

/** Priority of a capture that has used more CPU time than that. */
export interface LowPriority {
  readonly afterSeconds: number;
  readonly priority: number;
}

/** A browser whose memory is limited while it is leased. */
export interface ResourceWatch {
  /** Session of the browser's processes, and pid of the first one. */
  readonly sessionId: number;
  readonly maxMemoryBytes: number;
  /** Called at each check that finds more memory than that. */
  onMemoryExceeded(memoryBytes: number): void;
}

/** A browser that is being watched. */
export interface WatchedBrowser {
  /** True if it has used so much CPU time that its priority is the lowest. */
  readonly isLowest: boolean;
  /** Stops watching and restores the priority. */
  end(): void;
}

/** Checks the memory and the CPU time of all browsers that are leased. */
export interface ResourceMonitor {
  watch(one: ResourceWatch): WatchedBrowser;
}

/** CPU time of a lease. */
interface CpuUse {
  /** CPU time of the browser at the first check; unknown before. */
  firstSeconds: number | undefined;
  priority: number;
}

/**
 * Creates a resource monitor. One timer checks all browsers; none runs while none is watched. A page
 * that uses much CPU time gives way to the other captures until its own ends.
 */
export function createResourceMonitor(
  checkMs: number,
  priorities: readonly LowPriority[],
): ResourceMonitor {
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
      const usedSeconds = cpuSeconds - use.firstSeconds;
      const due = priorities.findLast(({ afterSeconds }) => usedSeconds > afterSeconds);
      if (due === undefined || due.priority <= use.priority) continue;
      use.priority = due.priority;
      setSessionPriority(sessionId, due.priority);
    }
  };
  return {
    watch(one) {
      const use: CpuUse = { firstSeconds: undefined, priority: normalPriority };
      watches.set(one, use);
      timer ??= setInterval(check, checkMs);
      return {
        get isLowest() {
          return use.priority === priorities.at(-1)?.priority;
        },
        end() {
          watches.delete(one);
          if (use.priority > normalPriority) setSessionPriority(one.sessionId, normalPriority);
          if (watches.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
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
