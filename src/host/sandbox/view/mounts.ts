import { dirname } from 'node:path';

/** One thing in a sandbox's file system that is not as outside. */
export type Mount =
  /** As outside, or as `from` is outside. */
  | { at: string; kind: 'read' | 'write'; from?: string }
  /** A folder without anything in it but what is mounted there. */
  | { at: string; kind: 'empty' }
  /** A file without anything in it. */
  | { at: string; kind: 'void' }
  | { at: string; kind: 'link'; to: string };

const depth = (path: string) => (path === '/' ? 0 : path.split('/').length);

/** Whether `path` is the folder itself or lies in it. */
export function within(folder: string, path: string): boolean {
  return path === folder || folder === '/' || path.startsWith(`${folder}/`);
}

/** The mount that decides what is seen at `path`: the deepest above it, of two at one place the later. */
export function deciding(mounts: readonly Mount[], path: string): Mount | undefined {
  let found: Mount | undefined;
  for (const mount of mounts) {
    if (within(mount.at, path) && (found === undefined || depth(mount.at) >= depth(found.at))) found = mount;
  }
  return found;
}

/** Whether what is outside at `path` is not to be seen. */
export function covered(mounts: readonly Mount[], path: string): boolean {
  const mount = deciding(mounts, path);
  return mount !== undefined && (mount.kind === 'empty' || ('from' in mount && mount.from !== undefined));
}

/**
 * The same mounts as arguments of bubblewrap. The order they were thought of does not matter: what lies deeper is
 * mounted later, so that a worktree inside a hidden folder inside a hidden home is there.
 */
export function mountArgs(mounts: readonly Mount[]): string[] {
  const last = new Map(mounts.map((mount) => [mount.at, mount]));
  const sorted = [...last.values()].sort((a, b) => depth(a.at) - depth(b.at));
  const sealed = sorted.filter(({ kind }) => kind === 'empty').map(({ at }) => at);
  return [...sorted.flatMap(argsOf), ...sealed.flatMap((at) => ['--remount-ro', at])];
}

function argsOf(mount: Mount): string[] {
  const { at, kind } = mount;
  switch (kind) {
    case 'read':
      return ['--ro-bind-try', mount.from ?? at, at];
    case 'write':
      return ['--bind-try', mount.from ?? at, at];
    case 'empty':
      return ['--tmpfs', at];
    case 'void':
      return ['--ro-bind', '/dev/null', at];
    case 'link':
      return ['--dir', dirname(at), '--symlink', mount.to, at];
  }
  return kind satisfies never;
}
