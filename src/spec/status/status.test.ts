import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { HistoryWriter, seeded, type Tree } from '../../../test/support/git-history.ts';
import { testHost } from '../../../test/support/host.ts';
import { naiveStatus } from '../../../test/support/naive-status.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { virtualClock } from '../../../test/support/clock.ts';
import type { Git } from '../../host/git/git.ts';
import { statusMemory } from './memory.ts';
import { specStatus } from './status.ts';

const host = testHost();
/** Long after every file was written: then an answer may be kept at once. */
const later = { ...host, clock: virtualClock(Date.now() + 3_600_000) };
/** A git that must not be needed. */
const noGit: Git = {
  run: () => Promise.reject(new Error('git was asked')),
  text: () => Promise.reject(new Error('git was asked')),
  succeeds: () => Promise.reject(new Error('git was asked')),
};

const PATHS = ['a', 'b', 'b/inner', 'c', 'd'].flatMap((dir) =>
  ['CLAUDE.md', 'IMPLEMENTS.md', 'main.ts', 'util.ts', 'main.test.ts'].map((name) => `src/${dir}/${name}`),
);

/** Branches that fork, go on, are merged in every way a person could resolve them, rename and revert. */
function randomHistory(seed: number): HistoryWriter {
  const random = seeded(seed);
  const writer = new HistoryWriter();
  const branches = new Map<string, { tree: Map<string, string>; mark: number }>();
  let time = 1_600_000_000;
  let content = 0;
  const commit = (name: string, tree: Map<string, string>, parents: number[]) => {
    // Mostly forward, sometimes in the same second, sometimes with a clock that is behind.
    time += random.chance(0.3) ? 0 : random.chance(0.1) ? -random.below(50) : random.below(100);
    branches.set(name, { tree, mark: writer.commit(name, tree, time, parents) });
  };
  const start = new Map(PATHS.filter(() => random.chance(0.7)).map((path) => [path, `first ${path}`]));
  commit('main', start, []);
  for (let step = 0; step < 25; step += 1) {
    const names = [...branches.keys()];
    const name = names[random.below(names.length)] ?? 'main';
    const { tree, mark } = branches.get(name) as { tree: Map<string, string>; mark: number };
    const next = new Map(tree);
    const path = PATHS[random.below(PATHS.length)] ?? '';
    if (random.chance(0.2) && names.length < 4) branches.set(`side${step}`, { tree, mark });
    else if (random.chance(0.3) && names.length > 1) {
      const other = branches.get(names[random.below(names.length)] ?? 'main');
      if (other === undefined || other.mark === mark) continue;
      // Theirs, ours, or a mixture; now and then something that is in neither.
      for (const one of PATHS) if (random.chance(0.5)) copy(other.tree, next, one);
      if (random.chance(0.2)) next.set(path, `evil ${(content += 1)}`);
      commit(name, next, [mark, other.mark]);
    } else {
      const what = random.below(10);
      if (what < 2) next.delete(path);
      else if (what < 4) next.set(path, `first ${path}`);
      else if (what < 6) {
        copy(tree, next, path, PATHS[random.below(PATHS.length)] ?? '');
        next.delete(path);
      } else next.set(path, `text ${(content += 1)}`);
      commit(name, next, [mark]);
    }
  }
  return writer;
}

function copy(from: Tree, to: Map<string, string>, path: string, as = path): void {
  const text = from.get(path);
  if (text === undefined) to.delete(as);
  else to.set(as, text);
}

async function write(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

function commitAll(root: string, time: number): void {
  const env = { ...host.env, GIT_COMMITTER_DATE: `${time} +0000`, GIT_AUTHOR_DATE: `${time} +0000` };
  execFileSync('git', ['add', '-A'], { cwd: root, env });
  execFileSync('git', ['commit', '-q', '--allow-empty', '-m', 'x'], { cwd: root, env });
}

describe('incremental targets', () => {
  test('are those of the naive way, whatever the history looks like', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      await using tmp = await tmpdir({ git: true });
      randomHistory(seed * 7919).importInto(tmp.path);
      await write(tmp.path, { 'src/new/CLAUDE.md': 'new', 'src/a/main.ts': 'edited' });
      await rm(join(tmp.path, 'src/c/main.ts'), { force: true });
      assert.deepEqual(await specStatus(host, tmp.path, undefined), naiveStatus(tmp.path), `seed ${seed}`);
    }
  });

  test('are the same in a shallow clone, where the oldest known commit counts as the first', async () => {
    await using tmp = await tmpdir({ git: true });
    randomHistory(4242).importInto(tmp.path);
    await using clone = await tmpdir();
    execFileSync('git', ['clone', '-q', '--depth', '4', `file://${tmp.path}`, 'x'], {
      cwd: clone.path,
      stdio: 'ignore',
    });
    const root = join(clone.path, 'x');
    assert.deepEqual(await specStatus(host, root, undefined), naiveStatus(root));
  });

  test('a spec committed after its source is outdated; together, or before it, it is not', async () => {
    await using tmp = await tmpdir({ git: true });
    const root = tmp.path;
    await write(root, {
      'CLAUDE.md': 'root',
      'src/late/CLAUDE.md': '1',
      'src/late/a.ts': '1',
      'src/equal/CLAUDE.md': '1',
      'src/equal/a.ts': '1',
      'src/early/CLAUDE.md': '1',
      'src/early/a.ts': '1',
      'src/tested/CLAUDE.md': '1',
      'src/tested/a.ts': '1',
      'src/how/CLAUDE.md': '1',
      'src/how/IMPLEMENTS.md': '1',
      'src/how/a.ts': '1',
      'src/none/CLAUDE.md': '1',
      'src/none/a.test.ts': '1',
      'src/other/CLAUDE.md': '1',
      'src/other/main.c': '1',
    });
    commitAll(root, 1_600_001_000);
    await write(root, {
      'CLAUDE.md': 'changed',
      'src/late/CLAUDE.md': '2',
      'src/early/a.ts': '2',
      'src/how/IMPLEMENTS.md': '2',
      'src/tested/CLAUDE.md': '2',
      'src/tested/a.test.ts': '2',
    });
    commitAll(root, 1_600_002_000);
    await write(root, { 'src/fresh/CLAUDE.md': '1' });
    assert.deepEqual(await specStatus(host, root, undefined), {
      targets: [
        { dir: 'src/fresh', reasons: ['uncommitted', 'no_source'], mode: 'create' },
        { dir: 'src/how', reasons: ['outdated'], mode: 'update' },
        { dir: 'src/late', reasons: ['outdated'], mode: 'update' },
        { dir: 'src/none', reasons: ['no_source'], mode: 'create' },
        { dir: 'src/tested', reasons: ['outdated'], mode: 'update' },
      ],
      up_to_date: ['src/early', 'src/equal', 'src/other'],
    });
  });

  test('two commits in the same second are told apart by their order', async () => {
    await using tmp = await tmpdir({ git: true });
    await write(tmp.path, { 'm/CLAUDE.md': '1', 'm/a.py': '1' });
    commitAll(tmp.path, 1_600_001_000);
    await write(tmp.path, { 'm/CLAUDE.md': '2' });
    commitAll(tmp.path, 1_600_001_000);
    const { targets } = await specStatus(host, tmp.path, undefined);
    assert.deepEqual(
      targets.map((one) => one.reasons),
      [['outdated']],
    );
  });

  test('before the first commit and without git everything counts as uncommitted', async () => {
    await using fresh = await tmpdir({ git: true });
    await using plain = await tmpdir();
    for (const { path } of [fresh, plain]) {
      await write(path, {
        'CLAUDE.md': 'r',
        'm/CLAUDE.md': '1',
        'm/a.go': '1',
        'n/CLAUDE.md': '1',
        'node_modules/x/CLAUDE.md': '1',
      });
      if (path === fresh.path) await write(path, { '.gitignore': 'node_modules\n' });
      assert.deepEqual(await specStatus(host, path, undefined), {
        targets: [
          { dir: 'm', reasons: ['uncommitted'], mode: 'update' },
          { dir: 'n', reasons: ['uncommitted', 'no_source'], mode: 'create' },
        ],
        up_to_date: [],
      });
    }
  });

  test('a submodule is a project of its own', async () => {
    await using inner = await tmpdir({ git: true });
    await write(inner.path, { 'm/CLAUDE.md': '1', 'm/a.rs': '1' });
    commitAll(inner.path, 1_600_001_000);
    await using outer = await tmpdir({ git: true });
    await write(outer.path, { 'src/CLAUDE.md': '1', 'src/a.rs': '1' });
    commitAll(outer.path, 1_600_001_000);
    execFileSync(
      'git',
      ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'sub'],
      { cwd: outer.path, stdio: 'ignore' },
    );
    commitAll(outer.path, 1_600_002_000);
    assert.deepEqual(await specStatus(host, outer.path, undefined), { targets: [], up_to_date: ['src'] });
    assert.deepEqual(await specStatus(host, join(outer.path, 'sub'), undefined), {
      targets: [],
      up_to_date: ['m'],
    });
  });

  test('a root below the top of the repository sees only its part', async () => {
    await using tmp = await tmpdir({ git: true });
    await write(tmp.path, { 'app/m/CLAUDE.md': '1', 'app/m/a.ts': '1', 'other/CLAUDE.md': '1' });
    commitAll(tmp.path, 1_600_001_000);
    await write(tmp.path, { 'app/m/CLAUDE.md': '2' });
    commitAll(tmp.path, 1_600_002_000);
    assert.deepEqual(await specStatus(host, join(tmp.path, 'app'), undefined), {
      targets: [{ dir: 'm', reasons: ['outdated'], mode: 'update' }],
      up_to_date: [],
    });
  });
});

describe('the memory of incremental targets', () => {
  test('answers without git while nothing changes, and rightly after every kind of change', async () => {
    await using tmp = await tmpdir({ git: true });
    await using cache = await tmpdir();
    const root = tmp.path;
    randomHistory(99).importInto(root);
    await mkdir(join(root, 'src/empty/deep'), { recursive: true });
    const memory = statusMemory(cache.path, root);
    const steps: readonly [string, () => Promise<void> | void][] = [
      ['nothing', () => {}],
      ['a spec edited in place', () => writeFile(join(root, 'src/b/CLAUDE.md'), 'edited in place')],
      [
        'a new spec in a folder that was empty',
        () => writeFile(join(root, 'src/empty/deep/CLAUDE.md'), 'new'),
      ],
      ['a source removed', () => rm(join(root, 'src/b/util.ts'), { force: true })],
      ['all committed', () => commitAll(root, 1_700_000_000)],
      [
        'a source committed',
        async () => {
          await write(root, { 'src/empty/deep/a.ts': 'x' });
          commitAll(root, 1_700_000_100);
        },
      ],
      ['a folder ignored', () => writeFile(join(root, '.gitignore'), 'src/empty\n')],
      [
        'a merge of an older branch',
        () => {
          execFileSync('git', ['checkout', '-q', '-b', 'old', 'HEAD~2'], { cwd: root, stdio: 'ignore' });
          commitAll(root, 1_700_000_200);
          execFileSync('git', ['checkout', '-q', 'main'], { cwd: root, stdio: 'ignore' });
          execFileSync('git', ['merge', '-q', '--no-edit', 'old'], { cwd: root, stdio: 'ignore' });
        },
      ],
      [
        'a reset to an older commit',
        () => void execFileSync('git', ['reset', '-q', '--hard', 'HEAD~3'], { cwd: root }),
      ],
    ];
    for (const [what, change] of steps) {
      await change();
      const expected = await specStatus(host, root, undefined);
      assert.deepEqual(expected, naiveStatus(root), what);
      assert.deepEqual(await specStatus(later, root, memory), expected, what);
      assert.deepEqual(
        await specStatus({ ...later, git: noGit }, root, memory),
        expected,
        `${what}, remembered`,
      );
    }
  });

  test('is not kept when a file was touched too shortly before to notice a second touch', async () => {
    await using tmp = await tmpdir({ git: true });
    await using cache = await tmpdir();
    await write(tmp.path, { 'm/CLAUDE.md': '1' });
    const memory = statusMemory(cache.path, tmp.path);
    const racing = { ...host, clock: virtualClock(Date.now()) };
    await specStatus(racing, tmp.path, memory);
    await assert.rejects(specStatus({ ...racing, git: noGit }, tmp.path, memory), /git was asked/);
  });

  test('may be damaged or unwritable without harm', async () => {
    await using tmp = await tmpdir({ git: true });
    await using cache = await tmpdir();
    await write(tmp.path, { 'm/CLAUDE.md': '1' });
    const memory = statusMemory(cache.path, tmp.path);
    const expected = await specStatus(later, tmp.path, memory);
    for (const name of execFileSync('ls', [join(cache.path, 'spec-status')], { encoding: 'utf8' })
      .trim()
      .split('\n'))
      await writeFile(join(cache.path, 'spec-status', name), '{"version":1,');
    assert.deepEqual(await specStatus(later, tmp.path, memory), expected);
    await writeFile(join(cache.path, 'file'), '');
    const blocked = statusMemory(join(cache.path, 'file'), tmp.path);
    assert.deepEqual(await specStatus(later, tmp.path, blocked), expected);
  });
});
