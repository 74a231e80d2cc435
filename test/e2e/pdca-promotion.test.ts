import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixes, leaves, rejectsOnce, testOf } from '../support/pdca-fixes.ts';
import {
  answer,
  APPROVED,
  CODE,
  COMPLETED,
  cost,
  DESIGN,
  goodTeam,
  openPdcaWorld,
  TEST,
  write,
} from '../support/pdca-world.ts';

const GOALS = {
  'package.json': JSON.stringify({ name: 'app', type: 'module' }),
  '.autodev.yaml': JSON.stringify({ goals: { test: ['node', '--test'], build: ['node', 'build.mjs'] } }),
};
const GREETS = 'src/greet.ts';

test('LIGHT with two failed builds becomes STANDARD, with a design; its fourth QA cycle makes it HEAVY', async () => {
  await using world = await openPdcaWorld({ files: GOALS });
  const greet = world.read(GREETS) ?? '';
  const builds = (text: string) => ({
    when: { role: 'executor', schema: 'implementation' },
    times: 1,
    steps: [
      cost,
      write(CODE.path, CODE.text),
      write(TEST.path, TEST.text),
      write(GREETS, text),
      answer(COMPLETED),
    ],
  });
  world.rules(
    goodTeam(0, [
      builds(`${greet}// BROKEN\n`),
      builds(`${greet}// still BROKEN\n`),
      builds(greet),
      rejectsOnce,
      ...fixes(testOf('A', 'no'), testOf('B', 'no'), testOf('C', 'no'), testOf('leaves')),
    ]),
  );
  const said = await world.auto('add a farewell', '--skip-analysis');
  assert.equal(said.code, 0, said.err + said.out);
  assert.match(
    said.out,
    /\[Phase 3\] LIGHT -> STANDARD: the build failed twice[\s\S]*\[Phase 4\] STANDARD -> HEAVY: more than 3 QA cycles/,
  );
  assert.match(said.out, /^done: add-a-farewell \(HEAVY 0\/5\)/m);
  assert.ok(world.read(DESIGN) !== undefined);
});

test('files that a fix of ACT adds count: LIGHT becomes HEAVY at five, and is designed before it is checked again', async () => {
  await using world = await openPdcaWorld({ files: GOALS });
  const more = ['a', 'b', 'c'].map((name) => write(`src/${name}.ts`, `export const ${name} = '${name}';\n`));
  world.rules(
    goodTeam(0, [
      {
        when: { role: 'architect', schema: 'gate' },
        times: 1,
        steps: [cost, answer({ ...APPROVED, verdict: 'REJECT', reasons: ['too little'] })],
      },
      {
        when: { role: 'executor', schema: 'fix' },
        times: 1,
        steps: [cost, ...more, answer({ summary: '', files_changed: [] })],
      },
      ...fixes(leaves('bye')),
    ]),
  );
  const said = await world.auto('add a farewell', '--skip-analysis', '--json');
  assert.equal(said.code, 0, said.err + said.out);
  assert.match(said.out, /\[Phase 5\] LIGHT -> HEAVY: 5 files/);
  const started = said.lines.filter(({ event }) => event === 'session.started');
  assert.deepEqual(started.map(({ role }) => role).slice(3), [
    'architect',
    'executor',
    'executor-high',
    'architect',
    'executor-high',
    'architect',
    'architect',
    'gap-checker',
    'code-reviewer',
    'writer',
  ]);
  assert.equal(said.lines.at(-1)?.['sessions'], started.length);
});
