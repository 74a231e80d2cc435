import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFile, type GatePhase, type GateWorld } from './gate-world.ts';

const rows = (name: string) =>
  readFileSync(new URL(`./commands/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !/kill|PPID|^autodev|develop-run/.test(line))
    .map((line) => line.replaceAll('⏎', '\n').replace(/^> /, ''));

const single = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const double = (text: string) => `"${text.replaceAll(/[\\"$`]/g, '\\$&')}"`;

/** What the grammar of a shell offers to put around, before and behind a command. */
const SHAPES: readonly ((x: string, y: string) => string)[] = [
  (x) => `sh -c ${single(x)}`,
  (x) => `bash -c ${double(x)}`,
  (x) => `eval ${single(x)}`,
  (x) => `( ${x}\n)`,
  (x) => `{ ${x}\n}`,
  (x) => `echo "$( ${x}\n)"`,
  (x) => `X=$( ${x}\n)`,
  (x, y) => `${y} && ${x}`,
  (x, y) => `${x}; ${y}`,
  (x, y) => `${y} | ${x}`,
  (x, y) => `${x} || ${y}`,
  (x) => `if true; then\n${x}\nfi`,
  (x) => `for i in 1; do\n${x}\ndone`,
  (x) => `case a in a)\n${x}\n;; esac`,
  (x) => `cat <( ${x}\n)`,
  (x) => `f() {\n${x}\n}; f`,
  (x) => `bash <<'E${x.length}'\n${x}\nE${x.length}\n`,
  (x) => `env A=1 sh -c ${single(x)}`,
  (x) => `timeout 2 sh -c ${single(x)}`,
  (x) => `find . -maxdepth 0 -exec sh -c ${single(x)} \\;`,
  (x) => `printf %s ${single(x)} | sh`,
  (x) => `C=${single(x)}; eval "$C"`,
  (x) => `trap ${single(x)} EXIT`,
  (x) => `echo $(( a[$( ${x}\n)0] ))`,
  (x) => `${x} > /dev/null 2>&1`,
  (x) => `ls 2>/dev/null;${x}`,
  (x) => x.replace(/[a-z](?=[a-z])/, (c) => `${c}''`),
  (x) => x.replace(' ', '\\\n '),
  (x) => x.replace(' ', '\t'),
  (x) => ` ${x} `,
];

/** The same numbers in every run of a seed. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Commands that hide an effect, put together from the lists and the grammar. */
export function composer(seed: number, tmp: string): () => string {
  const pick = seeded(seed);
  const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
  const hidden = rows('hidden');
  const ordinary = rows('ordinary');
  return () => {
    let command = one(hidden);
    for (let depth = pick(4); depth > 0; depth -= 1) command = one(SHAPES)(command, one(ordinary));
    return command.replaceAll('/tmp/gate', join(tmp, 'gate'));
  };
}

/** Judges commands, and runs some as the hook says; gives those that changed what must not change. */
export function fuzz(
  world: GateWorld,
  phase: GatePhase,
  given: { judge: number; run: number; seed: number },
): string[] {
  const compose = composer(given.seed, join(world.path, 'tmp'));
  world.enter(phase);
  const before = JSON.stringify(world.digest(phase));
  const breaches: string[] = [];
  const batch: string[] = [];
  const flush = () => {
    const script = join(world.path, 'all.sh');
    const runs = batch.map(
      (line, at) => `GATE_LINE=${at} timeout -k 1 2 bash -c ${single(line)} < /dev/null > /dev/null 2>&1`,
    );
    writeFileSync(script, `${runs.join('\n')}\ntrue\n`);
    world.run(`node ${runFile} -- bash ${script}`, { timeout: 600_000 });
    if (JSON.stringify(world.digest(phase)) !== before) breaches.push(`one of:\n${batch.join('\n---\n')}`);
    batch.length = 0;
  };
  const every = Math.max(1, Math.floor(given.judge / given.run));
  for (let round = 0; round < given.judge; round += 1) {
    const line = compose();
    const reason = world.judge(line);
    if (reason === undefined) {
      // It passes as it is: whatever it does, it does here.
      world.run(line, { timeout: 20_000 });
      if (JSON.stringify(world.digest(phase)) !== before) breaches.push(line);
      if (breaches.length > 0) return breaches;
      continue;
    }
    if (round % every !== 0) continue;
    if (world.ready(reason) !== undefined) batch.push(line);
    if (batch.length >= 100) flush();
  }
  if (batch.length > 0) flush();
  return breaches;
}
