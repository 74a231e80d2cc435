// node bench/fuzz-gate.ts [judged] [run] [seed]: commands put together from hidden effects and the shell's grammar, judged
// by the gate, and some really run as it says, in each phase. 100,000 and 2,000 unless told otherwise.
import { fuzz } from '../test/support/gate-fuzz.ts';
import { PHASES, gateWorld } from '../test/support/gate-world.ts';

const [judge = 100_000, run = 2_000, seed = 1] = process.argv.slice(2).map(Number);
const each = Math.ceil(PHASES.length);
for (const [at, phase] of PHASES.entries()) {
  await using world = await gateWorld();
  const share = { judge: Math.ceil(judge / each), run: Math.ceil(run / each), seed: seed + at };
  const breaches = fuzz(world, phase, share);
  console.log(`${phase.name}: ${share.judge} judged, ${share.run} run, ${breaches.length} breaches`);
  for (const breach of breaches) console.log(breach);
  if (breaches.length > 0) process.exitCode = 1;
}
