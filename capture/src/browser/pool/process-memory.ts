import { readdirSync, readFileSync } from 'node:fs';

const kib = 1024;
/** Unit of the CPU times in /proc on Linux. */
const ticksPerSecond = 100;
/** Unit of the sizes in /proc/<pid>/stat, which differs between processors. */
const pageBytes = readPageBytes();

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
  /** Returns the resources that the running processes of a session use; one file for each is read. */
  usageOf(sessionId: number): SessionUsage;
}

/** Resources that the processes of a session use. */
export interface SessionUsage {
  readonly cpuSeconds: number;
  /** Memory with mapped files, which counts what processes share once for each of them. */
  readonly residentBytes: number;
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
    usageOf(sessionId) {
      let cpuSeconds = 0;
      let residentBytes = 0;
      for (const pid of pidsOf(sessionId)) {
        const stat = readStat(pid);
        cpuSeconds += stat.cpuSeconds;
        residentBytes += stat.residentBytes;
      }
      return { cpuSeconds, residentBytes };
    },
  };
}

/** Lists the running processes of a session. */
export function sessionPids(sessionId: number): number[] {
  const table = createProcessTable();
  table.refresh();
  return table.pidsOf(sessionId);
}

/** Returns the CPU time that the running processes of a session have used; 0 without /proc. */
export function sessionCpuSeconds(sessionId: number): number {
  const table = createProcessTable();
  table.refresh();
  return table.usageOf(sessionId).cpuSeconds;
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
  readonly residentBytes: number;
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
  if (stat === '') return { state: 'Z', sessionId: 0, cpuSeconds: 0, residentBytes: 0 };
  // Fields after the command in parentheses: state, parent, group, session; user and system time
  // are the 12th and 13th, the resident size is the 22nd.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 22);
  const [state = 'Z', , , session = '0'] = fields;
  const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  const residentBytes = Number(fields[21] ?? 0) * pageBytes;
  return { state, sessionId: Number(session), cpuSeconds: ticks / ticksPerSecond, residentBytes };
}

/** Reads the page size from the auxiliary vector, pairs of a key and a value (getauxval(3)). */
function readPageBytes(): number {
  const pageSizeKey = 6n;
  const largestBytes = 64 * kib;
  try {
    const vector = new BigUint64Array(new Uint8Array(readFileSync('/proc/self/auxv')).buffer);
    const at = vector.findIndex((key, index) => index % 2 === 0 && key === pageSizeKey);
    return Number(vector[at + 1] ?? largestBytes);
  } catch {
    return largestBytes;
  }
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
