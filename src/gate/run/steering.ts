import { makeFileNow, makeFolderNow } from '../../host/process/replace.ts';
import { absolute } from '../paths.ts';
import type { Surroundings } from '../surroundings.ts';

const STEERING_FILES = ['.gitconfig', '.npmrc', '.bashrc', '.bash_aliases', '.profile', '.zshenv'];
const ZSH_FILES = ['.zshrc', '.zprofile', '.zlogin'];

/**
 * What steers later commands is read-only inside, but only what is there: an agent could put the rest into a home that
 * is open now, and it would run outside, before a plain command, when a gate is closed again.
 */
export function makeSteering({ home, look }: Surroundings, shell: string): void {
  if (home === '/' || look.target(home)?.kind !== 'folder') return;
  const isMissing = (name: string) => look.entry(absolute(home, name)) === undefined;
  const folders = ['.claude', '.config/git', ...(shell.endsWith('fish') ? ['.config/fish'] : [])];
  for (const name of folders) makeFolderNow(absolute(home, name), 0o755);
  // Of its three files a login of bash reads the first that is there: a new first one leads to the one read until now.
  const login = isMissing('.bash_login') ? '.profile' : '.bash_login';
  if (isMissing('.bash_profile')) makeFileNow(absolute(home, '.bash_profile'), `. ~/${login}\n`);
  if (isMissing('.claude.json')) makeFileNow(absolute(home, '.claude.json'), '{}\n');
  for (const name of [...STEERING_FILES, ...(shell.endsWith('zsh') ? ZSH_FILES : [])])
    if (isMissing(name)) makeFileNow(absolute(home, name), '');
}
