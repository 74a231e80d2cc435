// node bench/fuzz-spec.ts [inputs] [seed]
//   A million damaged CLAUDE.md files: none may throw, none may take long. Then texts made to be slow, each at
//   sizes that double: the time per character may not grow with the size.
import { parseSpecBytes } from '../src/spec/parse/parse.ts';
import { migrate } from '../src/spec/migrate/migrate.ts';
import { damaged, damagedBytes, randomSpec, seeded } from '../test/support/spec-samples.ts';
import { NASTY } from '../test/support/spec-nasty.ts';

const inputs = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? 1);
const random = seeded(seed);
const LIMIT_MS = 250;
const SIZES = [250_000, 500_000, 1_000_000];
/** A square takes four times as long per character at the last size; garbage collection alone up to twice. */
const GROWTH = 3;

let failures = 0;
let slowest = 0;
let bytes = 0;
for (let i = 0; i < inputs; i += 1) {
  const sample = randomSpec(random);
  const input = i % 2 === 0 ? Buffer.from(damaged(sample, random)) : damagedBytes(sample, random);
  bytes += input.length;
  const start = performance.now();
  try {
    parseSpecBytes(input);
    if (i % 50 === 0) migrate(input.toString('utf8'));
  } catch (error) {
    failures += 1;
    console.error(`input ${i} of seed ${seed} threw:`, error, '\n', JSON.stringify(input.toString('latin1')));
  }
  let took = performance.now() - start;
  // A busy machine may stop us at any moment: what seems slow is tried again.
  for (let again = 0; again < 3 && took > LIMIT_MS; again += 1) {
    const second = performance.now();
    parseSpecBytes(input);
    took = Math.min(took, performance.now() - second);
  }
  slowest = Math.max(slowest, took);
  if ((i + 1) % 100_000 === 0) console.log(`${i + 1} inputs, slowest ${slowest.toFixed(1)} ms`);
}
console.log(
  `${inputs} inputs, ${(bytes / 1e6).toFixed(0)} MB, ${failures} threw, slowest ${slowest.toFixed(1)} ms`,
);
if (slowest > LIMIT_MS) failures += 1;

for (const [name, make] of Object.entries(NASTY)) {
  const perCharacter = SIZES.map((size) => {
    const text = Buffer.from(make(size));
    let best = Infinity;
    for (let round = 0; round < 5; round += 1) {
      const start = performance.now();
      parseSpecBytes(text);
      best = Math.min(best, performance.now() - start);
    }
    // Below ten milliseconds it is the garbage collector that is measured.
    return Math.max(best, 10) / text.length;
  });
  const growth = (perCharacter.at(-1) ?? 0) / (perCharacter[0] ?? 1);
  const bad = growth > GROWTH;
  if (bad) failures += 1;
  const times = perCharacter.map((cost) => (cost * 1e6).toFixed(1)).join(' → ');
  console.log(`${bad ? 'SLOW' : 'ok  '} ${name.padEnd(20)} ${times} ns per character`);
}
process.exitCode = failures === 0 ? 0 : 1;
