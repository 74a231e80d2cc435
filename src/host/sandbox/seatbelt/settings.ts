import { AutodevError } from '../../../work/errors.ts';
import { secretsOf, toolchainsOf } from '../view/home-places.ts';
import { within as holds } from '../view/mounts.ts';

/** What a program may see, write and reach on macOS. Every path is absolute and leads through no link. */
export interface SeatbeltPlan {
  home: string;
  /** A folder of this run alone: TMPDIR, and the home that the program has. */
  scratch: string;
  worktree: { path: string; write: boolean };
  /** What decides about history, hooks and settings of git. */
  git: readonly string[];
  hidden: readonly string[];
  read: readonly string[];
  write: readonly string[];
  allowHosts: readonly string[];
}

/** The settings file of `srt` (`@anthropic-ai/sandbox-runtime`), as far as we write it. */
export interface SrtSettings {
  network: {
    allowedDomains: string[];
    deniedDomains: string[];
    allowUnixSockets: string[];
    allowLocalBinding: boolean;
  };
  filesystem: { denyRead: string[]; allowRead: string[]; allowWrite: string[]; denyWrite: string[] };
  enableWeakerNestedSandbox: boolean;
  enableWeakerNetworkIsolation: boolean;
  allowAppleEvents: boolean;
}

/** Other people's homes, and what programs of this user leave for each other. */
const ELSEWHERE = ['/Users', '/private/tmp', '/private/var/folders', '/Volumes'];

/**
 * The same rules as those of bubblewrap, as far as `srt` has words for them. Reading is allowed but where it is denied;
 * of what is denied the deeper word counts, so a login inside a folder that is shown again stays hidden. Writing is
 * denied but where it is allowed, and git's own files never are. Pure.
 */
export function srtSettings(plan: SeatbeltPlan): SrtSettings {
  const { home, scratch, worktree, git, hidden, read, write, allowHosts } = plan;
  const folders = {
    denyRead: [...ELSEWHERE, home, ...hidden, ...secretsOf(home)],
    allowRead: [scratch, worktree.path, ...git, ...toolchainsOf(home), ...read, ...write],
    allowWrite: [scratch, ...(worktree.write ? [worktree.path] : []), ...write],
    // What is denied cannot be allowed again further down, and worktrees may lie in a folder that is hidden.
    denyWrite: [...git, ...hidden.filter((place) => !holds(place, worktree.path) && !holds(place, scratch))],
  };
  return {
    network: {
      allowedDomains: allowHosts.flatMap(domainsOf),
      deniedDomains: [],
      allowUnixSockets: [],
      allowLocalBinding: false,
    },
    filesystem: {
      denyRead: plain(folders.denyRead),
      allowRead: plain(folders.allowRead),
      allowWrite: plain(folders.allowWrite),
      denyWrite: plain(folders.denyWrite),
    },
    enableWeakerNestedSandbox: false,
    enableWeakerNetworkIsolation: false,
    allowAppleEvents: false,
  };
}

/** Without a port `srt` allows every port, we those of the web. */
function domainsOf(rule: string): string[] {
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(rule) ?? [];
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return (port === undefined ? ['80', '443'] : [port]).map((each) => `${name}:${each}`);
}

/** A name with these characters would be taken for a pattern, and hide or show something else. */
function plain(paths: readonly string[]): string[] {
  const odd = paths.find((path) => /[*?[\]]/.test(path) || !path.startsWith('/'));
  if (odd !== undefined)
    throw new AutodevError('gate_closed', `srt cannot be told of ${odd}`, {
      why: 'it would take its name for a pattern',
    });
  return [...new Set(paths)];
}
