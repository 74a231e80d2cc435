import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  answer,
  cost,
  FEATURE,
  goodTeam,
  ONE_GOAL,
  openPdcaWorld,
  PLAN,
  type Said,
} from '../support/pdca-world.ts';

const rolesOf = (said: Said) =>
  said.out
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['event'] === 'session.started')
    .map((line) => `${String(line['step']).slice(5)} ${String(line['role'])}`);

const left = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

test('killed in each phase and resumed in place, no finished step is paid again and half-written files are set aside', async () => {
  await using world = await openPdcaWorld({ files: ONE_GOAL });
  const at = Object.fromEntries(
    ['plan', 'design', 'do', 'check', 'act'].map((name) => [name, world.gate(name)]),
  );
  const stopsAt = (name: string, role: string, schema: string, half: string) => ({
    when: { role, schema },
    steps: [cost, { do: 'write', path: half, text: 'half' }, at[name]?.step],
  });
  const team = goodTeam(2) as { when: { role: string; schema: string }; steps: unknown[] }[];
  const waiting = [
    stopsAt('plan', 'planner', 'document', 'half-plan.md'),
    stopsAt('design', 'executor', 'document', 'half-design.md'),
    stopsAt('do', 'executor', 'implementation', 'src/half.ts'),
    stopsAt('check', 'gap-checker', 'gap', ''),
    stopsAt('act', 'writer', 'document', 'half-report.md'),
  ];
  // Each waits before it does its work, the first time only.
  world.rules(
    team.map((rule) => {
      const found = waiting.find(
        ({ when }) => when.role === rule.when.role && when.schema === rule.when.schema,
      );
      if (found === undefined) return rule;
      const [, half, gate] = found.steps as [unknown, { path: string }, unknown];
      const steps = half.path === '' ? [gate] : [half, gate, { do: 'run', command: ['rm', '-f', half.path] }];
      return { ...rule, steps: [...steps, ...rule.steps] };
    }),
  );
  const paid: string[] = [];
  let words = ['add a farewell', '--json'];
  for (const name of ['plan', 'design', 'do', 'check', 'act']) {
    const { child, ended } = world.start(...words);
    await Promise.race([
      at[name]?.reached(),
      ended.then((said) => assert.fail(`${name}: ${said.out}${said.err}`)),
    ]);
    child.kill('SIGKILL');
    paid.push(...rolesOf(await ended));
    at[name]?.open();
    words = ['resume', '--json'];
  }
  const last = await world.auto('resume', '--json');
  paid.push(...rolesOf(last));
  assert.equal(last.code, 0, last.err + last.out);
  const counts = new Map<string, number>();
  for (const one of paid) counts.set(one, (counts.get(one) ?? 0) + 1);
  assert.deepEqual(Object.fromEntries(counts), {
    'plan explore': 2,
    'plan planner': 2,
    'plan critic': 1,
    'design executor': 2,
    'do executor': 2,
    'do architect': 1,
    'check architect': 1,
    'check gap-checker': 2,
    'check code-reviewer': 1,
    'act writer': 2,
  });
  assert.equal(world.git('status', '--porcelain'), '');
  assert.doesNotMatch(world.git('log', '--name-only', '--format='), /half/);
  assert.match(world.git('for-each-ref', '--format=%(refname)'), /refs\/autodev\/aside\/add-a-farewell-/);
  assert.deepEqual([left(join(world.home, 'teams')), left(join(world.home, 'wt'))], [[], []]);
});

test('stopped on one machine and resumed on another from the branch alone: no finished phase again, the same options', async () => {
  await using world = await openPdcaWorld({ files: ONE_GOAL });
  const gate = world.gate('do');
  world.rules(
    goodTeam(2, [
      {
        when: { role: 'executor', schema: 'implementation' },
        times: 1,
        steps: [gate.step, answer({ status: 'failed' })],
      },
    ]),
  );
  const { child, ended } = world.start('add a farewell', '--json', '--skip-e2e', '--worktree');
  await gate.reached();
  child.kill('SIGINT');
  const stopped = await ended;
  gate.open();
  assert.deepEqual(
    [stopped.code, stopped.lines.at(-1)?.['event'], stopped.lines.at(-1)?.['outcome']],
    [130, 'end', 'stopped'],
  );
  assert.deepEqual([left(join(world.home, 'teams')), left(join(world.home, 'wt'))], [[], []]);
  assert.equal(world.git('worktree', 'list').split('\n').length, 1);
  world.rules(goodTeam(2));
  const other = world.elsewhere();
  const said = await other.auto('resume', '--json');
  assert.equal(said.code, 0, said.err + said.out);
  const roles = rolesOf(said);
  assert.deepEqual(
    roles.filter((role) => /^(plan|design) /.test(role)),
    [],
  );
  assert.equal(said.lines.at(-1)?.['mode'], 'STANDARD');
});

test("a person's edits after a stop are theirs: resume is refused until they are committed", async () => {
  await using world = await openPdcaWorld({ files: ONE_GOAL });
  const gate = world.gate('plan');
  world.rules(goodTeam(0, [{ when: { role: 'planner' }, times: 1, steps: [gate.step, answer({})] }]));
  const { child, ended } = world.start('add a farewell');
  await gate.reached();
  child.kill('SIGTERM');
  const stopped = await ended;
  assert.equal(stopped.code, 130);
  assert.match(stopped.out, /To go on: autodev auto resume add-a-farewell/);
  writeFileSync(join(world.project, 'src/greet.ts'), 'mine\n');
  const said = await world.auto('resume');
  assert.deepEqual([said.code, world.read('src/greet.ts')], [3, 'mine\n']);
  assert.match(said.err, /src\/greet\.ts/);
});

test('a failed run says why, is not told as finished, and goes on at the step that failed: no other one is paid again', async () => {
  await using world = await openPdcaWorld({ files: ONE_GOAL });
  const nothing = (role: string) => ({ when: { role }, steps: [cost, answer({ path: 'x', summary: '' })] });
  const failed = (said: Said, why: RegExp) => {
    assert.equal(said.code, 1, said.err + said.out);
    assert.match(said.out, why);
    assert.match(said.out, /To go on: autodev auto resume add-a-farewell\n$/);
  };
  const phases = () => {
    const { features } = JSON.parse(world.read('docs/.pdca-status.json') ?? '{}') as {
      features: Record<string, { phase: string; documents: { report: string | null } }>;
    };
    return features[FEATURE];
  };
  world.rules(goodTeam(0, [nothing('planner')]));
  failed(await world.auto('add a farewell'), new RegExp(`\n- ${PLAN} was not written, twice\n`));
  assert.equal(phases()?.phase, 'PLAN');
  world.rules(goodTeam(0, [nothing('writer')]));
  failed(await world.auto('resume', FEATURE), /\n- report was not written, twice\n/);
  assert.deepEqual([phases()?.phase, phases()?.documents.report], ['ACT', null]);
  const status = await world.auto('status');
  assert.match(status.out, /add-a-farewell: stopped; autodev auto resume[\s\S]*in phase 5 ACT/);
  world.rules(goodTeam(0));
  const last = await world.auto('resume', FEATURE, '--json');
  assert.equal(last.code, 0, last.err + last.out);
  assert.equal(phases()?.phase, 'DONE');
  const paid = world.sessions().map(({ role, schema }) => `${role} ${schema}`);
  assert.deepEqual(
    Object.fromEntries(
      Map.groupBy(paid, (one) => one)
        .entries()
        .map(([one, all]) => [one, all.length]),
    ),
    {
      'explore findings': 1,
      'explore complexity': 1,
      'planner document': 3,
      'executor implementation': 1,
      'architect gate': 1,
      'writer document': 3,
    },
  );
  assert.equal(world.git('status', '--porcelain'), '');
});
