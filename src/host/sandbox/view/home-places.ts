import { basename, dirname, join } from 'node:path';
import { within } from './mounts.ts';

/** Tools that people install below their home, which a project's own commands need. */
const TOOLCHAINS = [
  '.asdf',
  '.bun',
  '.cargo',
  '.deno',
  '.local/lib',
  '.local/share/claude',
  '.local/share/fnm',
  '.local/share/mise',
  '.local/share/pnpm',
  '.local/share/uv',
  '.nvm',
  '.pyenv',
  '.rbenv',
  '.rustup',
  '.sdkman',
  '.volta',
  'go/pkg',
];

/** Within these, what a package manager that may reach its registry has to write: it gets an empty one. */
const CACHES = ['.cargo/registry', '.cargo/git', '.local/share/pnpm/store', 'go/pkg/mod', 'go/pkg/sumdb'];

/** Never seen in a sandbox, also where the folder around them is shown. */
const SECRETS = [
  '.aws',
  '.azure',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.config/gcloud',
  '.config/gh',
  '.config/git/credentials',
  '.config/hub',
  '.docker',
  '.git-credentials',
  '.gnupg',
  '.gradle/gradle.properties',
  '.kube',
  '.local/share/keyrings',
  '.m2/settings.xml',
  '.netrc',
  '.npmrc',
  '.password-store',
  '.pypirc',
  '.ssh',
  '.terraform.d',
  '.yarnrc.yml',
];

export const toolchainsOf = (home: string): string[] => TOOLCHAINS.map((name) => join(home, name));

export const cachesOf = (home: string): string[] => CACHES.map((name) => join(home, name));

export const secretsOf = (home: string): string[] => SECRETS.map((name) => join(home, name));

/**
 * What has to be seen for the programs of a folder to run: with `…/bin` all that was installed with it (its libraries
 * lie beside it), unless that would be somebody's whole home.
 */
export function installationOf(folder: string, home: string): string {
  const around = dirname(folder);
  const together = ['bin', 'shims', '.bin'].includes(basename(folder));
  return together && basename(around) !== '.local' && !within(around, home) ? around : folder;
}

/** Where a program that is a link really lies: with a package of npm all packages beside it. */
export function packageOf(program: string): string {
  const folder = dirname(program);
  const parts = folder.split('/');
  const outermost = parts.indexOf('node_modules');
  return outermost === -1 ? folder : parts.slice(0, outermost + 1).join('/');
}
