import type { LookUp } from '../../host/fs/look-up.ts';
import { above, absolute } from '../paths.ts';
import { isPathTrusted } from '../programs.ts';
import type { Surroundings } from '../surroundings.ts';

const CONFIG_CAP = 256 * 1024;
const INDEX_CAP = 16 * 1024 * 1024;

/** Settings of a repository that name no program and no file to include. */
const HARMLESS =
  /^(core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|quotepath|abbrev|longpaths|safecrlf)|remote\.[^\n]*\.(url|fetch|pushurl|tagopt|prune|gh-resolved)|branch\.[^\n]*\.(remote|merge|rebase|description|pushremote|vscode-merge-base|github-pr-owner-number)|user\.(name|email)|init\.defaultbranch|pull\.(rebase|ff)|push\.(default|autosetupremote)|color\..*|advice\..*|gc\.(auto|autodetach)|commit\.gpgsign|tag\.gpgsign|merge\.conflictstyle|diff\.(algorithm|renames|colormoved|mnemonicprefix)|log\.date|rebase\.autostash|fetch\.prune|submodule\.active|lfs\.repositoryformatversion|extensions\.objectformat)$/;
/** Settings of a person that would run what lies in the repository, or that stand in another file. */
const ELSEWHERE = /(^|\])[ \t]*(hookspath|fsmonitor|splitindex|path)[ \t]*=|^[ \t]*\[[ \t]*include/im;
/** Settings of a person that name a program, which is looked for on the path. */
const BY_NAME =
  /(^|\])[ \t]*(external|textconv|command|cmd|clean|smudge|process|program|driver|helper|sshcommand|askpass|pager)[ \t]*=/im;
/** A tracked submodule in the index: the mode 160000. git runs `git status` in it, with the submodule's own settings. */
const GITLINK = Buffer.from([0x00, 0x00, 0xe0, 0x00]);

/**
 * Whether git, asked to read here, runs no program that the repository names: no hook that reading starts, no pager,
 * filter, text conversion, external difference, file system monitor, signature check or fetch of missing objects.
 */
export function repositoryRunsNothing(around: Surroundings, cwd: string, roots: readonly string[]): boolean {
  const { look } = around;
  const folder = gitFolder(look, cwd);
  if (folder === undefined || around.isSteered('git')) return false;
  const common = commonFolder(look, folder);
  if (common === undefined) return false;
  if (!harmlessConfig(look, `${common}/config`) || look.entry(`${folder}/config.worktree`) !== undefined)
    return false;
  if (!harmlessPerson(around, roots)) return false;
  // Reading refreshes the index, and writing the index calls a hook.
  if (look.entry(`${common}/hooks/post-index-change`) !== undefined) return false;
  if (look.names(folder).some((name) => name.startsWith('sharedindex.'))) return false;
  if (look.entry(`${folder}/index`) === undefined) return true;
  const index = look.bytes(`${folder}/index`, INDEX_CAP);
  return (
    index !== undefined && Buffer.from(index.buffer, index.byteOffset, index.length).indexOf(GITLINK) === -1
  );
}

function harmlessPerson(around: Surroundings, roots: readonly string[]): boolean {
  const { look, home, configHome } = around;
  for (const path of [`${home}/.gitconfig`, `${configHome}/git/config`, '/etc/gitconfig']) {
    const text = look.entry(path) === undefined ? '' : look.text(path);
    if (typeof text !== 'string' || ELSEWHERE.test(text)) return false;
    if (BY_NAME.test(text) && !isPathTrusted(around, roots)) return false;
  }
  return true;
}

/** Whether no hook of git would run here, whatever is done. */
export function repositoryHasNoHooks(look: LookUp, cwd: string): boolean {
  const common = repositoryOf(look, cwd);
  return common !== undefined && hasNoHooks(look, common);
}

/** Whether a push to this folder of the machine would run nothing: what is pushed to runs its own hooks. */
export function receivesQuietly(look: LookUp, place: string): boolean {
  const folder = look.entry(`${place}/.git`) === undefined ? place : `${place}/.git`;
  return hasNoHooks(look, folder) && harmlessConfig(look, `${folder}/config`);
}

const hasNoHooks = (look: LookUp, folder: string) =>
  look.names(`${folder}/hooks`).every((name) => name.endsWith('.sample'));

/** The folder with the settings, hooks and objects of the repository around a place. */
export function repositoryOf(look: LookUp, cwd: string): string | undefined {
  const folder = gitFolder(look, cwd);
  return folder && commonFolder(look, folder);
}

/** The folder git would use from here; undefined where there is none, or where it is not where one expects it. */
function gitFolder(look: LookUp, cwd: string): string | undefined {
  for (let here = cwd; ; here = above(here)) {
    const found = look.entry(`${here}/.git`);
    if (found !== undefined && found !== 'unknown') {
      if (found.kind === 'folder') return `${here}/.git`;
      const text = found.kind === 'file' && found.size < 4_096 ? look.text(`${here}/.git`) : undefined;
      const named = typeof text === 'string' ? /^gitdir: (.+)\n?$/.exec(text)?.[1] : undefined;
      return named === undefined ? undefined : absolute(here, named);
    }
    // A folder that is itself a repository, with settings of its own.
    if (found === 'unknown' || look.entry(`${here}/HEAD`) !== undefined) return undefined;
    if (here === '/') return undefined;
  }
}

function commonFolder(look: LookUp, folder: string): string | undefined {
  if (look.entry(`${folder}/commondir`) === undefined) return folder;
  const text = look.text(`${folder}/commondir`);
  return typeof text === 'string' && text.length < 4_096 ? absolute(folder, text.trim()) : undefined;
}

function harmlessConfig(look: LookUp, path: string): boolean {
  const found = look.target(path);
  if (found === undefined || found.kind !== 'file' || found.size > CONFIG_CAP) return false;
  const text = look.text(path);
  // A line that goes on in the next one, also with a carriage return between: git would see other sections than we do.
  if (typeof text !== 'string' || /\\\r*\n|\\$|[\r\0]/.test(text)) return false;
  let section = '';
  for (const line of text.split('\n')) {
    const part = line.trim();
    if (part === '' || part.startsWith('#') || part.startsWith(';')) continue;
    const named = /^\[[ \t]*([A-Za-z0-9.-]+)(?:[ \t]+"([^"\\\]]*)")?[ \t]*\]$/.exec(part);
    if (named !== null) {
      section = named[1]!.toLowerCase() + (named[2] === undefined ? '' : `.${named[2]}`);
      continue;
    }
    const [, key, value = ''] = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*(?:=(.*))?$/.exec(part) ?? [];
    if (key === undefined || !HARMLESS.test(`${section}.${key.toLowerCase()}`)) return false;
    // A remote of the form `name::` is a program; quotes in the middle could hide it.
    if (/url$/i.test(key) && /::|["\\]/.test(value.trim().replace(/^"([^"\\]*)"$/, '$1'))) return false;
  }
  return true;
}
