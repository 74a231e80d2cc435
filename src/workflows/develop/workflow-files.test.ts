import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { isAutodevError } from '../../work/errors.ts';
import type { Caller } from './caller.ts';
import { openWorkflow } from './caller.ts';
import { changePhase } from './move.ts';
import { changedOutside } from './gates/outside.ts';
import { projectWithState, stateFile } from './state/place.ts';
import { setGate } from './gates/set-gate.ts';
import { diffBetween, pathsBetween, snapshot } from './state/snapshot.ts';
import { startWorkflow } from './state/start.ts';
import { changeState, readState } from './state/state-file.ts';

const host = testHost();
const caller = (cwd: string, home: string, agent = false): Caller => ({ host, home, cwd, agent });
const closed = (error: unknown) => isAutodevError(error, 'gate_closed');

describe('the state file', () => {
  test('is replaced whole, under a lock: of many changes at once none is lost', async () => {
    await using tmp = await tmpdir({ git: true });
    await using home = await tmpdir();
    await startWorkflow(caller(tmp.path, home.path), 'x', { ignore: true });
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        changeState(tmp.path, host, (before) => ({
          ...(before as NonNullable<typeof before>),
          checkpoints: { ...before?.checkpoints, [`cp-${at}`]: { status: 'pending', iteration: 0 } },
        })),
      ),
    );
    const state = await readState(tmp.path);
    assert.equal(Object.keys(state?.checkpoints ?? {}).length, 12);
    assert.deepEqual(readdirSync(join(tmp.path, '.develop-workflow')), ['state.json']);
  });

  test('a lock whose process is gone is taken over', async () => {
    await using tmp = await tmpdir({ git: true });
    await using home = await tmpdir();
    await startWorkflow(caller(tmp.path, home.path), 'x', { ignore: true });
    writeFileSync(join(tmp.path, '.develop-workflow', 'lock'), '999999 long-ago/1\n');
    await changePhase(caller(tmp.path, home.path), 'REVIEW', { teams: false });
    assert.equal((await readState(tmp.path))?.phase, 'REVIEW');
  });

  test('a refused move leaves it byte for byte as it was', async () => {
    await using tmp = await tmpdir({ git: true });
    await using home = await tmpdir();
    await startWorkflow(caller(tmp.path, home.path), 'x', { ignore: true });
    const path = stateFile(tmp.path);
    const state = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    writeFileSync(path, JSON.stringify({ ...state, phase: 'IMPLEMENT', updated_at: '2026-02-16T11:30:00' }));
    const before = readFileSync(path, 'utf8');
    const agent = caller(tmp.path, home.path, true);
    for (const to of ['DESIGN', 'PR'] as const)
      await assert.rejects(changePhase(agent, to, { teams: false }), closed);
    assert.equal(readFileSync(path, 'utf8'), before);
  });

  test('that is broken is reported and left as it is', async () => {
    await using tmp = await tmpdir({ git: true });
    await using home = await tmpdir();
    await startWorkflow(caller(tmp.path, home.path), 'x', { ignore: true });
    const path = stateFile(tmp.path);
    for (const text of ['', '{"phase":', '[]']) {
      writeFileSync(path, text);
      await assert.rejects(
        startWorkflow(caller(tmp.path, home.path), 'y', { ignore: true }),
        /not a valid state file/,
      );
      await assert.rejects(
        changePhase(caller(tmp.path, home.path), 'REVIEW', { teams: false }),
        /not a valid state file/,
      );
      assert.equal(readFileSync(path, 'utf8'), text);
    }
  });

  test('is found from below, and through a worktree inside the project', async () => {
    await using tmp = await tmpdir({ git: true });
    await using home = await tmpdir();
    await startWorkflow(caller(tmp.path, home.path), 'x', { ignore: true });
    const inside = join(tmp.path, 'wt', 'src');
    mkdirSync(inside, { recursive: true });
    writeFileSync(join(tmp.path, 'wt', '.git'), 'gitdir: elsewhere\n');
    assert.equal(await projectWithState(inside), tmp.path);
    symlinkSync('nowhere', join(tmp.path, 'dangling'));
    assert.equal(await projectWithState(join(tmp.path, 'dangling')), tmp.path);
  });
});

describe('a gate speaks of one tree', () => {
  async function inReview(tmp: string, home: string) {
    const at = caller(tmp, home);
    writeFileSync(join(tmp, 'a.ts'), '1\n');
    execFileSync('git', ['add', '.'], { cwd: tmp });
    execFileSync('git', ['commit', '-qm', 'first'], { cwd: tmp });
    await startWorkflow(at, 'x', { ignore: true });
    await changePhase(at, 'REVIEW', { teams: false });
    await setGate(at, 'review_clean_pass', {
      open: true,
      by: 'verdict',
      evidence: 'ok',
      seen: await snapshot(host, tmp),
    });
    return at;
  }

  test('committing the same files keeps it, changing one closes it when the phase changes', async () => {
    await using tmp = await tmpdir({ git: true });
    await using home = await tmpdir();
    const at = await inReview(tmp.path, home.path);
    execFileSync('git', ['add', '.'], { cwd: tmp.path });
    execFileSync('git', ['commit', '-qm', 'the same files'], { cwd: tmp.path });
    await changePhase(at, 'IMPLEMENT', { teams: false });
    await setGate(at, 'architect_verified', {
      open: true,
      by: 'verdict',
      evidence: 'ok',
      seen: await snapshot(host, tmp.path),
    });
    writeFileSync(join(tmp.path, 'a.ts'), '2\n');
    await assert.rejects(changePhase(at, 'PR', { teams: false }), closed);
    assert.equal((await readState(tmp.path))?.gates.architect_verified, false, 'and it stays closed');
    assert.equal(
      (await readState(tmp.path))?.gates.review_clean_pass,
      true,
      'what is used up is not asked again',
    );
  });

  test('a gate that nobody gave is void in a workflow that the program began', async () => {
    await using tmp = await tmpdir({ git: true });
    await using home = await tmpdir();
    const at = caller(tmp.path, home.path);
    await startWorkflow(at, 'x', { ignore: true });
    const path = stateFile(tmp.path);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('"review_clean_pass": false', '"review_clean_pass": true'),
    );
    await assert.rejects(changePhase(at, 'IMPLEMENT', { teams: false }), closed);
  });

  test('looking at the files changes neither index nor files, and works before the first commit', async () => {
    await using tmp = await tmpdir({ git: true });
    writeFileSync(join(tmp.path, 'a.ts'), '1\n');
    const before = await snapshot(host, tmp.path);
    assert.equal(before.commit, null);
    assert.equal(
      execFileSync('git', ['status', '--porcelain'], { cwd: tmp.path, encoding: 'utf8' }),
      '?? a.ts\n',
    );
    await using plain = await tmpdir();
    assert.deepEqual(await snapshot(host, plain.path), { commit: null, tree: null });
  });

  test('looking at the files and comparing them runs nothing that the repository names', async () => {
    await using tmp = await tmpdir({ git: true });
    const git = (...args: string[]) => execFileSync('git', args, { cwd: tmp.path });
    writeFileSync(join(tmp.path, 'a.ts'), '1\n');
    const before = await snapshot(host, tmp.path);
    const ran = join(tmp.path, '.git', 'ran');
    for (const key of ['filter.x.clean', 'filter.x.smudge', 'filter.x.process', 'diff.x.textconv'])
      git('config', key, `touch ${ran}; cat`);
    git('config', 'diff.external', `touch ${ran}`);
    writeFileSync(join(tmp.path, '.git', 'info', 'attributes'), '* filter=x diff=x\n');
    writeFileSync(join(tmp.path, '.gitattributes'), '* filter=x -diff\n');
    writeFileSync(join(tmp.path, 'a.ts'), '2\n');
    const after = await snapshot(host, tmp.path);
    const [from, to] = [before.tree ?? '', after.tree ?? ''];
    assert.deepEqual(await pathsBetween(host, tmp.path, from, to), ['.gitattributes', 'a.ts']);
    assert.match(await diffBetween(host, tmp.path, from, to), /-1\n\+2\n/);
    assert.equal(existsSync(ran), false);
  });

  test('what the repository leaves out is left out', async () => {
    await using tmp = await tmpdir({ git: true });
    writeFileSync(join(tmp.path, '.git', 'info', 'exclude'), 'notes\n');
    writeFileSync(join(tmp.path, 'a.ts'), '1\n');
    const before = await snapshot(host, tmp.path);
    writeFileSync(join(tmp.path, 'notes'), 'mine\n');
    assert.deepEqual(await snapshot(host, tmp.path), before);
  });

  test('what autodev keeps is no part of the files, also where its home lies in the project', async () => {
    await using tmp = await tmpdir({ git: true });
    writeFileSync(join(tmp.path, 'a.ts'), '1\n');
    const home = join(tmp.path, 'home');
    const before = await snapshot(host, tmp.path, home);
    mkdirSync(home);
    writeFileSync(join(home, 'trail.json'), '{}\n');
    assert.deepEqual(await snapshot(host, tmp.path, home), before);
  });

  test('a file exactly as in the seed can go on: its open gates count', async () => {
    await using tmp = await tmpdir({ git: true });
    await using home = await tmpdir();
    mkdirSync(join(tmp.path, '.develop-workflow'));
    const seed = readFileSync(new URL('../../../test/support/seed-state.json', import.meta.url), 'utf8');
    writeFileSync(
      stateFile(tmp.path),
      seed.replace('"architect_verified": false', '"architect_verified": true'),
    );
    const moved = await changePhase(caller(tmp.path, home.path), 'PR', { teams: false });
    assert.equal(moved.state?.phase, 'PR');
  });
});

test('changes made outside IMPLEMENT and PR are found, documents apart', async () => {
  await using tmp = await tmpdir({ git: true });
  await using home = await tmpdir();
  const at = caller(tmp.path, home.path);
  await startWorkflow(at, 'x', { ignore: true });
  writeFileSync(join(tmp.path, 'design.md'), '# Design\n');
  writeFileSync(join(tmp.path, 'sneaked.ts'), '1\n');
  await changePhase(at, 'REVIEW', { teams: false });
  writeFileSync(join(tmp.path, 'later.ts'), '1\n');
  await setGate(at, 'review_clean_pass', {
    open: true,
    by: 'person',
    evidence: '',
    seen: await snapshot(host, tmp.path),
  });
  await changePhase(at, 'IMPLEMENT', { teams: false });
  writeFileSync(join(tmp.path, 'fine.ts'), '1\n');
  const { trail } = await openWorkflow(at);
  assert.ok(trail);
  assert.deepEqual(await changedOutside(host, tmp.path, trail), {
    paths: ['later.ts', 'sneaked.ts'],
    known: true,
  });
});

test('the file of the plan is no change outside IMPLEMENT and PR, also after it was removed', async () => {
  await using tmp = await tmpdir({ git: true });
  await using home = await tmpdir();
  const at = caller(tmp.path, home.path);
  await startWorkflow(at, 'x', { ignore: true });
  const plan = { checkpoints: [{ id: 'a', description: 'a', validation: { command: ['true'] } }] };
  writeFileSync(join(tmp.path, 'plan.json'), JSON.stringify(plan));
  writeFileSync(join(tmp.path, 'other.json'), '{}\n');
  await changePhase(at, 'REVIEW', { teams: false, plan: 'plan.json' });
  rmSync(join(tmp.path, 'plan.json'));
  await setGate(at, 'review_clean_pass', {
    open: true,
    by: 'person',
    evidence: '',
    seen: await snapshot(host, tmp.path),
  });
  await changePhase(at, 'IMPLEMENT', { teams: false });
  const { trail } = await openWorkflow(at);
  assert.ok(trail);
  assert.deepEqual(await changedOutside(host, tmp.path, trail), { paths: ['other.json'], known: true });
});

test('DONE removes the state; an agent cannot start anew past a closed gate', async () => {
  await using tmp = await tmpdir({ git: true });
  await using home = await tmpdir();
  const at = caller(tmp.path, home.path);
  await startWorkflow(at, 'x', { ignore: true });
  const give = async (gate: 'review_clean_pass' | 'architect_verified' | 're_review_clean') =>
    setGate(at, gate, { open: true, by: 'verdict', evidence: '', seen: await snapshot(host, tmp.path) });
  await give('review_clean_pass');
  await changePhase(at, 'IMPLEMENT', { teams: false });
  await give('architect_verified');
  await changePhase(at, 'PR', { teams: false });
  await assert.rejects(startWorkflow({ ...at, agent: true }, 'y', { ignore: true, anew: true }), closed);
  await give('re_review_clean');
  assert.equal((await changePhase(at, 'DONE', { teams: false })).state, null);
  assert.equal(existsSync(join(tmp.path, '.develop-workflow')), false);
  await startWorkflow({ ...at, agent: true }, 'y', { ignore: true });
});
