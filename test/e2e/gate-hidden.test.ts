import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { PHASES, gateWorld, runFile, type GateWorld } from '../support/gate-world.ts';

const HIDDEN = readFileSync(new URL('../support/commands/hidden.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.replaceAll('⏎', '\n').replace(/^autodev develop run/, `node ${runFile}`));

/** What ends everything around it has to have a sandbox of its own. */
const ALONE = /kill|PPID/;
/** With open gates these are a person's and an agent's plain commands: they may commit and push. */
const PLAIN = /^(cd \. && )?git (push|commit|fetch|add) /;

/** Many of the commands only wait until their time is over: so many run at every moment. */
const AT_ONCE = 16;

/** Runs all lines in one sandbox: the line that the hook offers differs in nothing but the command. */
function runTogether(world: GateWorld, lines: readonly [number, string][]): void {
  const script = join(world.path, 'all.sh');
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const runs = lines.map(
    ([at, line], nth) =>
      `GATE_LINE=${at} timeout -k 1 2 bash -c ${quoted(line)} < /dev/null > /dev/null 2>&1 &${nth < AT_ONCE ? '' : '\nwait -n'}`,
  );
  writeFileSync(script, `${runs.join('\n')}\nwait\n`);
  const done = world.run(`node ${runFile} -- bash ${script}`, { timeout: 600_000 });
  assert.equal(done.status, 0, done.stderr);
}

describe('whatever hides an effect is refused or runs where the effect cannot happen', () => {
  assert.ok(HIDDEN.length >= 800);
  for (const phase of PHASES) {
    test(`${phase.name}: ${HIDDEN.length} commands, each judged and really run as the hook says`, async () => {
      await using world = await gateWorld();
      world.enter(phase);
      const before = world.digest(phase);
      const together: [number, string][] = [];
      const alone: string[] = [];
      for (const [at, hidden] of HIDDEN.entries()) {
        const line = hidden.replaceAll('/tmp/gate', join(world.path, 'tmp', 'gate'));
        const reason = world.judge(line);
        if (reason === undefined) {
          assert.ok(
            line.startsWith(`node ${runFile} -- `) ||
              (phase.name.includes('open') && PLAIN.test(line.replaceAll(/['"]/g, ''))),
            `allowed: ${line}`,
          );
          alone.push(line);
        } else {
          const ready = world.ready(reason);
          if (ready === undefined) continue;
          assert.equal(world.judge(ready), undefined, `the offered line is not let through: ${ready}`);
          if (ALONE.test(line)) alone.push(ready);
          else together.push([at, line]);
        }
      }
      runTogether(world, together);
      // Each call is judged when it is made: what ran before it may have left hooks that a plain push would run.
      for (const line of alone) {
        const reason = world.judge(line);
        const now = reason === undefined ? line : world.ready(reason);
        if (now !== undefined) world.run(now, { timeout: 20_000 });
      }
      assert.deepEqual(world.digest(phase), before, 'something was changed');
      const ran = existsSync(join(world.path, 'ran'))
        ? new Set(readFileSync(join(world.path, 'ran'), 'utf8').split('\n'))
        : new Set();
      assert.ok(
        ran.size > 240,
        `only ${ran.size} commands came to their payload: this test would show nothing`,
      );
    });
  }

  test('without the sandbox the same commands do change all of it', async () => {
    await using world = await gateWorld();
    const [phase] = PHASES;
    assert.ok(phase);
    world.enter(phase);
    const before = world.digest(phase);
    const places = Object.keys(before);
    world.run('GATE_LINE=1 ./act.sh');
    const after = world.digest(phase);
    assert.deepEqual(
      places.filter((name) => after[name] === before[name]),
      ['home/.gitconfig'],
    );
  });
});
