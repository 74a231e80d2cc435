import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXHIBITS } from './exhibits.ts';
import { show } from './show.ts';

/** `npm run museum [-- word]`: every exhibit, or those whose name holds the word. Exit code 1: one was not found. */
const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const word = process.argv[2] ?? '';
let missed = 0;
for (const exhibit of EXHIBITS.filter(({ name }) => name.includes(word))) {
  const { invariant, runs, story } = await show(root, exhibit, 300).catch((error: unknown) => ({
    invariant: `(${String(error).slice(0, 300)})`,
    runs: 0,
    story: 0,
  }));
  const found = invariant === exhibit.invariant;
  if (!found) missed += 1;
  process.stdout.write(
    `${found ? 'found ' : 'MISSED'} ${exhibit.name}: ${invariant ?? 'nothing'} after ${runs} runs, ${story} lines\n`,
  );
}
process.exitCode = missed === 0 ? 0 : 1;
