import { join } from 'node:path';
import type { Files } from '../../../host/fs/host-files.ts';

const CAP = 1024 * 1024;

/** The seed's commands where the project is set up for them; undefined: coverage is skipped. */
export async function coverageCommand(files: Files, cwd: string): Promise<string[] | undefined> {
  const read = (name: string) => files.read(join(cwd, name), { cap: CAP }).catch(() => undefined);
  const python = (
    await Promise.all(['pyproject.toml', 'requirements.txt', 'requirements-dev.txt', 'setup.cfg'].map(read))
  ).join('\n');
  if (/pytest-cov/.test(python)) return ['pytest', '--cov', '--cov-report=term-missing'];
  if (/"jest"\s*:/.test((await read('package.json')) ?? ''))
    return ['npx', '--no-install', 'jest', '--coverage'];
  return undefined;
}

/** The total of a report of pytest-cov or jest; null: there is none. */
export function percentIn(output: string): number | null {
  const found =
    /^TOTAL\s.*?(\d+(?:\.\d+)?)%/m.exec(output)?.[1] ??
    /^All files\s*\|\s*(\d+(?:\.\d+)?)/m.exec(output)?.[1];
  return found === undefined ? null : Number(found);
}
