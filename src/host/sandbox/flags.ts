/**
 * `full`: the kernel refuses namespaces within the sandbox, and the filter of system calls does a second time.
 * `older`: bubblewrap before 0.8 cannot ask the kernel for that; the filter alone refuses them.
 */
export type SandboxKind = 'full' | 'older';

const SHARED_MEMORY = 1024 * 1024 * 1024;

/**
 * The outermost walls: a root that is read-only, a /dev and a /proc of its own, no network, no signal, no terminal and no
 * shared memory to the outside. Nobody in it can make a namespace: in one of its own a program is root again and could
 * mount over the read-only .git. Root keeps every capability in bubblewrap unless told otherwise, and with them would
 * simply mount the root writable again.
 */
export function bubblewrapFlags(kind: SandboxKind): string[] {
  return [
    '--unshare-user',
    ...(kind === 'full' ? ['--disable-userns'] : []),
    ...(process.getuid?.() === 0 ? ['--cap-drop', 'ALL'] : []),
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-net',
    '--unshare-cgroup-try',
    '--new-session',
    '--die-with-parent',
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    // Files there would be memory that nobody counts.
    ...(kind === 'full' ? ['--perms', '1777', '--size', String(SHARED_MEMORY)] : []),
    '--tmpfs',
    '/dev/shm',
    '--remount-ro',
    '/dev',
    '--proc',
    '/proc',
    // Bubblewrap leaves /proc/sys writable to root, which names in core_pattern a program that the kernel runs outside.
    '--remount-ro',
    '/proc',
  ];
}
