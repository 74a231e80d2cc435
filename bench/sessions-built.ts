import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SCRIPTS = ['sessions-process.ts', 'sessions-naive.ts'];

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
      files: [
        ...SCRIPTS.map((name) => join(ROOT, 'bench', name)),
        join(ROOT, 'src', 'sessions', 'index', 'build-thread.ts'),
      ],
    }),
  );
  execFileSync(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', config], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [ours = '', naive = ''] = SCRIPTS.map((name) => join(folder, 'bench', name.replace('.ts', '.js')));
  return { ours, naive };
}
