import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Script } from '../../src/agents/scripted/script.ts';
import { pointTo } from '../support/model/bench.ts';
import { openModel } from '../support/model/model.ts';
import { FEATURE, goodTeam, ONE_GOAL, openPdcaWorld, REPORT } from '../support/pdca-world.ts';
import { tmpdir } from '../support/tmpdir.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const claude = join(root, 'test', 'tools', 'node_modules', '.bin', 'claude');

/** How a model knows which teammate it is: by what it is told. */
const TOLD: readonly [role: string, schema: string, told: RegExp][] = [
  ['explore', 'findings', /doc-analyst of a team/],
  ['explore', 'complexity', /how complex a task is/],
  ['planner', 'document', /planner of a team/],
  ['critic', 'plan_review', /critic of a team/],
  ['executor', 'document', /design-writer of a team/],
  ['executor', 'implementation', /Implementation Manager of a team/],
  ['architect', 'gate', /architect of a team and wrote none|verifier of a team/],
  ['gap-checker', 'gap', /gap-checker of a team/],
  ['code-reviewer', 'review', /code-analyzer of a team/],
  ['writer', 'document', /reporter of a team/],
];

test('a STANDARD run comes to its report with the real claude and a scripted model', async () => {
  await using tmp = await tmpdir();
  const team = goodTeam(2) as {
    when: { role: string; schema: string };
    steps: Script[number]['steps'];
  }[];
  const rules = TOLD.flatMap(([role, schema, prompt]) => {
    const found = team.find(({ when }) => when.role === role && when.schema === schema);
    return found === undefined ? [] : [{ when: { prompt }, steps: found.steps }];
  });
  await using model = await openModel({ dialect: 'claude', script: rules });
  const configDir = join(tmp.path, 'claude');
  await using world = await openPdcaWorld({
    files: ONE_GOAL,
    config: { agent: { default: 'claude', claude: { command: claude }, retries: 0 } },
    env: { CLAUDE_CONFIG_DIR: configDir, ...pointTo('claude', configDir, model.url) },
  });
  const said = await world.auto('add a farewell', '--json', '--no-issue');
  const end = said.lines.at(-1);
  assert.equal(said.code, 0, said.err + said.out.slice(-3_000));
  assert.deepEqual([end?.['outcome'], end?.['mode'], end?.['sessions']], ['done', 'STANDARD', 11]);
  assert.match(world.read(REPORT) ?? '', /## Costs[\s\S]*\| impl-verifier \| architect \|/);
  assert.equal(world.git('branch', '--show-current'), `feat/${FEATURE}`);
  assert.equal(world.git('status', '--porcelain'), '');
});
