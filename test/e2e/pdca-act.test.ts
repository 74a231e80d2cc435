import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rejects } from '../support/pdca-fixes.ts';
import {
  answer,
  CODE,
  cost,
  goodTeam,
  ONE_GOAL,
  openPdcaWorld,
  PLAN,
  PLAN_TEXT,
  write,
  type Said,
} from '../support/pdca-world.ts';

const schemas = ({ lines }: Said) =>
  lines
    .filter(({ event }) => event === 'session.started')
    .map(({ step, role }) => `${String(step)} ${String(role)}`);
const ended = ({ lines }: Said) => lines.at(-1) ?? {};

test('two rejections are told and work goes on; a gap of 70 % is improved to 95 % on another machine, where no finished phase is repeated and the counters go on', async () => {
  await using world = await openPdcaWorld({ files: ONE_GOAL });
  const gap = (matches: number, of: number) => ({
    when: { role: 'gap-checker', schema: 'gap' },
    times: 1,
    steps: [
      cost,
      answer({
        items: Array.from({ length: of }, (_, at) => ({
          item: `item ${at}`,
          status: at < matches ? 'match' : 'missing',
          file: CODE.path,
        })),
      }),
    ],
  });
  const gate = world.gate('iterator');
  const iterator = { when: { role: 'executor', schema: 'fix', prompt: 'iterator' }, times: 1 };
  world.rules(goodTeam(2, [rejects(2), gap(7, 10), { ...iterator, steps: [gate.step, answer({})] }]));
  const { child, ended: end } = world.start('add a farewell', '--json', '--skip-analysis');
  await gate.reached();
  child.kill('SIGINT');
  const stopped = await end;
  gate.open();
  assert.equal(stopped.code, 130, stopped.err);
  assert.match(stopped.out, /The architect rejected twice\. A person has to judge\./);
  assert.match(stopped.out, /\[Phase 4\] gap 70 %/);
  const other = world.elsewhere();
  world.rules(goodTeam(2, [gap(19, 20), gap(19, 20)]));
  const said = await other.auto('resume', '--json');
  assert.equal(said.code, 0, said.err + said.out);
  assert.match(said.out, /\[Phase 5\] gap 95 %[\s\S]*\[Phase 4\] gap 95 %/);
  assert.deepEqual(schemas(said), [
    'pdca-act executor',
    'pdca-act gap-checker',
    'pdca-check architect',
    'pdca-check gap-checker',
    'pdca-check code-reviewer',
    'pdca-act writer',
  ]);
  assert.deepEqual(
    [ended(said)['outcome'], ended(said)['sessions'], ended(said)['cost_usd']],
    ['done', 6, 0.06],
  );
  const status = JSON.parse(other.read('docs/.pdca-status.json')) as {
    features: Record<string, { counted: unknown; iterationCount: number; matchRate: number }>;
  };
  const one = status.features['add-a-farewell'];
  assert.deepEqual(one?.counted, { builds: 0, rejections: 2, improvements: 1, reentries: 1 });
  assert.deepEqual([one?.iterationCount, one?.matchRate], [1, 95]);
});

test('a critic that hangs, then fits no schema, then never approves: each is a REVISE, and after five the plan says so', async () => {
  await using world = await openPdcaWorld({ files: ONE_GOAL, idleSecs: 10 });
  const critic = { when: { role: 'critic' } };
  world.rules(
    goodTeam(4, [
      {
        when: { role: 'planner' },
        steps: [
          cost,
          write(PLAN, PLAN_TEXT),
          // A plan has to differ from the one before it.
          { do: 'run', command: ['sh', '-c', `date +%s%N >> ${PLAN}`] },
          answer({ path: PLAN, summary: 'planned' }),
        ],
      },
      { ...critic, times: 1, steps: [{ do: 'hang' }] },
      { ...critic, times: 1, steps: [cost, answer({ opinion: 'fine' })] },
      {
        ...critic,
        steps: [
          cost,
          answer({
            verdict: 'REVISE',
            gates: { QG1: ok, QG2: no, QG3: ok, QG4: ok },
            feedback: 'say what is measured',
          }),
        ],
      },
    ]),
  );
  const said = await world.auto('add a farewell', '--json', '--skip-analysis', '--strict');
  assert.equal(said.code, 1, said.err + said.out);
  assert.deepEqual(schemas(said).filter((each) => each.endsWith('critic')).length, 5);
  assert.match(
    world.read(PLAN) ?? '',
    /<!-- WARNING: the critic did not approve in 5 rounds: approved by force -->/,
  );
  assert.deepEqual([ended(said)['outcome'], ended(said)['phase']], ['unresolved', 1]);
});

const ok = { pass: true, why: '' };
const no = { pass: false, why: 'not measurable' };
