import { delimiter, dirname, join, resolve } from 'node:path';
import { exists, list, makeFolder } from '../../fs/files.ts';
import { isFolder } from '../../fs/sync-files.ts';
import { ownPlace } from '../keep/own-folders.ts';
import type { Sandbox, OwnFolder } from '../sandbox.ts';
import { gitPlaces } from './git-places.ts';
import { cachesOf, installationOf, packageOf, secretsOf, toolchainsOf } from './home-places.ts';
import { covered, deciding, within, type Mount } from './mounts.ts';
import { resolveLinks } from './resolve-links.ts';
import { rootOnly } from './root-only.ts';
import { listeningSockets } from './sockets.ts';

/** Sockets of services, other people's homes. */
const ELSEWHERE = ['/run', '/home', '/root'];
/** What programs look for in /run: names of hosts, and all programs where the system is NixOS. */
const NEEDED = ['/run/systemd/resolve', '/run/resolvconf', '/run/current-system', '/run/wrappers'];

/** Where develop-workflow keeps how far the work is. */
const WORKFLOW_STATE = '.develop-workflow';

/** What the program is started as. */
export interface Started {
  command: string;
  /** Named by the configuration: then where it is installed is shown. What a model names shows nothing. */
  configured: boolean;
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** Files that are empty for it. */
  voided: readonly string[];
}

/** The file system of one sandbox, thought of from outside to inside. */
export async function viewOf(sandbox: Sandbox, started: Started): Promise<Mount[]> {
  const mounts: Mount[] = [];
  const links: { at: string; to: string }[] = [];
  const real = (path: string) => {
    const found = resolveLinks(path);
    links.push(...found.links);
    return found.real;
  };
  const show = (kind: 'read' | 'write', path: string) => {
    const at = real(path);
    if (kind === 'write' || covered(mounts, at)) mounts.push({ at, kind });
  };
  const scratchAt = async (path: string, name: string) => {
    const from = join(sandbox.scratch, name);
    await makeFolder(from, 0o700);
    mounts.push({ at: real(path), kind: 'write', from: real(from) });
  };

  const home = resolve(started.env['HOME'] ?? '/');
  const ofRoot = rootOnly();
  const elsewhere = [...ELSEWHERE, ...ofRoot.folders];
  for (const folder of [...elsewhere, dirname(sandbox.scratch), ...sandbox.rules.hidden]) {
    const at = real(folder);
    if (at !== '/' && isFolder(at)) mounts.push({ at, kind: 'empty' });
  }
  for (const place of ['/tmp', '/var/tmp']) await scratchAt(place, `sandbox${place.replaceAll('/', '-')}`);
  if (home !== '/' && isFolder(home)) await scratchAt(home, 'sandbox-home');
  for (const place of NEEDED) show('read', place);

  for (const place of toolchainsOf(home)) if (await exists(place)) show('read', place);
  const named = [...sandbox.rules.read, ...sandbox.rules.write].map(real);
  if (sandbox.rules.allowHosts.length > 0)
    for (const [number, place] of cachesOf(home).entries())
      if (isFolder(place) && !named.some((other) => within(other, real(place))))
        await scratchAt(place, `sandbox-cache-${number}`);
  // Whoever has a program right in their home, or a repository of all of it or of /tmp, does not mean to show that.
  const secluded = mounts.filter((mount) => covered([mount], mount.at));
  const tooMuch = (path: string) => secluded.some(({ at }) => within(path, at));
  for (const program of await programsOf(started, home, sandbox.worktree.path))
    if (!tooMuch(real(program))) show('read', program);
  for (const place of sandbox.read ?? []) show('read', place);
  for (const place of sandbox.rules.read) show('read', place);
  for (const place of sandbox.rules.write) show('write', place);

  const { path, write } = sandbox.worktree;
  const worktree = real(path);
  const git = await gitPlaces(worktree);
  if (git !== undefined && (git.root === worktree || !tooMuch(git.root))) {
    show('read', git.root);
    for (const place of git.kept) mounts.push({ at: real(place), kind: 'read' });
  }
  mounts.push({ at: worktree, kind: write ? 'write' : 'read' });
  // How far a workflow is says autodev alone, also where a session may write.
  const state = real(join(worktree, WORKFLOW_STATE));
  if (isFolder(state) && within(worktree, state)) mounts.push({ at: state, kind: 'read' });
  for (const folder of sandbox.folders ?? [])
    mounts.push(...(await folderMounts(folder, sandbox.scratch, real)));
  mounts.push({ at: real(sandbox.scratch), kind: 'write' });

  const shown = new Set([...sandbox.rules.read, ...sandbox.rules.write]);
  const sockets = (await listeningSockets()).filter((path) => !shown.has(path));
  for (const place of [...secretsOf(real(home)), ...sandbox.rules.hidden, ...ofRoot.files, ...sockets]) {
    const at = real(place);
    if (!(await exists(at)) || covered(mounts, at)) continue;
    mounts.push({ at, kind: isFolder(at) ? 'empty' : 'void' });
  }
  for (const file of started.voided) mounts.push({ at: real(file), kind: 'void' });
  // A link in a folder that is hidden is gone with it; whoever comes by its name must still arrive.
  for (const { at, to } of links) {
    if (covered(mounts, at) && deciding(mounts, at)?.at !== at) mounts.push({ at, kind: 'link', to });
  }
  return mounts;
}

/** Folders without which the program, if it is a configured one, and whatever is on its PATH would not start. */
async function programsOf(
  { command, configured: named, cwd, env }: Started,
  home: string,
  worktree: string,
): Promise<string[]> {
  const found: string[] = [];
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
  const program = command.includes('/') ? resolve(cwd, command) : undefined;
  // What lies in the worktree is there anyway; a link in it is a session's word for what to show.
  const configured = named && (program === undefined || !within(resolve(worktree), program));
  if (program !== undefined && configured) folders.unshift(dirname(program));
  for (const folder of folders) if (isFolder(folder)) found.push(installationOf(folder, home), folder);
  const places = program === undefined ? folders.map((folder) => join(folder, command)) : [program];
  for (const place of [...(configured ? places : []), process.execPath]) {
    const { real, exists: there } = resolveLinks(place);
    if (there) found.push(packageOf(real), place);
  }
  return [...new Set(found)];
}

async function folderMounts(
  folder: OwnFolder,
  scratch: string,
  real: (path: string) => string,
): Promise<Mount[]> {
  const at = real(folder.at);
  const mounts: Mount[] = [{ at, kind: 'write', from: real(ownPlace(scratch, folder)) }];
  const named = new Set([...folder.kept, ...folder.copied, ...folder.made.map((path) => path.split('/')[0])]);
  for (const { name } of await list(at)) {
    if (!named.has(name) && folder.shown(name)) mounts.push({ at: real(join(at, name)), kind: 'read' });
  }
  for (const name of folder.made) mounts.push({ at: real(join(at, name)), kind: 'write' });
  return mounts;
}
