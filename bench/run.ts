// npm run bench            every bench/<name>.bench.ts
// npm run bench -- hook    only those whose name contains a word
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const words = process.argv.slice(2);
const files = globSync('*.bench.ts', { cwd: here }).sort();
const chosen = files.filter(
  (file) => words.length === 0 || words.some((word) => basename(file, '.bench.ts').includes(word)),
);
if (chosen.length === 0) {
  console.error(
    `no bench matches; there are: ${files.map((file) => basename(file, '.bench.ts')).join(', ')}`,
  );
  process.exitCode = 2;
}
let missed = 0;
for (const file of chosen) {
  const { run } = (await import(pathToFileURL(join(here, file)).href)) as { run: () => Promise<boolean> };
  if (!(await run())) missed += 1;
}
console.log(missed === 0 ? '\nall goals met' : `\n${missed} of ${chosen.length} benches missed a goal`);
