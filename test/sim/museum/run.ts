import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXHIBITS } from './exhibits.ts';
import { show, type Shown } from './show.ts';

/**
 * `npm run museum [-- word] [-- --quick]`: every exhibit, or those whose name holds the word; quick ones are told as they
 * were found, not shrunk. Exit code 1: one was not found.
 */
const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const quick = process.argv.includes('--quick');
const word = process.argv.slice(2).find((each) => !each.startsWith('--')) ?? '';
const lengths: number[] = [];
let missed = 0;
for (const exhibit of EXHIBITS.filter(({ name }) => name.includes(word))) {
  const shown: Shown = await show(root, exhibit, 300, quick ? 'as-found' : 'shrunk').catch(
    (error: unknown) => ({
      invariant: String(error).slice(0, 300),
      runs: 0,
      story: [],
    }),
  );
  const { invariant, runs, story, unseen } = shown;
  // What never ends is seen by the run itself, with and without invariants.
  const found = invariant === exhibit.invariant && (unseen === true || invariant === 'everything-ends');
  if (found) lengths.push(story.length);
  else missed += 1;
  const told = `${invariant ?? 'nothing'} after ${runs} runs, ${story.length} lines`;
  process.stdout.write(`${found ? 'found ' : 'MISSED'} ${exhibit.name}: ${told}\n`);
}
const median = lengths.sort((a, b) => a - b)[lengths.length >> 1] ?? 0;
process.stdout.write(
  `${lengths.length} found, ${missed} missed; half of the stories have ${median} lines or fewer\n`,
);
process.exitCode = missed === 0 ? 0 : 1;
