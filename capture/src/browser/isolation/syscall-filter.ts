/** Processors whose system calls the filter knows. */
export type FilterArch = 'x64' | 'arm64';

/** Classic BPF instruction: operation, distance if true, distance if false, operand. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

const load = 0x20;
const and = 0x54;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const finish = 0x06;

const allow = 0x7fff_0000;
const killProcess = 0x8000_0000;
const denyWithEperm = 0x0005_0001;
const denyWithUnsupportedFamily = 0x0005_0061;

/** Offsets in `struct seccomp_data`. */
const at = { call: 0, arch: 4, firstArgument: 16, secondArgument: 24 };
const auditArch = { x64: 0xc000_003e, arm64: 0xc000_00b7 };
/** System calls of x64 from this number on belong to the x32 ABI. */
const x32Calls = 0x4000_0000;

const socketCall = { x64: 41, arm64: 198 };
const [unix, inet, inet6] = [1, 2, 10];
const typeMask = 0xf;
const stream = 1;

/**
 * Numbers on x64 and arm64 of system calls that no process of a browser needs: mounts, namespaces and
 * memory of other processes, keys, kernel modules, the clock, and interfaces with many past holes.
 */
const deniedCalls = {
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  setns: [308, 268],
  open_by_handle_at: [304, 265],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  pidfd_getfd: [438, 438],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  syslog: [103, 116],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  adjtimex: [159, 171],
  clock_adjtime: [305, 266],
  personality: [135, 92],
  vhangup: [153, 58],
} as const;

/**
 * Returns a seccomp filter, as bytes, for every process of a browser. It denies the system calls
 * above and every socket except TCP and Unix sockets: no UDP (WebRTC, mDNS, multicast), no netlink,
 * no virtual-machine sockets, which network namespaces do not isolate.
 */
export function syscallFilter(arch: FilterArch): Buffer {
  const numbers = Object.values(deniedCalls).map(([x64, arm64]) => (arch === 'x64' ? x64 : arm64));
  const program: Instruction[] = [
    [load, 0, 0, at.arch],
    [jumpIfEqual, 1, 0, auditArch[arch]],
    [finish, 0, 0, killProcess],
    [load, 0, 0, at.call],
    [jumpIfAtLeast, 0, 1, arch === 'x64' ? x32Calls : 0xffff_ffff],
    [finish, 0, 0, denyWithEperm],
    [jumpIfEqual, 0, 9, socketCall[arch]],
    [load, 0, 0, at.firstArgument],
    [jumpIfEqual, 5, 0, unix],
    [jumpIfEqual, 1, 0, inet],
    [jumpIfEqual, 0, 4, inet6],
    [load, 0, 0, at.secondArgument],
    [and, 0, 0, typeMask],
    [jumpIfEqual, 0, 1, stream],
    [finish, 0, 0, allow],
    [finish, 0, 0, denyWithUnsupportedFamily],
    ...numbers.map((number, index): Instruction => [
      jumpIfEqual,
      numbers.length - index,
      0,
      number,
    ]),
    [finish, 0, 0, allow],
    [finish, 0, 0, denyWithEperm],
  ];
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, ifTrue, ifFalse, operand], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(operand, index * 8 + 4);
  });
  return bytes;
}
