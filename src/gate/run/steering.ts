import { makeFileNow, makeFolderNow } from '../../host/process/replace.ts';
import { absolute } from '../paths.ts';
import type { Surroundings } from '../surroundings.ts';

const STEERING_FILES = [
  '.gitconfig',
  '.npmrc',
  '.ripgreprc',
  '.bashrc',
  '.bash_aliases',
  '.profile',
  '.zshenv',
];
const GPG_FILES = ['.gnupg/gpg.conf', '.gnupg/gpg-agent.conf'];
const ZSH_FILES = ['.zshrc', '.zprofile', '.zlogin'];

/**
 * What steers later commands is read-only inside, but only what is there: an agent could put the rest into a home that
 * is open now, and it would run outside, before a plain command, when a gate is closed again.
 */
export function makeSteering({ home, configHome, look }: Surroundings, shell: string): void {
  if (home === '/' || look.target(home)?.kind !== 'folder') return;
  const isMissing = (name: string) => look.entry(absolute(home, name)) === undefined;
  makeFolderNow(absolute(home, '.claude'), 0o755);
  makeFolderNow(absolute(home, '.ssh'), 0o700);
  for (const name of ['git', 'gh', ...(shell.endsWith('fish') ? ['fish'] : [])])
    makeFolderNow(absolute(configHome, name), 0o755);
  // Of its three files a login of bash reads the first that is there: a new first one leads to the one read until now.
  const login = isMissing('.bash_login') ? '.profile' : '.bash_login';
  if (isMissing('.bash_profile')) makeFileNow(absolute(home, '.bash_profile'), `. ~/${login}\n`);
  if (isMissing('.claude.json')) makeFileNow(absolute(home, '.claude.json'), '{}\n');
  const gpg = look.target(absolute(home, '.gnupg'))?.kind === 'folder' ? GPG_FILES : [];
  for (const name of [...STEERING_FILES, ...gpg, ...(shell.endsWith('zsh') ? ZSH_FILES : [])])
    if (isMissing(name)) makeFileNow(absolute(home, name), '');
}
