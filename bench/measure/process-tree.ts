import { readdirSync, readFileSync } from 'node:fs';

/** Ticks per second of /proc's CPU figures on Linux. */
const ticksPerSecond = 100;
const browserPattern = /chrom|headless[-_]shell/;
const databasePattern = /^postgres:|\/postgres$/;

interface ProcessStat {
  readonly parentPid: number;
  /** CPU time of the process and of the children it waited for. */
  readonly cpuSeconds: number;
  readonly startedAt: string;
}

/** Memory of a process tree at one moment. */
export interface TreeMemory {
  /** Proportional set size: shared pages counted once over all. 0 if this user may not read it. */
  readonly browserPssBytes: number;
  readonly rssBytes: number;
}

/** Parts of a server, each with processes of its own. */
export const serverParts = ['api and workers', 'database', 'browsers'] as const;
/** A part of a server. */
export type ServerPart = (typeof serverParts)[number];

/** Processes of one part, their memory and open files. */
export interface PartUsage {
  readonly processes: number;
  /**
   * A page that several processes share counts once over all. Without the shared memory of PostgreSQL,
   * whose size is fixed, but which counts only as far as it has been used.
   */
  readonly bytes: number;
  readonly descriptors: number;
}

/** Tracks the processes below some roots, including those that lose their parent. */
export interface ProcessTree {
  pids(): number[];
  /** CPU time of the tree so far, including exited processes. */
  cpuSeconds(): number;
  memory(): TreeMemory;
  usageOf(part: ServerPart): PartUsage;
}

/** Watches the trees below `rootPids` through /proc. */
export function watchTree(rootPids: readonly number[]): ProcessTree {
  const seen = new Map<number, string>();
  const refresh = (): Map<number, ProcessStat> => {
    const all = readAll();
    for (const [pid, startedAt] of seen)
      if (all.get(pid)?.startedAt !== startedAt) seen.delete(pid);
    const add = (pid: number) => {
      const stat = all.get(pid);
      if (stat !== undefined) seen.set(pid, stat.startedAt);
    };
    rootPids.forEach(add);
    for (let before = -1; before !== seen.size;) {
      before = seen.size;
      for (const [pid, stat] of all) if (seen.has(stat.parentPid)) add(pid);
    }
    return all;
  };
  return {
    pids: () => {
      refresh();
      return [...seen.keys()];
    },
    cpuSeconds: () => {
      const all = refresh();
      return [...seen.keys()].reduce((sum, pid) => sum + (all.get(pid)?.cpuSeconds ?? 0), 0);
    },
    memory: () => {
      refresh();
      const pids = [...seen.keys()];
      return {
        browserPssBytes: sumOf(
          pids.filter((pid) => partOf(pid) === 'browsers'),
          pssOf,
        ),
        rssBytes: sumOf(pids, (pid) => kilobytes(read(`/proc/${pid}/status`), 'VmRSS')),
      };
    },
    usageOf: (part) => {
      refresh();
      const pids = [...seen.keys()].filter((pid) => partOf(pid) === part);
      const bytes = sumOf(pids, part === 'database' ? privateBytesOf : pssOf);
      return { processes: pids.length, bytes, descriptors: sumOf(pids, countDescriptors) };
    },
  };
}

/** Returns the CPU seconds that the whole machine has used since boot. */
export function machineCpuSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = read('/proc/stat')
    .split('\n', 1)
    .join('')
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq) / ticksPerSecond;
}

/** True if a process runs; false for a zombie. */
export function isAlive(pid: number): boolean {
  const [state] = readStatFields(pid);
  return state !== undefined && state !== 'Z';
}

/** Returns program and arguments, separated by spaces; empty if the process has exited. */
export function commandLineOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
}

/** True for the main process of a browser, false for its renderers and helpers. */
export function isBrowserProcess(commandLine: string): boolean {
  return commandLine.includes('--remote-debugging-pipe') && !commandLine.includes('--type=');
}

function partOf(pid: number): ServerPart {
  const program = read(`/proc/${pid}/cmdline`).split('\0')[0] ?? '';
  if (databasePattern.test(program)) return 'database';
  return browserPattern.test(program) ? 'browsers' : 'api and workers';
}

function pssOf(pid: number): number {
  return kilobytes(read(`/proc/${pid}/smaps_rollup`), 'Pss');
}

function privateBytesOf(pid: number): number {
  const rollup = read(`/proc/${pid}/smaps_rollup`);
  return kilobytes(rollup, 'Pss') - kilobytes(rollup, 'Pss_Shmem');
}

function readAll(): Map<number, ProcessStat> {
  const all = new Map<number, ProcessStat>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const fields = readStatFields(pid);
    if (fields.length < 20) continue;
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0);
    all.set(pid, {
      parentPid: Number(fields[1]),
      cpuSeconds: ticks / ticksPerSecond,
      startedAt: fields[19] ?? '',
    });
  }
  return all;
}

/** Fields of `/proc/PID/stat` from the state on; empty if the process has exited. */
function readStatFields(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`);
  // The program's name comes first, in parentheses, and may contain both blanks and parentheses.
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Returns an empty text if the process exits while it is read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function kilobytes(text: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
}

function countDescriptors(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

function sumOf(pids: readonly number[], figure: (pid: number) => number): number {
  return pids.reduce((sum, pid) => sum + figure(pid), 0);
}
