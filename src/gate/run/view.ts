import { deciding, within, type Mount } from '../../host/sandbox/view/mounts.ts';
import { absolute, above, inside, realPlace } from '../paths.ts';
import { programFolders } from '../programs.ts';
import { STATE_FOLDER, type Held } from '../state.ts';
import type { Surroundings } from '../surroundings.ts';
import { gitPlaces, localRemotes } from '../git-places.ts';
import { listeningSockets } from './sockets.ts';

/** What the phase leaves open. */
export interface Open {
  write: boolean;
  finish: boolean;
}

/** While files may not be changed nothing can be finished either: what is there was not looked at yet. */
export function openOf(states: readonly Held[]): Open {
  const write = states.every((state) => state.write === null);
  return { write, finish: write && states.every((state) => state.finish === null) };
}

/** What programs look for in /run: names of hosts, and all programs where the system is NixOS. */
const NEEDED = [
  '/run/systemd/resolve',
  '/run/resolvconf',
  '/run/current-system',
  '/run/wrappers',
  '/run/nscd',
];
/** Sockets of databases, which run as a user of their own. */
const DATABASES = ['/run/postgresql', '/run/mysqld', '/run/redis', '/run/mongodb'];
/** Where tools below a home keep what they can get again. */
const CACHES = [
  '.cache',
  '.npm',
  '.yarn/berry',
  '.bun/install/cache',
  '.cargo/registry',
  '.gradle/caches',
  '.m2/repository',
  'go/pkg/mod',
  '.local/share/pnpm/store',
  '.local/state',
  'Library/Caches',
];
/** What decides, from a home, what runs before or around every command. */
const STEERING = [
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_aliases',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.gitconfig',
  '.npmrc',
  '.ripgreprc',
  '.ssh',
  '.gnupg/gpg.conf',
  '.gnupg/gpg-agent.conf',
  '.claude',
  '.claude.json',
];

/** The same from where programs keep their settings. */
const CONFIGS = ['git', 'gh', 'fish'];
const KNOWN_HOSTS = '.ssh/known_hosts';

/**
 * The file system of a command while a workflow runs: everything can be read as outside; what may be written is what
 * the phase leaves open, never the workflow's state, the program's own folder or what steers the session. `agent`
 * sockets (ssh, gpg) stay where finishing is open; every other socket of a service outside is gone, because a service
 * would do outside what cannot be done here.
 */
export function commandView(
  around: Surroundings,
  states: readonly Held[],
  given: { uid: number; tmpdir: string | undefined; agents: readonly string[] },
): Mount[] {
  const { look, home, configHome, autodevHome, claudeHome, runFile, node } = around;
  const open = openOf(states);
  const mounts: Mount[] = [];
  const places = new Map<string, string>();
  const real = (path: string) => {
    const known = places.get(path) ?? realPlace(look, path);
    places.set(path, known);
    return known;
  };
  const there = (path: string) => look.target(path) !== undefined;
  const write = (path: string) => mounts.push({ at: real(path), kind: 'write' });
  const read = (path: string) => there(path) && mounts.push({ at: real(path), kind: 'read' });
  const roots = [...new Set(states.map(({ root }) => real(root)))];

  for (const place of ['/tmp', '/var/tmp', ...(given.tmpdir?.startsWith('/') ? [given.tmpdir] : [])])
    if (there(place)) write(place);
  if (there('/run')) mounts.push({ at: '/run', kind: 'empty' });
  for (const place of NEEDED) read(place);
  for (const place of DATABASES) if (look.target(place)?.uid !== given.uid) read(place);
  for (const socket of given.agents)
    if (open.finish && there(socket)) mounts.push({ at: real(socket), kind: 'read' });

  if (open.finish && home !== '/' && there(home)) write(home);
  else for (const place of CACHES) if (there(absolute(home, place))) write(absolute(home, place));
  mounts.push({ at: real(autodevHome), kind: 'empty' });
  for (const root of roots) mounts.push({ at: root, kind: open.write ? 'write' : 'read' });
  // What lies in the project may be a link that an agent made: it must not bring back what is hidden.
  const hold = (path: string) => deciding(mounts, real(path))?.kind !== 'empty' && read(path);
  for (const root of roots) {
    const git = gitPlaces(look, root);
    for (const place of git.isWorktree ? [git.own, git.elsewhere] : [git.own])
      if (place !== undefined) mounts.push({ at: real(place), kind: open.finish ? 'write' : 'read' });
    if (!open.finish)
      for (const place of [git.elsewhere, ...localRemotes(look, root)]) if (place) hold(place);
    for (const name of ['.claude', '.mcp.json']) hold(`${root}/${name}`);
  }
  for (const state of states) {
    hold(`${state.root}/${STATE_FOLDER}`);
    hold(state.path);
  }
  for (const place of STEERING) read(absolute(home, place));
  for (const place of CONFIGS) read(absolute(configHome, place));
  // Which hosts are known decides nothing about what runs.
  if (open.finish && there(absolute(home, KNOWN_HOSTS))) write(absolute(home, KNOWN_HOSTS));
  // A folder that holds the home or the project cannot be closed as a whole.
  if (claudeHome !== undefined && ![home, ...roots].some((place) => inside(real(claudeHome), real(place))))
    read(claudeHome);
  for (const place of [
    above(above(runFile)),
    node,
    ...programFolders(around, roots),
    ...installation(around),
  ])
    if (!roots.includes(real(place))) read(place);
  const kept = new Set(given.agents.map(real));
  for (const socket of listeningSockets(look))
    if (!(open.finish && kept.has(socket)) && isSeen(mounts, socket))
      mounts.push({ at: socket, kind: 'void' });
  return [...mounts.filter(({ at }) => at !== '/'), ...fastened(mounts)];
}

/** The program itself, where it is installed as a package: its files decide about the gate. */
function installation({ look, runFile }: Surroundings): string[] {
  const root = absolute(runFile, '../../../..');
  return look.target(`${root}/bin/autodev.mjs`) === undefined ? [] : [root];
}

function isSeen(mounts: readonly Mount[], path: string): boolean {
  const mount = deciding(mounts, path);
  return mount === undefined || mount.kind !== 'empty' || mount.at === path;
}

/**
 * The folders above what must stay where it is, each as a mount of its own: a folder that is a mount cannot be renamed,
 * but one that only holds a mount can be moved away with it, and another put in its place.
 */
function fastened(mounts: readonly Mount[]): Mount[] {
  const added = new Map<string, Mount>();
  for (const { at } of mounts) {
    for (let folder = above(at); folder !== '/'; folder = above(folder)) {
      const mount = deciding(mounts, folder);
      if (mount?.kind === 'write' && mount.at !== folder && within(mount.at, folder))
        added.set(folder, { at: folder, kind: 'write' });
    }
  }
  return [...added.values()];
}
