import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DESIGN, FEATURE, goodTeam, ONE_GOAL, openPdcaWorld, PLAN, REPORT } from '../support/pdca-world.ts';

for (const [points, mode, roles] of [
  [0, 'LIGHT', 'explore explore planner executor architect writer'],
  [
    2,
    'STANDARD',
    'explore explore planner critic executor executor architect architect gap-checker code-reviewer writer',
  ],
  [
    4,
    'HEAVY',
    'explore explore planner architect critic executor-high architect executor-high architect architect gap-checker code-reviewer writer',
  ],
] as const)
  test(`${mode}: exactly its own team, its documents, commits on its branch, a report whose costs are the journal's`, async () => {
    // The smallest mode with all goals by npm, the others with one.
    await using world = await openPdcaWorld(mode === 'LIGHT' ? {} : { files: ONE_GOAL });
    world.rules(goodTeam(points));
    const said = await world.auto('add a farewell', '--json');
    const end = said.lines.at(-1);
    assert.equal(said.code, 0, said.err + said.out.slice(-2_000));
    assert.deepEqual(
      [end?.['event'], end?.['outcome'], end?.['mode'], end?.['score']],
      ['end', 'done', mode, points],
    );
    const started = said.lines
      .filter((line) => line['event'] === 'session.started')
      .map((line) => line['role']);
    assert.equal(started.join(' '), roles);
    assert.equal(world.git('branch', '--show-current'), `feat/${FEATURE}`);
    assert.equal(world.git('status', '--porcelain'), '');
    assert.ok(world.read(PLAN) !== undefined);
    assert.equal(world.read(DESIGN) !== undefined, mode !== 'LIGHT');
    const report = world.read(REPORT) ?? '';
    const sessions = started.length;
    assert.match(
      report,
      new RegExp(
        `\\| all \\|  \\| ${sessions} \\| ${(sessions * 0.01).toFixed(4)} \\| ${sessions * 110} \\|`,
      ),
    );
    assert.equal(end?.['cost_usd'], Number((sessions * 0.01).toFixed(10)));
    const status = JSON.parse(world.read('docs/.pdca-status.json') ?? '{}') as {
      primaryFeature: string;
      features: Record<string, { phaseNumber: number }>;
    };
    assert.deepEqual([status.primaryFeature, status.features[FEATURE]?.phaseNumber], [FEATURE, 6]);
    assert.deepEqual(existsSync(join(world.home, 'teams')) ? readdirSync(join(world.home, 'teams')) : [], []);
  });
