import { readdirSync, readFileSync } from 'node:fs';

const kib = 1024;
/** Unit of the CPU times in /proc on Linux. */
const ticksPerSecond = 100;

/** Running processes by session (setsid), as of the last `refresh`. Empty without /proc. */
export interface ProcessTable {
  /** Reads the processes that are new since the last call. */
  refresh(): void;
  /** Lists the processes of a session, zombies excluded. */
  pidsOf(sessionId: number): number[];
  /**
   * Returns the memory that would be freed if the processes of a session exited; bytes. Counts
   * anonymous and shared memory, but not mapped files, because every browser maps the same program.
   */
  memoryBytesOf(sessionId: number): number;
  /** Returns the CPU time of the running processes of a session; seconds. */
  cpuSecondsOf(sessionId: number): number;
}

/**
 * Creates an empty process table. It reads /proc synchronously, which gives a consistent snapshot. A
 * process cannot join another session, so its session is read once, and a refresh takes less than a
 * millisecond however many sessions are watched.
 */
export function createProcessTable(): ProcessTable {
  const sessions = new Map<number, number>();
  const pidsOf = (sessionId: number): number[] =>
    [...sessions].filter(([, session]) => session === sessionId).map(([pid]) => pid);
  return {
    refresh() {
      const running = new Set(processNames().map(Number).filter(Number.isInteger));
      for (const pid of sessions.keys()) if (!running.has(pid)) sessions.delete(pid);
      for (const pid of running) {
        if (!sessions.has(pid)) sessions.set(pid, readStat(pid).sessionId);
      }
    },
    pidsOf: (sessionId) => pidsOf(sessionId).filter((pid) => readStat(pid).state !== 'Z'),
    memoryBytesOf: (sessionId) =>
      pidsOf(sessionId).reduce((total, pid) => total + memoryBytes(pid), 0),
    cpuSecondsOf: (sessionId) =>
      pidsOf(sessionId).reduce((total, pid) => total + readStat(pid).cpuSeconds, 0),
  };
}

/** Lists the running processes of a session. */
export function sessionPids(sessionId: number): number[] {
  const table = createProcessTable();
  table.refresh();
  return table.pidsOf(sessionId);
}

function processNames(): string[] {
  try {
    return readdirSync('/proc');
  } catch {
    return [];
  }
}

interface ProcessStat {
  readonly state: string;
  readonly sessionId: number;
  readonly cpuSeconds: number;
}

/**
 * True if a process of this one has ended or is about to be killed, even before its exit is reported.
 * False without /proc.
 */
export function hasEnded(pid: number): boolean {
  if (readProcess(process.pid, 'stat') === '') return false;
  const status = readProcess(pid, 'status');
  // On a busy processor, a killed process waits for its turn to end.
  return (
    !/^State:\s+[^ZX]/m.test(status) ||
    /^(?:Sig|Shd)Pnd:\s+[\da-f]*[13579bdf][\da-f]{2}$/m.test(status)
  );
}

function readStat(pid: number): ProcessStat {
  const stat = readProcess(pid, 'stat');
  if (stat === '') return { state: 'Z', sessionId: 0, cpuSeconds: 0 };
  // Fields after the command in parentheses: state, parent, group, session; user and system time
  // are the 12th and 13th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 13);
  const [state = 'Z', , , session = '0'] = fields;
  const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  return { state, sessionId: Number(session), cpuSeconds: ticks / ticksPerSecond };
}

function memoryBytes(pid: number): number {
  const lines = readProcess(pid, 'status').matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm);
  return [...lines].reduce((total, line) => total + Number(line[1]) * kib, 0);
}

/** Returns an empty string if the process has exited. */
function readProcess(pid: number, file: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
