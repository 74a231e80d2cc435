import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  link,
  mkdir,
  open as openFile,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { testHost } from '../../../../test/support/host.ts';
import { tmpdir } from '../../../../test/support/tmpdir.ts';
import type { Forge } from '../../../forge/forge.ts';
import { rootOf } from '../../../host/fs/inside.ts';
import { openRules } from './rules.ts';
import { openWorkspaces } from '../workspaces.ts';

const { git } = testHost();
const identity = { name: 'T', email: 't@example.invalid' };
const repo = 'org/tool';
const MODES = { link: '120000', file: '100644', program: '100755', submodule: '160000' };

/** A repository with a bit of everything that repositories really hold, and a worktree of it. */
async function world(path: string, files: Record<string, string> = {}) {
  const origin = join(path, 'origin.git');
  const source = join(path, 'source');
  await git.run(['init', '-q', '--bare', '-b', 'main', origin]);
  await mkdir(source);
  const run = (...args: string[]) => git.run(args, { cwd: source, identity });
  await run('init', '-q', '-b', 'main');
  const all: Record<string, string> = {
    'a.txt': 'a\n',
    'src/b.txt': 'b\n',
    '.gitignore': 'built/\n',
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(source, name)), { recursive: true });
    await writeFile(join(source, name), text);
  }
  await symlink('/etc/hostname', join(source, 'old-link'));
  await run('add', '-A', '-f');
  await run('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendor/lib`);
  await run('commit', '-q', '-m', 'first');
  await run('push', '-q', origin, 'HEAD:refs/heads/main');
  const first = await git.text(['rev-parse', 'HEAD'], { cwd: source });
  const forge = { gitAccess: async () => ({ url: origin, username: 'u', token: 't' }) } as unknown as Forge;
  const workspaces = openWorkspaces(git, { root: join(path, 'workspaces'), forge });
  await workspaces.refresh(repo);
  const worktree = await workspaces.open(repo, 'issue-1', { commit: first, branch: 'autodev/issue-1' });
  const main = join(path, 'workspaces', repo, 'main');
  const commit = () => workspaces.commit(repo, worktree, { message: 'work' });
  return {
    first,
    main,
    worktree,
    workspaces,
    commit,
    at: (name: string) => join(worktree, name),
    write: async (name: string, text: string | Buffer) => {
      await mkdir(dirname(join(worktree, name)), { recursive: true });
      await writeFile(join(worktree, name), text);
    },
    /** What a commit changed: `mode path`, a removed one without its mode. */
    changed: async (made: string) =>
      (
        await git.text(['-c', 'core.quotePath=false', 'diff-tree', '-r', '--no-renames', first, made], {
          cwd: main,
        })
      )
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => {
          const [, mode = '', , , rest = ''] = /^:\d+ (\d+) (\w+) (\w+) (.+)$/.exec(line) ?? [];
          const [, name = ''] = rest.split('\t');
          return mode === '000000' ? `- ${name}` : `${mode} ${name}`;
        }),
    show: (made: string, name: string) => workspaces.show(repo, made, name),
  };
}

type World = Awaited<ReturnType<typeof world>>;

test('rules that keep git busy for ever are given up', async () => {
  await using tmp = await tmpdir();
  const it = await world(tmp.path);
  const stars = (end: string) => `**/${'*a*'.repeat(30)}/**/${'*a*'.repeat(30)}${end}\n`;
  await it.write('.gitignore', stars('b').repeat(200));
  const root = rootOf(it.worktree);
  await using rules = await openRules(git, join(it.main, '.git'), root, it.first, 500);
  rules.note('.gitignore');
  const path = `${`${'a'.repeat(100)}/`.repeat(30)}${'a'.repeat(200)}`;
  await assert.rejects(rules.ignored([{ path, folder: false }]), { code: 'refused' });
});

describe('ordinary work of a session becomes a commit', () => {
  test('beside a bare repository that was there before', async () => {
    await using tmp = await tmpdir();
    const bare = { 'test/bare/HEAD': 'ref: x\n', 'test/bare/objects/x': 'x', 'test/bare/refs/x': 'x' };
    const it = await world(tmp.path, bare);
    await it.write('a.txt', 'changed\n');
    assert.deepEqual(await it.changed(await it.commit()), ['100644 a.txt']);
  });

  test('changed, new, removed, renamed, executable and linked files, odd names, whole folders', async () => {
    await using tmp = await tmpdir();
    const it = await world(tmp.path, {
      'old/one.txt': '1',
      'old/two.txt': '2',
      'run.sh': '#!/bin/sh\n',
      turn: 'x',
    });
    await it.write('a.txt', 'changed\n');
    await it.write('packages/한국어/ö "quoted" \\ name.txt', 'odd\n');
    await it.write(' leading and trailing ', 'spaces');
    await it.write('-rf', 'dash');
    await it.write(':(top)x', 'pathspec');
    await rename(it.at('old'), it.at('new'));
    await chmod(it.at('run.sh'), 0o755);
    await rm(it.at('turn'));
    await it.write('turn/into-folder', 'x');
    await symlink('../a.txt', it.at('src/link'));
    await symlink('packages', it.at('folder-link'));
    await mkdir(it.at('empty'));
    await it.write('built/output', 'ignored');
    const made = await it.commit();
    assert.deepEqual(
      (await it.changed(made)).sort(),
      [
        '- old/one.txt',
        '- old/two.txt',
        '- turn',
        '100644  leading and trailing ',
        '100644 -rf',
        '100644 :(top)x',
        '100644 a.txt',
        '100644 new/one.txt',
        '100644 new/two.txt',
        '100644 packages/한국어/ö "quoted" \\ name.txt',
        '100644 turn/into-folder',
        '100755 run.sh',
        '120000 folder-link',
        '120000 src/link',
      ]
        .map((line) =>
          line.replace(/(.*)"(.*)"(.*)/, '100644 "packages/한국어/ö \\"quoted\\" \\\\ name.txt"'),
        )
        .sort(),
    );
    assert.equal(await it.show(made, 'src/link'), '../a.txt');
    assert.equal(
      await git.text(['rev-list', '--parents', '-n', '1', made], { cwd: it.main }),
      `${made} ${it.first}`,
    );
  });

  test('nothing changed is no commit, also where a file was only touched', async () => {
    await using tmp = await tmpdir();
    const it = await world(tmp.path);
    assert.equal(await it.commit(), it.first);
    await it.write('a.txt', 'a\n');
    assert.equal(await it.commit(), it.first);
  });

  test('submodules of the repository, links out that were always there and LFS pointers stay as they are', async () => {
    await using tmp = await tmpdir();
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12\n`;
    const it = await world(tmp.path, {
      'big.bin': pointer,
      '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
    });
    await it.write('b.txt', 'b');
    const made = await it.commit();
    assert.deepEqual(await it.changed(made), ['100644 b.txt']);
    assert.equal(await it.show(made, 'big.bin'), pointer);
    const tree = await git.text(['ls-tree', made, 'vendor/lib', 'old-link'], { cwd: it.main });
    assert.match(tree, new RegExp(`^${MODES.link} .*old-link\n${MODES.submodule} commit 1{40}\tvendor/lib$`));
  });

  test('line ends and encodings are kept as the attributes say, and only so', async () => {
    await using tmp = await tmpdir();
    const it = await world(tmp.path, {
      '.gitattributes':
        '*.bat text eol=crlf\n*.auto text=auto\n*.raw -text\n*.utf16 working-tree-encoding=UTF-16LE\n',
      'run.bat': 'one\n',
    });
    assert.equal(await readFile(it.at('run.bat'), 'utf8'), 'one\r\n');
    await it.write('run.bat', 'one\r\ntwo\r\n');
    await it.write('x.auto', 'one\r\n');
    await it.write('x.raw', 'one\r\n');
    await it.write('plain.txt', 'one\r\n');
    await it.write('x.utf16', Buffer.from('ö\n', 'utf16le'));
    const made = await it.commit();
    assert.equal(await it.show(made, 'run.bat'), 'one\ntwo\n');
    assert.equal(await it.show(made, 'x.auto'), 'one\n');
    assert.equal(await it.show(made, 'x.raw'), 'one\r\n');
    assert.equal(await it.show(made, 'plain.txt'), 'one\r\n');
    assert.equal(await it.show(made, 'x.utf16'), 'ö\n');
  });

  test('what is ignored stays out, by the rules of every folder, old and new ones', async () => {
    await using tmp = await tmpdir();
    const it = await world(tmp.path, { 'pkg/.gitignore': '*.log\n!keep.log\n', 'pkg/tracked.log': 'x' });
    await it.write('pkg/x.log', 'x');
    await it.write('pkg/keep.log', 'x');
    await it.write('pkg/tracked.log', 'changed');
    await it.write('fresh/.gitignore', '/out/*\n!/out/kept\n');
    await it.write('fresh/out/kept', 'x');
    await it.write('fresh/out/gone', 'x');
    await it.write('built/node_modules/dep/.git/config', '[core]\n\tfsmonitor = touch /nowhere\n');
    execFileSync('mkfifo', [it.at('built/pipe')]);
    assert.deepEqual(await it.changed(await it.commit()), [
      '100644 fresh/.gitignore',
      '100644 fresh/out/kept',
      '100644 pkg/keep.log',
      '100644 pkg/tracked.log',
    ]);
  });

  test('a removed submodule is removed', async () => {
    await using tmp = await tmpdir();
    const it = await world(tmp.path);
    await rm(it.at('vendor'), { recursive: true });
    assert.deepEqual(await it.changed(await it.commit()), ['- vendor/lib']);
  });

  test("an agent's own commits, index and merge count for nothing: its files are the work", async () => {
    await using tmp = await tmpdir();
    const it = await world(tmp.path);
    const agent = (...args: string[]) => git.run(args, { cwd: it.worktree, identity, ok: [1] });
    await it.write('one.txt', '1');
    await agent('add', '-A');
    await agent('commit', '-q', '-m', 'mine');
    await agent('checkout', '-q', '-b', 'elsewhere', 'HEAD~1');
    await it.write('one.txt', 'other');
    await agent('add', '-A');
    await agent('commit', '-q', '-m', 'theirs');
    await agent('merge', '-q', 'autodev/issue-1');
    await it.write('one.txt', 'resolved');
    await it.write('a.txt', 'hidden?');
    await agent('update-index', '--skip-worktree', 'src/b.txt');
    await it.write('src/b.txt', 'hidden?');
    const made = await it.commit();
    assert.deepEqual(await it.changed(made), ['100644 a.txt', '100644 one.txt', '100644 src/b.txt']);
    assert.equal(await git.text(['rev-list', '--count', `${it.first}..${made}`], { cwd: it.main }), '1');
    const again = await it.workspaces.open(repo, 'issue-1', { commit: it.first, branch: 'autodev/issue-1' });
    assert.equal(await git.text(['status', '--porcelain', '--ignored'], { cwd: again }), '');
    assert.equal(await readFile(join(again, 'src/b.txt'), 'utf8'), 'b\n');
  });
});

describe('what a session left is refused, with the reason, when it is', () => {
  const fold = (name: string) => async (it: World) => it.write(`sub/${name}/config`, 'x');
  const attacks: [what: string, build: (it: World) => Promise<unknown>, why: RegExp][] = [
    ['a nested repository', fold('.git'), /repository within the repository/],
    [
      'a bare repository',
      async (it) => execFileSync('git', ['init', '-q', '--bare', it.at('sub/bare')]),
      /repository within the repository/,
    ],
    ['a nested repository by upper case', fold('.GIT'), /repository within the repository/],
    ['a nested repository to Windows', fold('.git '), /repository within the repository/],
    ['a nested repository to Windows, short', fold('GIT~1'), /repository within the repository/],
    ['a nested repository to Windows, as a stream', fold('.git::$INDEX_ALLOCATION'), /within the repository/],
    ['a nested repository to macOS', fold('.g\u200cit'), /repository within the repository/],
    ['a nested repository behind a backslash', (it) => it.write('x\\.git\\config', 'x'), /git repository/],
    ['a pointer to another repository', (it) => it.write('sub/.git', 'gitdir: /x\n'), /within the repo/],
    ['a pipe', async (it) => execFileSync('mkfifo', [it.at('pipe')]), /it is a pipe/],
    [
      'a pipe in place of a file',
      async (it) => {
        await rm(it.at('a.txt'));
        execFileSync('mkfifo', [it.at('a.txt')]);
      },
      /it is a pipe/,
    ],
    [
      'a pipe in place of the rules',
      async (it) => execFileSync('mkfifo', [it.at('src/.gitignore')]),
      /it is a pipe/,
    ],
    [
      'a socket',
      (it) =>
        new Promise<void>((resolve) => {
          const server = createServer().listen(join(it.worktree, 'sock'), resolve);
          server.unref();
        }),
      /it is a socket/,
    ],
    [
      'a sparse giant',
      async (it) => {
        await (await openFile(it.at('giant'), 'w')).close();
        await truncate(it.at('giant'), 60_000_000_000);
      },
      /60000000000 bytes/,
    ],
    ['a link to an absolute place', (it) => symlink('/etc/passwd', it.at('l')), /leads out/],
    ['a link upwards', (it) => symlink('../../x', it.at('src/l')), /leads out/],
    ['a link into the repository itself', (it) => symlink('../.git/config', it.at('src/l')), /leads out/],
    [
      'a link out by way of another link',
      async (it) => {
        await mkdir(it.at('d/e'), { recursive: true });
        await symlink('../..', it.at('d/e/up'));
        await symlink('d/e/up/../x', it.at('l'));
      },
      /leads out/,
    ],
    [
      'an old link, turned elsewhere',
      async (it) => {
        await rm(it.at('old-link'));
        await symlink('/etc/shadow', it.at('old-link'));
      },
      /leads out/,
    ],
    [
      'a hard link to a file elsewhere',
      async (it) => {
        await writeFile(join(it.main, '..', 'secret'), 'canary');
        await link(join(it.main, '..', 'secret'), it.at('mine'));
      },
      /hard link/,
    ],
    ['a name that folds with another one', (it) => it.write('A.txt', 'x'), /that of another file/],
    ['a folder that folds with another one', (it) => it.write('SRC/c.txt', 'x'), /that of another file/],
    ['a name that folds with another one by a long s', (it) => it.write('\u017frc/c.txt', 'x'), /of another/],
    [
      'a name that folds with another one by what is unseen',
      (it) => it.write('a\u200d.txt', 'x'),
      /of another/,
    ],
    [
      'a nested repository by a letter without its dot',
      fold('.g\u0131t'),
      /repository within the repository/,
    ],
    ['a name that reads the other way', (it) => it.write('a\u202egnp.exe', 'x'), /direction of writing/],
    [
      'an encoding that a file is not in',
      async (it) => {
        await it.write('.gitattributes', '*.x working-tree-encoding=UTF-16\n');
        await it.write('f.x', 'abc');
      },
      /git cannot do what its rules say/,
    ],
    ['a name with control characters', (it) => it.write('a\u001b[2J', 'x'), /control characters/],
    [
      'a name that is not UTF-8',
      (it) => writeFile(Buffer.from(`${it.worktree}/\xff`, 'latin1'), 'x'),
      /not UTF-8/,
    ],
    ['a file in the folder of a submodule', (it) => it.write('vendor/lib/x', 'x'), /folder of a submodule/],
    [
      'too deep',
      async (it) => {
        await mkdir(it.at(Array.from({ length: 120 }, () => 'd').join('/')), { recursive: true });
      },
      /folders deep/,
    ],
  ];
  for (const [what, build, why] of attacks) {
    test(what, async () => {
      await using tmp = await tmpdir();
      const it = await world(tmp.path);
      await build(it);
      await assert.rejects(it.commit(), (error: Error & { code?: string; why?: string }) => {
        assert.equal(error.code, 'refused', error.stack);
        assert.match(error.why ?? '', why);
        return true;
      });
      assert.equal(
        await git.text(['for-each-ref', 'refs/autodev/collected'], { cwd: it.main }),
        '',
        'nothing of it is in the clone',
      );
      const again = await it.workspaces.open(repo, 'issue-1', {
        commit: it.first,
        branch: 'autodev/issue-1',
      });
      assert.equal(await git.text(['status', '--porcelain', '--ignored'], { cwd: again }), '');
    });
  }
});

describe('git outside the sandbox obeys nothing of a session', () => {
  test('no filter, hook, monitor or attribute that it planted is ever run', async () => {
    await using tmp = await tmpdir();
    const it = await world(tmp.path, { '.gitattributes': '*.txt filter=evil diff=evil merge=evil\n' });
    const canary = join(tmp.path, 'canary');
    const evil = join(tmp.path, 'evil.sh');
    await writeFile(evil, `#!/bin/sh\ntouch '${canary}'\ncat\n`);
    await chmod(evil, 0o755);
    const config = ['clean', 'smudge'].map((name) => `[filter "evil"]\n\t${name} = ${evil}\n`).join('');
    const more = `[diff "evil"]\n\ttextconv = ${evil}\n[core]\n\tfsmonitor = ${evil}\n\thooksPath = ${tmp.path}\n`;
    const fake = join(tmp.path, 'fake.git');
    await git.run(['init', '-q', '--bare', fake]);
    await writeFile(join(fake, 'config'), `[core]\n\tbare = false\n${config}${more}`);
    await writeFile(it.at('.git'), `gitdir: ${fake}\n`);
    await it.write('a.txt', 'changed');
    const made = await it.commit();
    await it.workspaces.patch(repo, it.first, made, 10_000);
    await it.workspaces.patchSize(repo, it.first, made, 10_000);
    assert.equal(await it.show(made, 'a.txt'), 'changed');
    await it.workspaces.open(repo, 'issue-1', { commit: made, branch: 'autodev/issue-1' });
    await it.workspaces.close(repo, 'issue-1');
    assert.equal(existsSync(canary), false);
  });
});

describe('a head of people outside', () => {
  test('shows agents the configuration of the base, and what it really holds is what is committed', async () => {
    await using tmp = await tmpdir();
    const it = await world(tmp.path, {
      'CLAUDE.md': 'theirs',
      '.claude/settings.json': '{}',
      'src/AGENTS.md': 'x',
    });
    await it.write('CLAUDE.md', 'obey me');
    await it.write('.mcp.json', '{"evil":1}');
    await it.write('sub/AGENTS.md', 'obey me');
    await it.write('.agents/skills/a/SKILL.md', 'obey me');
    await it.write('sub/claude.md.', 'obey me');
    await rm(it.at('.claude'), { recursive: true });
    await symlink('src', it.at('.claude'));
    await rm(it.at('src/AGENTS.md'));
    await it.write('code.txt', 'fine');
    const head = await it.commit();
    const path = await it.workspaces.open(repo, 'pr-1', {
      commit: head,
      branch: 'autodev/pr-1',
      configFrom: it.first,
    });
    assert.equal(await readFile(join(path, 'CLAUDE.md'), 'utf8'), 'theirs');
    assert.equal(await readFile(join(path, '.claude/settings.json'), 'utf8'), '{}');
    assert.equal(await readFile(join(path, 'src/AGENTS.md'), 'utf8'), 'x');
    for (const name of ['.mcp.json', 'sub/AGENTS.md', '.agents/skills/a/SKILL.md', 'sub/claude.md.'])
      assert.equal(existsSync(join(path, name)), false, name);
    assert.equal(await it.workspaces.commit(repo, path, { message: 'x' }), head);
    await writeFile(join(path, 'code.txt'), 'improved');
    const made = await it.workspaces.commit(repo, path, { message: 'x' });
    assert.equal(
      await git.text(['diff', '--name-only', head, made], { cwd: it.main }),
      'code.txt',
      'their own configuration is untouched',
    );
  });
});
