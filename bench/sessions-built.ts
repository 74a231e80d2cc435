import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SCRIPTS = [
  new URL('./sessions-process.ts', import.meta.url),
  new URL('./sessions-naive.ts', import.meta.url),
].map((url) => fileURLToPath(url));

/** The two ways of indexing without types to strip at every start, as an installed program has none. */
export function buildInto(folder: string): { ours: string; naive: string } {
  const config = join(folder, 'tsconfig.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.build.json'),
      compilerOptions: {
        rootDir: ROOT,
        outDir: folder,
        noCheck: true,
        typeRoots: [join(ROOT, 'node_modules', '@types')],
      },
      include: [],
      files: [...SCRIPTS, join(ROOT, 'src', 'sessions', 'index', 'build', 'build-thread.ts')],
    }),
  );
  execFileSync(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', config], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [ours = '', naive = ''] = SCRIPTS.map((path) =>
    join(folder, 'bench', basename(path).replace('.ts', '.js')),
  );
  return { ours, naive };
}
