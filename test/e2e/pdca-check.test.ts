import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixes, leaves, rejectsOnce, testOf } from '../support/pdca-fixes.ts';
import {
  answer,
  COMPLETED,
  cost,
  goodTeam,
  ONE_GOAL,
  openPdcaWorld,
  REPORT,
  TEST,
  write,
  type Said,
} from '../support/pdca-world.ts';

const qaLines = ({ out }: Said) => out.split('\n').filter((line) => /^\[Phase 4\] QA \d+ test: /.test(line));

test('the same failure three times ends CHECK with its cause, before the cycles are used up', async () => {
  await using world = await openPdcaWorld({ files: ONE_GOAL });
  world.rules(goodTeam(4, [rejectsOnce, ...fixes(leaves('hm'))]));
  const said = await world.auto('add a farewell', '--skip-analysis');
  assert.equal(said.code, 1, said.err + said.out);
  assert.equal(qaLines(said).filter((line) => line.endsWith('test: FAIL')).length, 3);
  assert.match(said.out, /^\[Phase 4\] The same failure three times: test: leaves\. Root cause reported\.$/m);
  assert.match(said.out, /^unresolved: add-a-farewell \(HEAVY 4\/5\), /m);
  assert.equal(world.sessions().filter(({ schema }) => schema === 'diagnosis').length, 2);
  assert.equal(world.read(REPORT), undefined);
});

test('a set of failures that comes back after another one ends CHECK', async () => {
  await using world = await openPdcaWorld({ files: ONE_GOAL });
  const red = (name: string) => testOf(name, 'no');
  world.rules(goodTeam(4, [rejectsOnce, ...fixes(red('A'), red('B'), red('A'))]));
  const said = await world.auto('add a farewell', '--skip-analysis');
  assert.equal(said.code, 1, said.err + said.out);
  assert.equal(qaLines(said).length, 3);
  assert.match(said.out, /^\[Phase 4\] An earlier set of failures came back\.$/m);
});

test('an environment error in CHECK ends it at once, undiagnosed', async () => {
  await using world = await openPdcaWorld({ files: ONE_GOAL });
  const missing = "import { execFileSync } from 'node:child_process';\nexecFileSync('no-such-tool');\n";
  world.rules(goodTeam(2, [rejectsOnce, ...fixes([TEST.path, missing])]));
  const said = await world.auto('add a farewell', '--skip-analysis');
  assert.equal(said.code, 1, said.err + said.out);
  assert.equal(qaLines(said).length, 1);
  assert.match(
    said.out,
    /^\[Phase 4\] Environment error: .*no-such-tool.*The environment has to be set up\.$/m,
  );
  assert.equal(world.sessions().filter(({ schema }) => schema === 'diagnosis').length, 0);
});

test('a project that is red before the run: said, shown as an old failure, and what is new is not forgiven', async () => {
  const old = "import { test } from 'node:test';\ntest('old', () => { throw new Error('old'); });\n";
  await using world = await openPdcaWorld({ files: { ...ONE_GOAL, 'test/old.test.ts': old } });
  const broken = {
    when: { role: 'executor', schema: 'implementation' },
    times: 1,
    steps: [cost, write(...leaves('hm')), write(TEST.path, TEST.text), answer(COMPLETED)],
  };
  world.rules(goodTeam(2, [broken]));
  const said = await world.auto('add a farewell', '--skip-analysis');
  assert.equal(said.code, 0, said.err + said.out);
  assert.match(said.out, /^\[Phase 0\] Red before the run, not blamed on it: test$/m);
  assert.deepEqual(qaLines(said), ['[Phase 4] QA 1 test: FAIL (old)']);
  const completed = /IMPLEMENTATION_COMPLETED: (\{.*\})/.exec(said.out)?.[1] ?? '{}';
  const { iterations, test_results } = JSON.parse(completed) as Record<string, unknown>;
  assert.deepEqual([iterations, test_results], [2, 'test FAIL (old): node --test']);
});
