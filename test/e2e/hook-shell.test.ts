import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { decide, writeState } from '../support/gate.ts';
import { tmpdir } from '../support/tmpdir.ts';

/** The same numbers in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const single = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const double = (text: string) => `"${text.replaceAll(/[\\"$`]/g, '\\$&')}"`;

/** Ways to run a command that hide it from a look at the beginning of the line. */
const DISGUISES: readonly ((x: string) => string)[] = [
  (x) => `sh -c ${single(x)}`,
  (x) => `bash -c ${double(x)}`,
  (x) => `bash -ec ${single(x)}`,
  (x) => `eval ${single(x)}`,
  (x) => `( ${x} )`,
  (x) => `{ ${x}\n}`,
  (x) => `echo "$( ${x} )"`,
  (x) => `X=$( ${x} )`,
  (x) => `true && ${x}`,
  (x) => `false || { ${x}\n}`,
  (x) => `ls; ${x}`,
  (x) => `if true; then\n${x}\nfi`,
  (x) => `for i in 1; do\n${x}\ndone`,
  (x) => `while :; do\n${x}\nbreak; done`,
  (x) => `case a in (b) ls;; a)\n${x}\n;; esac`,
  (x) => `cat <( ${x} )`,
  (x) => `f() {\n${x}\n}; f`,
  (x) => `bash <<'E${x.length}'\n${x}\nE${x.length}\n`,
  (x) => `bash <<< ${single(x)}`,
  (x) => `cat <<E${x.length}\n$( ${x} )\nE${x.length}\n`,
  (x) => `env A=1 sh -c ${single(x)}`,
  (x) => `command sh -c ${single(x)}`,
  (x) => `nohup sh -c ${single(x)} > /dev/null 2>&1`,
  (x) => `timeout 5 sh -c ${single(x)}`,
  (x) => `echo a | xargs -I@ sh -c ${single(x)}`,
  (x) => `find . -maxdepth 0 -exec sh -c ${single(x)} \\;`,
  (x) => `printf %s ${single(x)} | sh`,
  (x) => `C=${single(x)}; eval "$C"`,
  (x) => `trap ${single(x)} EXIT`,
  (x) => `[[ -n "$( ${x} )" ]]`,
  (x) => `echo \${Y:-$( ${x} )}`,
  (x) => `! ${x}`,
  (x) => `echo hi # comment\n${x}`,
];
const ACTS = [
  'touch M',
  'echo x > M',
  ': >> M',
  'cp a M',
  'tee M < a',
  "node -e 'fs.writeFileSync(`M`,``)'",
  'dd if=a of=M status=none',
  't\\ouch M',
  "$'touch' M",
  '/bin/touch M',
  'ln -s a M',
];

test('whatever a real shell would really do, disguised at random, is denied', async () => {
  await using tmp = await tmpdir({ git: true });
  writeState(tmp.path, 'IMPLEMENT');
  spawnSync('sh', ['-c', 'echo a > a'], { cwd: tmp.path });
  const env = { PATH: process.env['PATH'], HOME: tmp.path };
  const pick = seeded(20_260_216);
  let tried = 0;
  for (let round = 0; round < 600; round += 1) {
    let command = ACTS[pick(ACTS.length)] ?? '';
    for (let depth = pick(4); depth > 0; depth -= 1)
      command = (DISGUISES[pick(DISGUISES.length)] ?? String)(command);
    const reason = decide({ cwd: tmp.path, tool_name: 'Bash', tool_input: { command } }, env, tmp.path);
    assert.notEqual(reason, null, `allowed:\n${command}`);
    // Some are really run, to show that the disguise works and a pass would have been a hole.
    if (round % 15 !== 0) continue;
    spawnSync('bash', ['-c', command], { cwd: tmp.path, env, stdio: 'ignore', timeout: 20_000 });
    if (existsSync(join(tmp.path, 'M'))) tried += 1;
    rmSync(join(tmp.path, 'M'), { force: true });
  }
  assert.ok(tried >= 35, `only ${tried} of 40 commands did what they were meant to`);
});

test('the same disguises around a reading command pass, where the shell text says what it runs', async () => {
  await using tmp = await tmpdir({ git: true });
  writeState(tmp.path, 'IMPLEMENT');
  const env = { PATH: process.env['PATH'], HOME: tmp.path };
  const pick = seeded(42);
  // A pipe into a shell and code in a variable are not written out: refused, whatever they hold.
  const plain = DISGUISES.filter((disguise) => !/\| sh|eval "\$C"/.test(disguise('x')));
  for (let round = 0; round < 400; round += 1) {
    let command =
      ['cat a', 'git status', 'grep ">" a', 'npm test > /dev/null', 'echo "git push"'][pick(5)] ?? '';
    for (let depth = pick(4); depth > 0; depth -= 1) command = (plain[pick(plain.length)] ?? String)(command);
    const reason = decide({ cwd: tmp.path, tool_name: 'Bash', tool_input: { command } }, env, tmp.path);
    assert.equal(reason, null, `denied (${reason}):\n${command}`);
  }
});
