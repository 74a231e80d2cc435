/** Numbers of a system call on x64 and arm64; null where that machine has none. */
type Numbers = readonly [x64: number, arm64: number] | readonly [x64: number, arm64: null];

/**
 * System calls that no compiler, test runner or agent needs and that reach past the sandbox's own files and processes:
 * each is refused, most of them a second time. ptrace and process_vm_readv are not here: inside they reach the sandbox's
 * own processes only, and debuggers and LeakSanitizer need them.
 */
export const REFUSED: Readonly<Record<string, Numbers>> = {
  // A file system or a namespace of one's own.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  open_tree_attr: [467, 467],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  unshare: [272, 97],
  setns: [308, 268],
  // Keyrings belong to the user, not to a namespace.
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // The kernel's own surfaces.
  userfaultfd: [323, 282],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  fanotify_init: [300, 262],
  open_by_handle_at: [304, 265],
  lookup_dcookie: [212, 18],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  create_module: [174, null],
  iopl: [172, null],
  ioperm: [173, null],
  _sysctl: [156, null],
  uselib: [134, null],
  // The machine as a whole.
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  syslog: [103, 116],
  vhangup: [153, 58],
  nfsservctl: [180, 42],
};

/** As if the kernel did not have them, so that libraries take the older way, whose arguments can be looked at. */
export const ABSENT: Readonly<Record<string, Numbers>> = {
  clone3: [435, 435],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
};

/** Allowed, but not with every argument. */
export const LOOKED_AT = { clone: [56, 220], ioctl: [16, 29], socket: [41, 198] } as const;
