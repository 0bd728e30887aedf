import { createProcessTable } from './process-memory.ts';
import { normalPriority, setSessionPriority } from './session-priority.ts';

/**
 * Priorities of a capture by its CPU time, in s. Ordinary pages use 0.2 to 0.5 s. The scheduler's
 * weights are 1024 for priority 0, 110 for 10 and 15 for 19.
 */
export const lowPriorities: readonly LowPriority[] = [
  { afterSeconds: 1, priority: 10 },
  { afterSeconds: 4, priority: 19 },
];
/**
 * Share of a browser's maximum from which its memory is measured exactly. The resident size is an upper
 * limit of it, except that the kernel adds up its counters late.
 */
const exactShare = 0.9;

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
  /** Returns true if its priority is one step lower than its CPU time demands. Called at the start and each check. */
  hasLowCpuPriority(): boolean;
  /** Called at each check that finds more memory than that. */
  onMemoryExceeded(memoryBytes: number): void;
}

/** A browser that is being watched. */
export interface WatchedBrowser {
  /** True if it has used so much CPU time that its priority is the lowest. */
  readonly isLowest: boolean;
  /**
   * Stops watching. A browser that is used again gets the normal priority back; one that is killed
   * gets the lowest, because the kernel needs CPU time to free its memory.
   */
  end(next: 'reused' | 'killed'): void;
}

/** Checks the memory and the CPU time of all browsers that are leased. */
export interface ResourceMonitor {
  watch(one: ResourceWatch): WatchedBrowser;
}

/** CPU time of a lease. */
interface CpuUse {
  /** CPU time of the browser at the first check; unknown before. */
  firstSeconds: number | undefined;
  isLowest: boolean;
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
  const lowestPriority = priorities.at(-1)?.priority ?? normalPriority;
  const priorityAfter = (steps: number): number =>
    steps === 0 ? normalPriority : (priorities[steps - 1]?.priority ?? lowestPriority);
  const processes = createProcessTable();
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    processes.refresh();
    for (const [watch, use] of watches) {
      const { sessionId, maxMemoryBytes } = watch;
      const { cpuSeconds, residentBytes } = processes.usageOf(sessionId);
      const mayExceed = residentBytes > maxMemoryBytes * exactShare;
      const memoryBytes = mayExceed ? processes.memoryBytesOf(sessionId) : 0;
      if (memoryBytes > maxMemoryBytes) {
        prioritize(watch, use, lowestPriority);
        watch.onMemoryExceeded(memoryBytes);
      }
      use.firstSeconds ??= cpuSeconds;
      const usedSeconds = cpuSeconds - use.firstSeconds;
      const passed = priorities.filter(({ afterSeconds }) => usedSeconds > afterSeconds).length;
      use.isLowest = passed > 0 && passed === priorities.length;
      const due = priorityAfter(passed + Number(watch.hasLowCpuPriority()));
      prioritize(watch, use, Math.max(due, use.priority));
    }
  };
  return {
    watch(one) {
      const use: CpuUse = { firstSeconds: undefined, isLowest: false, priority: normalPriority };
      if (one.hasLowCpuPriority()) prioritize(one, use, priorityAfter(1));
      watches.set(one, use);
      timer ??= setInterval(check, checkMs);
      return {
        get isLowest() {
          return use.isLowest;
        },
        end(next) {
          watches.delete(one);
          prioritize(one, use, next === 'killed' ? lowestPriority : normalPriority);
          if (watches.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      };
    },
  };
}

function prioritize({ sessionId }: ResourceWatch, use: CpuUse, priority: number): void {
  if (use.priority === priority) return;
  use.priority = priority;
  setSessionPriority(sessionId, priority);
}
