// Takes each guard away in a copy of the tree and shows which attack notices.
//   npm run attacks:mutate                   all
//   npm run attacks:mutate -- link pushed    only guards whose words contain one of these
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GUARDS } from './guards.ts';
import { copyTree } from './mutate.ts';

const words = process.argv.slice(2);
const wanted = GUARDS.filter(
  ({ guard, file, noticedBy }) =>
    words.length === 0 || words.some((word) => `${guard} ${file} ${noticedBy}`.includes(word)),
);
const folder = mkdtempSync(join(tmpdir(), 'autodev-mutations-'));
let unnoticed = 0;
try {
  const copy = copyTree(folder);
  const green = new Map<string, boolean>();
  for (const guard of wanted) {
    const { noticedBy } = guard;
    if (!green.has(noticedBy)) green.set(noticedBy, (await copy.exitCode(noticedBy)) === 0);
    const red = (await copy.exitCode(noticedBy, guard)) !== 0;
    const noticed = green.get(noticedBy) === true && red;
    if (!noticed) unnoticed += 1;
    const verdict = green.get(noticedBy) === true ? (red ? 'noticed by' : 'NOT NOTICED by') : 'RED ANYWAY:';
    process.stdout.write(`${guard.guard}: ${verdict} ${noticedBy}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${wanted.length - unnoticed} of ${wanted.length} noticed\n`);
process.exitCode = unnoticed === 0 ? 0 : 1;
