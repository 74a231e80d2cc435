// npm run bench                      every bench/<name>.bench.ts
// npm run bench -- hook              only those whose name contains a word
// npm run bench -- --report [word]   the same, and docs/performance.md from them and from what was measured before
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { REPORTED } from './measure.ts';
import { keepMeasured, writePage } from './page.ts';

const here = dirname(fileURLToPath(import.meta.url));
const given = process.argv.slice(2);
const words = given.filter((word) => word !== '--report');
const names = globSync('*.bench.ts', { cwd: here })
  .map((file) => basename(file, '.bench.ts'))
  .sort();
const chosen = names.filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
if (chosen.length === 0) {
  console.error(`no bench matches; there are: ${names.join(', ')}`);
  process.exitCode = 2;
}
let missed = 0;
for (const name of chosen) {
  REPORTED.length = 0;
  const { run } = (await import(pathToFileURL(join(here, `${name}.bench.ts`)).href)) as {
    run: () => Promise<boolean>;
  };
  if (!(await run())) missed += 1;
  // After each: a run that is cut short, or made in parts, keeps what it has.
  if (given.includes('--report') && REPORTED.length > 0) {
    keepMeasured(name, REPORTED);
    writePage(names);
  }
}
console.log(missed === 0 ? '\nall goals met' : `\n${missed} of ${chosen.length} benches missed a goal`);
