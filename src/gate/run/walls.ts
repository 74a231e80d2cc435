import type { LookUp } from '../../host/fs/look-up.ts';

/** Nothing inside may make namespaces of its own: in one it could mount the root anew, and writable. */
const WALLS = [
  '--unshare-user',
  '--disable-userns',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--cap-drop',
  'ALL',
  '--die-with-parent',
  '--ro-bind',
  '/',
  '/',
  '--dev',
  '/dev',
];

/**
 * Read-only as a whole: bubblewrap leaves /proc/sys writable to root, who could name in core_pattern a program that
 * the kernel runs outside. Where parts of /proc are hidden from us, the kernel refuses a new one: then ours stays, read-only. What lies behind
 * the processes in it cannot be reached from a user namespace of its own.
 */
export function walls(look: LookUp): string[] {
  const mounts = look.text('/proc/self/mountinfo');
  const hidden = typeof mounts === 'string' && / \/proc\/(?!sys\/fs\/binfmt_misc)\S+ /.test(mounts);
  return [
    ...WALLS,
    ...(hidden ? ['--ro-bind', '/proc', '/proc'] : ['--proc', '/proc']),
    '--remount-ro',
    '/proc',
  ];
}
