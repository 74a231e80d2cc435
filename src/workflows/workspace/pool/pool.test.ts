import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { testHost } from '../../../../test/support/host.ts';
import { tmpdir } from '../../../../test/support/tmpdir.ts';
import type { Forge } from '../../../forge/forge.ts';
import { runId, workId } from '../../../work/ids.ts';
import { Quarantined } from '../../engine/stops/interruptions.ts';
import { openPool } from './pool.ts';
import { openWorkspaces } from '../workspaces.ts';

const { git } = testHost();
const identity = { name: 'T', email: 't@example.invalid' };
const repo = 'org/tool';

async function setup(path: string) {
  const origin = join(path, 'origin.git');
  const source = join(path, 'source');
  await git.run(['init', '-q', '--bare', '-b', 'main', origin]);
  await mkdir(source);
  await git.run(['init', '-q', '-b', 'main'], { cwd: source });
  await writeFile(join(source, '.gitignore'), 'built/\n');
  await writeFile(join(source, 'a.txt'), 'a');
  await writeFile(join(source, 'b.txt'), 'b');
  await mkdir(join(source, 'deep'));
  await writeFile(join(source, 'deep', 'c.txt'), 'c');
  await git.run(['add', '-A'], { cwd: source });
  await git.run(['commit', '-q', '-m', 'first'], { cwd: source, identity });
  await git.run(['push', '-q', origin, 'HEAD:refs/heads/main'], { cwd: source });
  const first = await git.text(['rev-parse', 'HEAD'], { cwd: source });
  const forge = { gitAccess: async () => ({ url: origin, username: 'u', token: 't' }) } as unknown as Forge;
  const workspaces = openWorkspaces(git, { root: join(path, 'workspaces'), forge });
  await workspaces.refresh(repo);
  const folder = join(path, 'workspaces', repo);
  const open = (n: number) =>
    workspaces.open(repo, `issue-${n}`, { commit: first, branch: `autodev/issue-${n}` });
  return { workspaces, first, folder, open, source, origin, main: join(folder, 'main') };
}

const inode = (path: string) => statSync(path).ino;

describe('the pool of worktrees', () => {
  test('what lies deeper than a path can say goes with its worktree', async () => {
    await using tmp = await tmpdir();
    const { workspaces, open, folder } = await setup(tmp.path);
    for (const end of ['close', 'discard'] as const) {
      const path = await open(1);
      const dig =
        'mkdir built && cd built && for i in $(seq 60); do mkdir "$0" && cd -P "$0" || exit 1; done';
      const dug = spawnSync('bash', ['-c', dig, 'd'.repeat(240)], { cwd: path, encoding: 'utf8' });
      assert.equal(dug.status, 0, dug.stderr);
      await workspaces[end](repo, 'issue-1');
      assert.equal(existsSync(path), false);
      assert.equal(existsSync(join(folder, 'quarantine')), false);
    }
    await open(2);
  });

  test('a worktree that cannot be removed is put aside, in nobody’s way, and somebody is told', async () => {
    await using tmp = await tmpdir();
    const { first, folder } = await setup(tmp.path);
    const stuck = async () => {
      throw new Error('cannot be removed');
    };
    const told: string[] = [];
    const pool = openPool(
      git,
      { folder: () => folder, idle: () => join(tmp.path, 'idle') },
      { removeAll: stuck, aside: ({ name, place, why }) => told.push(`${name} ${basename(place)}: ${why}`) },
    );
    const at = { commit: first, branch: 'autodev/issue-1' };
    for (let round = 1; round <= 2; round += 1) {
      const path = await pool.open(repo, 'issue-1', at);
      await pool.discard(repo, 'issue-1');
      assert.equal(existsSync(path), false);
    }
    assert.deepEqual(
      (await pool.list(repo)).map(({ name }) => name),
      ['quarantine/issue-1-1', 'quarantine/issue-1-2'],
    );
    await pool.discard(repo, 'quarantine/issue-1-1');
    await pool.open(repo, 'issue-1', at);
    assert.deepEqual(told, ['issue-1 issue-1-1: cannot be removed', 'issue-1 issue-1-2: cannot be removed']);
  });

  test('a closed worktree serves the next item, with nothing of the one before', async () => {
    await using tmp = await tmpdir();
    const { workspaces, open, folder } = await setup(tmp.path);
    const path = await open(1);
    const before = inode(path);
    await writeFile(join(path, 'a.txt'), 'changed');
    await rm(join(path, 'b.txt'));
    await mkdir(join(path, 'built', 'deep'), { recursive: true });
    await writeFile(join(path, 'built', 'deep', 'x'), 'x');
    await writeFile(join(path, 'left.txt'), 'x');
    await git.run(['add', '-A'], { cwd: path });
    await git.run(['commit', '-q', '-m', 'work'], { cwd: path, identity });
    await git.run(['init', '-q', join(path, 'nested')]);
    await writeFile(join(path, 'dirt.txt'), 'x');
    await workspaces.close(repo, 'issue-1');
    assert.equal(existsSync(path), false);
    const next = await open(2);
    assert.equal(inode(next), before, 'it is the same folder');
    assert.equal(next, join(folder, 'issue-2'));
    assert.equal(await readFile(join(next, 'a.txt'), 'utf8'), 'a');
    for (const name of ['left.txt', 'dirt.txt', 'built', 'nested'])
      assert.equal(existsSync(join(next, name)), false, name);
    assert.equal(existsSync(join(next, 'b.txt')), true);
    assert.equal(await git.text(['branch', '--show-current'], { cwd: next }), 'autodev/issue-2');
    assert.equal(await git.text(['status', '--porcelain'], { cwd: next }), '');
  });

  for (const [how, mischief] of [
    ['hides a change with assume-unchanged', ['update-index', '--assume-unchanged', 'a.txt']],
    ['hides a change with skip-worktree', ['update-index', '--skip-worktree', 'a.txt']],
    ['leaves a bisection behind', ['bisect', 'start']],
  ] as const) {
    test(`a session that ${how} leaves nothing of it to the next item`, async () => {
      await using tmp = await tmpdir();
      const { workspaces, open } = await setup(tmp.path);
      const path = await open(1);
      await git.run(mischief, { cwd: path });
      await writeFile(join(path, 'a.txt'), 'poisoned');
      await workspaces.close(repo, 'issue-1');
      const next = await open(2);
      assert.equal(await readFile(join(next, 'a.txt'), 'utf8'), 'a');
      assert.doesNotMatch(await git.text(['ls-files', '-v'], { cwd: next }), /^[^H]/m);
      assert.equal(await git.succeeds(['bisect', 'log'], { cwd: next }), false);
    });
  }

  for (const [what, mischief] of [
    ['a file that git ignores', (idle: string) => writeFile(join(idle, 'built'), 'a runner')],
    ['another text in a file', (idle: string) => writeFile(join(idle, 'a.txt'), 'b')],
    ['a folder that nobody may enter', (idle: string) => chmod(join(idle, 'deep'), 0o500)],
    [
      'a filter for git',
      async (idle: string) => {
        const own = (await readFile(join(idle, '.git'), 'utf8')).slice('gitdir: '.length).trim();
        await writeFile(join(own, 'config.worktree'), '[filter "x"]\n\tsmudge = touch planted\n');
      },
    ],
  ] as const)
    test(`${what}, left in an idle worktree by another session, is not there when it is used again`, async () => {
      await using tmp = await tmpdir();
      const { workspaces, first } = await setup(tmp.path);
      const look = async (cwd: string) => [
        await readFile(join(cwd, 'a.txt'), 'utf8'),
        existsSync(join(cwd, 'built')),
        statSync(join(cwd, 'deep')).mode & 0o777,
        existsSync(
          join(
            (await readFile(join(cwd, '.git'), 'utf8')).slice('gitdir: '.length).trim(),
            'config.worktree',
          ),
        ),
      ];
      const before = await workspaces.checkout(repo, first, look);
      const idle = join(tmp.path, 'workspaces', '.idle', repo);
      const [kept = ''] = await readdir(idle);
      await mischief(join(idle, kept));
      assert.deepEqual(await workspaces.checkout(repo, first, look), before);
    });

  test('only a few are kept, and a lost one is no harm', async () => {
    await using tmp = await tmpdir();
    const { workspaces, open, folder } = await setup(tmp.path);
    for (const n of [1, 2, 3, 4, 5]) await open(n);
    for (const n of [1, 2, 3, 4, 5]) await workspaces.close(repo, `issue-${n}`);
    const idle = (await git.text(['worktree', 'list', '--porcelain'], { cwd: join(folder, 'main') })).match(
      /^worktree .*\.idle/gm,
    );
    assert.equal(idle?.length, 3);
    await rm(join(tmp.path, 'workspaces', '.idle'), { recursive: true });
    assert.equal(existsSync(join(await open(6), 'a.txt')), true);
  });

  test('locks and half-made clones of a daemon that died are cleared', async () => {
    await using tmp = await tmpdir();
    const { workspaces, open, main } = await setup(tmp.path);
    await open(1);
    const locks = [
      'index.lock',
      'HEAD.lock',
      'packed-refs.lock',
      'refs/heads/x.lock',
      'worktrees/issue-1/index.lock',
    ];
    for (const lock of locks) await writeFile(join(main, '.git', lock), '');
    await mkdir(`${main}.new`);
    await workspaces.tidy(repo);
    for (const lock of locks) assert.equal(existsSync(join(main, '.git', lock)), false, lock);
    assert.equal(existsSync(`${main}.new`), false);
    assert.equal(existsSync(await open(1)), true);
  });

  test('the base clone follows the default branch, and shows files as they are there', async () => {
    await using tmp = await tmpdir();
    const { workspaces, source, origin, main, first } = await setup(tmp.path);
    await writeFile(join(source, '.autodev.yaml'), 'language: ko\n');
    await git.run(['add', '-A'], { cwd: source });
    await git.run(['commit', '-q', '-m', 'second'], { cwd: source, identity });
    await git.run(['push', '-q', origin, 'HEAD:refs/heads/main'], { cwd: source });
    await workspaces.refresh(repo);
    const tip = await git.text(['rev-parse', 'HEAD'], { cwd: source });
    assert.equal(await git.text(['rev-parse', 'HEAD'], { cwd: main }), tip);
    assert.equal(await workspaces.show(repo, tip, '.autodev.yaml'), 'language: ko\n');
    assert.equal(await workspaces.show(repo, first, '.autodev.yaml'), undefined);
  });

  test('settings that a session planted in the clone before the daemon was killed are gone after its start', async () => {
    await using tmp = await tmpdir();
    const { workspaces, main, open } = await setup(tmp.path);
    await open(1);
    const config = await readFile(join(main, '.git', 'config'), 'utf8');
    await git.run(['config', 'filter.x.clean', 'touch x'], { cwd: main });
    await mkdir(join(main, '.git', 'hooks'), { recursive: true });
    await writeFile(join(main, '.git', 'hooks', 'post-checkout'), 'x');
    await writeFile(join(main, '.git', 'objects', 'info', 'alternates'), '/nowhere\n');
    await workspaces.tidy(repo);
    assert.equal(await readFile(join(main, '.git', 'config'), 'utf8'), config);
    for (const name of ['hooks/post-checkout', 'objects/info/alternates'])
      assert.equal(existsSync(join(main, '.git', name)), false, name);
    await open(2);
  });

  test('an empty repository can be fetched again', async () => {
    await using tmp = await tmpdir();
    const origin = join(tmp.path, 'empty.git');
    await git.run(['init', '-q', '--bare', '-b', 'main', origin]);
    const forge = { gitAccess: async () => ({ url: origin, username: 'u', token: 't' }) } as unknown as Forge;
    const workspaces = openWorkspaces(git, { root: join(tmp.path, 'w'), forge });
    await workspaces.refresh(repo);
    await workspaces.refresh(repo);
  });
});

describe('a session that reaches outside its worktree', () => {
  const shell = (cwd: string, ...args: string[]) => git.run(args, { cwd, identity });

  for (const [what, mischief] of [
    ['moves a ref of the forge', (wt: string) => shell(wt, 'update-ref', 'refs/remotes/origin/main', 'HEAD')],
    ['deletes what another run keeps', (wt: string) => shell(wt, 'update-ref', '-d', 'refs/autodev/runs/x')],
    ['replaces objects', (wt: string) => shell(wt, 'update-ref', 'refs/replace/' + '1'.repeat(40), 'HEAD')],
    ["sets a filter in the clone's config", (wt: string) => shell(wt, 'config', 'filter.x.clean', 'touch x')],
    [
      'points its .git elsewhere',
      async (wt: string) => {
        await writeFile(join(wt, '.git'), 'gitdir: /nowhere\n');
      },
    ],
  ] as const) {
    test(`is found out when it ${what}: undone, put aside, never used again`, async () => {
      await using tmp = await tmpdir();
      const { workspaces, open, main, folder, first } = await setup(tmp.path);
      await git.run(['update-ref', 'refs/autodev/runs/x', first], { cwd: main });
      const path = await open(1);
      const state = async () => [
        await git.text(['for-each-ref'], { cwd: main }),
        await readFile(join(main, '.git', 'config'), 'utf8'),
      ];
      const before = await state();
      await assert.rejects(
        workspaces.guarded(repo, path, async () => {
          await writeFile(join(path, 'evil.txt'), 'x');
          await git.run(['add', '-A'], { cwd: path });
          await shell(path, 'commit', '-q', '-m', 'own work');
          await mischief(path);
        }),
        Quarantined,
      );
      const after = await state();
      assert.deepEqual(
        after.map((text) => text.replaceAll(/.*autodev\/issue-1$/gm, '')),
        before.map((text) => text.replaceAll(/.*autodev\/issue-1$/gm, '')),
      );
      assert.equal(existsSync(path), false);
      assert.deepEqual(
        (await workspaces.list(repo)).map(({ name }) => name),
        [join('quarantine', 'issue-1-1')],
      );
      assert.equal(existsSync(join(folder, 'quarantine', 'issue-1-1', 'evil.txt')), true, 'kept to look at');
      const next = await open(1);
      assert.equal(existsSync(join(next, 'evil.txt')), false);
    });
  }

  test('may commit, stash, branch and tag in its own worktree', async () => {
    await using tmp = await tmpdir();
    const { workspaces, open } = await setup(tmp.path);
    const path = await open(1);
    await workspaces.guarded(repo, path, async () => {
      await writeFile(join(path, 'n.txt'), 'x');
      await shell(path, 'stash', '-q', '-u');
      await shell(path, 'stash', 'pop', '-q');
      await shell(path, 'add', '-A');
      await shell(path, 'commit', '-q', '-m', 'work');
      await shell(path, 'tag', 'v1');
      await shell(path, 'checkout', '-q', '-b', 'mine');
    });
  });

  test('is not blamed for what we do meanwhile, nor for another session', async () => {
    await using tmp = await tmpdir();
    const { workspaces, open, source, origin } = await setup(tmp.path);
    const [one, two] = [await open(1), await open(2)];
    await workspaces.guarded(repo, one, async () => {
      await workspaces.guarded(repo, two, async () => {
        await writeFile(join(source, 'new.txt'), 'x');
        await git.run(['add', '-A'], { cwd: source });
        await git.run(['commit', '-q', '-m', 'news'], { cwd: source, identity });
        await git.run(['push', '-q', origin, 'HEAD:refs/heads/main', 'HEAD:refs/heads/other'], {
          cwd: source,
        });
        await workspaces.refresh(repo);
        await writeFile(join(two, 'w.txt'), 'x');
        const made = await workspaces.commit(repo, two, { message: 'work' });
        await workspaces.keep(
          repo,
          runId(workId('issue', repo, 2), 'abcdef0123456789', 1),
          'implement',
          made,
        );
        await open(3);
      });
    });
  });

  test('fails with its own failure when it reached nowhere', async () => {
    await using tmp = await tmpdir();
    const { workspaces, open } = await setup(tmp.path);
    const path = await open(1);
    await assert.rejects(
      workspaces.guarded(repo, path, () => Promise.reject(new Error('its own'))),
      /its own/,
    );
  });
});
