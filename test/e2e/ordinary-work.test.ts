import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { APPROVE, IMPLEMENT, openFlowWorld, type FlowWorld } from '../support/flow-world.ts';
import { testHost } from '../support/host.ts';
import { tmpdir } from '../support/tmpdir.ts';

/** A project that needs its package manager for the session to try its work and for the checks to pass, without network. */
interface Project {
  /** Tools that must be there. */
  needs: string[];
  files: Record<string, string>;
  setup: string[][];
  checks: string[][];
  /** What the session tries before and after its change; it fails without the set-up. */
  tries: string[];
  change: [path: string, text: string];
  /** Where the tool may keep itself below the home. */
  home?: string[];
}

const NODE_TEST = `require('node:assert').equal(require('dep')(2), require('./answer'));`;
const node = (manager: string, install: string[]): Project => ({
  needs: [manager],
  files: {
    'package.json': JSON.stringify({
      name: 'app',
      version: '1.0.0',
      private: true,
      scripts: { test: 'node test.js' },
      dependencies: { dep: 'file:./dep' },
    }),
    'dep/package.json': JSON.stringify({ name: 'dep', version: '1.0.0', main: 'index.js' }),
    'dep/index.js': 'module.exports = (n) => n * 21;\n',
    'answer.js': 'module.exports = 41;\n',
    'test.js': NODE_TEST,
  },
  setup: [[manager, 'install', ...install]],
  checks: [[manager, 'test']],
  tries: ['node', '-e', 'require("dep")'],
  change: ['answer.js', 'module.exports = 42;\n'],
});

const WHEEL = `import os, zipfile
os.makedirs('dist', exist_ok=True)
with zipfile.ZipFile('dist/dep-1.0-py3-none-any.whl', 'w') as z:
    z.writestr('dep.py', 'def times(n): return n * 21\\n')
    z.writestr('dep-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: dep\\nVersion: 1.0\\n')
    z.writestr('dep-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    z.writestr('dep-1.0.dist-info/RECORD', '')
`;

const PROJECTS: Record<string, Project> = {
  npm: node('npm', ['--offline', '--no-audit', '--no-fund']),
  pnpm: node('pnpm', ['--offline']),
  yarn: node('yarn', ['--offline']),
  pip: {
    needs: ['python3', 'pip'],
    home: ['.pyenv'],
    files: {
      'wheel.py': WHEEL,
      'answer.py': 'ANSWER = 41\n',
      'test_answer.py':
        'import unittest, dep, answer\nclass T(unittest.TestCase):\n  def test(self): self.assertEqual(dep.times(2), answer.ANSWER)\n',
    },
    setup: [
      ['python3', '-m', 'venv', '.venv'],
      ['python3', 'wheel.py'],
      ['.venv/bin/pip', 'install', '-q', '--no-index', 'dist/dep-1.0-py3-none-any.whl'],
    ],
    checks: [['.venv/bin/python', '-m', 'unittest', '-q']],
    tries: ['.venv/bin/python', '-c', 'import dep'],
    change: ['answer.py', 'ANSWER = 42\n'],
  },
  cargo: {
    needs: ['cargo'],
    home: ['.cargo', '.rustup'],
    files: {
      'Cargo.toml':
        '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\ndep = { path = "dep" }\n',
      'dep/Cargo.toml': '[package]\nname = "dep"\nversion = "0.1.0"\nedition = "2021"\n',
      'dep/src/lib.rs': 'pub fn times(n: u32) -> u32 { n * 21 }\n',
      'src/lib.rs': '#[test]\nfn answer() { assert_eq!(dep::times(2), include!("answer")); }\n',
      'src/answer': '41\n',
    },
    setup: [['cargo', 'generate-lockfile', '--offline']],
    checks: [['cargo', 'test', '--offline', '--quiet', '--lib']],
    tries: ['test', '-e', 'Cargo.lock'],
    change: ['src/answer', '42\n'],
  },
  go: {
    needs: ['go'],
    files: {
      'go.mod': 'module app\n\ngo 1.20\n\nrequire dep v0.0.0\n\nreplace dep => ./dep\n',
      'dep/go.mod': 'module dep\n\ngo 1.20\n',
      'dep/dep.go': 'package dep\n\nfunc Times(n int) int { return n * 21 }\n',
      'answer.go': 'package app\n\nconst Answer = 41\n',
      'answer_test.go':
        'package app\n\nimport (\n\t"dep"\n\t"testing"\n)\n\nfunc TestAnswer(t *testing.T) {\n\tif dep.Times(2) != Answer {\n\t\tt.Fail()\n\t}\n}\n',
    },
    setup: [['go', 'mod', 'vendor']],
    checks: [['go', 'test', './...']],
    tries: ['test', '-d', 'vendor'],
    change: ['answer.go', 'package app\n\nconst Answer = 42\n'],
  },
  maven: {
    needs: ['mvn', 'java'],
    home: ['.m2'],
    files: {
      'pom.xml':
        '<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>app</artifactId><version>1</version><packaging>pom</packaging><properties><answer>41</answer></properties></project>\n',
      'answer.txt': '41\n',
    },
    setup: [['mvn', '-o', '-q', 'validate']],
    checks: [
      ['mvn', '-o', '-q', 'validate'],
      ['grep', '-q', '42', 'answer.txt'],
    ],
    tries: ['mvn', '-o', '-q', 'validate'],
    change: ['answer.txt', '42\n'],
  },
};

const missing = ({ needs }: Project): string | undefined => {
  const { PATH = '' } = testHost().env;
  const lacks = needs.find((tool) => !PATH.split(':').some((folder) => existsSync(join(folder, tool))));
  return lacks === undefined ? undefined : `${lacks} is not on this machine`;
};

const script = (steps: { tries: string[]; change: [string, string] }) => () => [
  { when: { schema: 'analysis' }, steps: [IMPLEMENT] },
  {
    when: { prompt: /Implement an issue/ },
    steps: [
      { do: 'run' as const, command: steps.tries },
      { do: 'write' as const, path: steps.change[0], text: steps.change[1] },
      { do: 'say' as const, text: 'done' },
    ],
  },
  { when: { schema: 'review' }, steps: [APPROVE] },
];

async function published(world: FlowWorld, title: string): Promise<string[]> {
  const work = `issue:${world.repo}:${await world.issue(title)}`;
  const waits = () => world.events.some((event) => event.type === 'item.waiting');
  await world.until('it is left', () => world.left(work).length > 0 || waits());
  const left = world.left(work).join();
  const errors = world.events.filter((event) => event.type === 'error' || event.type === 'step.failed');
  assert.match(left, /^done: PR #/, JSON.stringify(errors));
  const pull = /PR #(\d+)/.exec(left)?.[1] ?? '';
  const files = await world.get<{ filename: string }[]>(`/pulls/${pull}/files?per_page=100`);
  return files.map(({ filename }) => filename);
}

describe('ordinary work passes: a project of', () => {
  for (const [name, project] of Object.entries(PROJECTS)) {
    const skip = missing(project) ?? false;
    test(
      `${name}, with its set-up and checks, and only the session's change is published`,
      { skip },
      async () => {
        const { files, setup, checks, home = [] } = project;
        await using world = await openFlowWorld({
          repo: { max_attempts: 1, setup, checks },
          config: {
            sandbox: {
              read_paths: home.map((each) => join(homedir(), each)).filter((place) => existsSync(place)),
            },
          },
          script: script(project),
        });
        await world.commit('main', files);
        assert.deepEqual(await published(world, 'find the answer'), [project.change[0]]);
      },
    );
  }
});

test('a monorepo of 10,000 files with a submodule, LFS pointers, links and odd names is worked on as it is', async () => {
  await using tmp = await tmpdir();
  const host = testHost();
  const change: [string, string] = ['packages/7/1.txt', 'changed\n'];
  await using world = await openFlowWorld({
    repo: {
      max_attempts: 1,
      setup: [
        ['sh', '-c', 'for p in packages/*; do mkdir $p/node_modules && echo x > $p/node_modules/x; done'],
      ],
      checks: [['sh', '-c', 'grep -q changed packages/7/1.txt && test -e packages/99/node_modules/x']],
    },
    script: script({ tries: ['test', '-e', 'packages/99/node_modules/x'], change }),
  });
  const folder = join(tmp.path, 'large');
  const { clone_url: url } = await world.get<{ clone_url: string }>('');
  execFileSync('git', ['init', '-q', '-b', 'main', folder], { env: host.env });
  for (let n = 0; n < 100; n += 1) {
    await mkdir(join(folder, 'packages', String(n)), { recursive: true });
    for (let m = 0; m < 100; m += 1)
      await writeFile(join(folder, 'packages', String(n), `${m}.txt`), `${n} ${m}\n`);
  }
  const odd: Record<string, string> = {
    '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
    'large.bin': `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`,
    '.gitmodules': '[submodule "lib"]\n\tpath = lib\n\turl = ../lib.git\n',
    'odd/ a b\t"c".txt': 'x',
    'odd/한국어 이름.txt': 'x',
    'odd/-rf': 'x',
  };
  for (const [path, text] of Object.entries(odd)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await symlink('../packages/7', join(folder, 'odd', 'link'));
  const identity = { name: 'Owner', email: 'owner@example.invalid' };
  const git = (...args: string[]) => host.git.run(args, { cwd: folder, identity });
  await git('add', '-A');
  await git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},lib`);
  await git('commit', '-q', '-m', 'large');
  await world.forge.push(folder, world.forge.owner, url, ['+main']);
  assert.deepEqual(await published(world, 'change one file'), [change[0]]);
});
