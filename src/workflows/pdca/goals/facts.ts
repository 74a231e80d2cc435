import { join } from 'node:path';
import type { Files } from '../../../host/fs/host-files.ts';
import type { ProjectFacts } from './goals.ts';

const CAP = 1024 * 1024;

/** What a project says of itself, read once. */
export async function projectFacts(
  files: Files,
  cwd: string,
  more: Pick<ProjectFacts, 'configured' | 'custom'>,
): Promise<ProjectFacts> {
  const read = (name: string) =>
    files.read(join(cwd, name), { cap: CAP, followLinks: true }).catch(() => undefined);
  const names = (await files.list(cwd)).map(({ name }) => name);
  return {
    names,
    bin: (await files.list(join(cwd, 'node_modules', '.bin'))).map(({ name }) => name),
    packageJson: await read('package.json'),
    pythonConfig: (await Promise.all(['pyproject.toml', 'setup.cfg', 'tox.ini'].map(read))).join('\n'),
    makefile: (await read('Makefile')) ?? (await read('makefile')),
    ...more,
  };
}
