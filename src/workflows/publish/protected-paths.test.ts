import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { commitAll } from '../../../test/support/commit-all.ts';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { newProblems, patchProblems, type PatchLimits } from './patch-limits.ts';
import { patchReasons } from './patch-reasons.ts';
import { meansPath, protectedReason, protects, type ProtectedReason } from './protected-paths.ts';
import { selfRunning } from '../workspace/self-running.ts';

const PROTECTED: [why: ProtectedReason, paths: string][] = [
  [
    'ci',
    `.github/workflows/ci.yml .github/workflows/.hidden.yml .GitHub/Workflows/CI.yml .github/actions/a/action.yml
     .gitlab-ci.yml .gitlab-ci/build.yml .circleci/config.yml Jenkinsfile jenkinsfile.release azure-pipelines.yml
     azure-pipelines/build.yml .drone.yml .drone.star .woodpecker/a.yml .woodpecker.yaml .buildkite/pipeline.yml
     bitbucket-pipelines.yml .travis.yml appveyor.yml .teamcity/settings.kts cloudbuild.yaml deploy/cloudbuild-prod.yml
     buildspec.yml .semaphore/semaphore.yml .cirrus.star .gitea/workflows/a.yml .forgejo/workflows/a.yml .ci/run .tekton/a.yaml
     sub/project/.github/workflows/x.yml netlify.toml vercel.json .taskcluster.yml bamboo-specs/a.yml zuul.d/jobs.yaml .kokoro/a.cfg
     ci/build.yml jenkins/Build.groovy .goreleaser.yml`,
  ],
  [
    'ci',
    `build/x.jenkinsfile .azure/a.yml .onedev-buildspec.yml .buildkite.yml .dagger/a.ts heroku.yml .unknown-ci/steps.txt .new-pipeline.yml
     .my.workflows/a app-ci.yml pipelines.yml codecov.yml .gitleaks.toml`,
  ],
  [
    'agents',
    `AGENT.md CRUSH.md WARP.md docs/CONVENTIONS.md .claude-plugin/plugin.json skills/a/SKILL.md .goose/config.yaml .mcp/servers.json
     .kilocodemodes .coderabbit.yaml .geminiignore`,
  ],
  ['git', 'git-hooks/pre-commit .hooks/pre-push captainhook.json commitlint.config.js'],
  [
    'editors',
    '.vs/tasks.vs.json launch.vs.json .project .helix/config.toml .dir-locals-2.el eslint.config.mjs .prettierrc.mjs',
  ],
  [
    'packages',
    'pnpm-workspace.yaml global.json .config/dotnet-tools.json rust-toolchain.toml gradle.properties package.yaml .bazelversion',
  ],
  ['shell', '.zprofile .ssh/config .config/git/config .config/mise/config.toml .curlrc'],
  [
    'locked',
    'renv.lock MODULE.bazel.lock .terraform.lock.hcl conda-lock.yml gems.locked pylock.toml cabal.project.freeze',
  ],
  ['editors', 'devfile.yaml .codesandbox/tasks.json .replit .eslintrc.js .prettierrc.cjs .mocharc.js'],
  [
    'shell',
    '.Rprofile .gdbinit .lldbinit .irbrc .pryrc .ghci .ocamlinit .psqlrc .sqliterc .rspec Procfile Tiltfile',
  ],
  ['packages', '.pnp.cjs .bazelrc flake.nix shell.nix'],
  [
    'git',
    '.gitattributes sub/.gitattributes .gitmodules .githooks/pre-push .husky/pre-commit .husky/_/.hidden lefthook.yml',
  ],
  ['git', '.lefthook.toml .pre-commit-config.yaml .lintstagedrc.json .lfsconfig'],
  [
    'merging',
    'CODEOWNERS docs/CODEOWNERS OWNERS .mergify.yml bors.toml renovate.json .renovaterc dependabot.yml',
  ],
  [
    'agents',
    `CLAUDE.md src/CLAUDE.md claude.local.md AGENTS.md GEMINI.md .claude/settings.json .claude/agents/.x.md .codex/config.toml
     .gemini/settings.json .cursorrules .cursor/rules/a.mdc .windsurfrules .windsurf/a .aider.conf.yml .mcp.json
     .clinerules/a.md .roo/rules.md .opencode/agent/a.md opencode.json .kiro/steering/a.md`,
  ],
  [
    'editors',
    '.vscode/tasks.json .vscode/.x app.code-workspace .idea/workspace.xml .zed/tasks.json .nvim.lua .exrc',
  ],
  ['editors', '.devcontainer/devcontainer.json .devcontainer.json .gitpod.yml .dir-locals.el'],
  [
    'packages',
    `.npmrc packages/a/.npmrc .yarnrc.yml .yarn/releases/yarn.cjs .pnpmfile.cjs bunfig.toml pip.conf setup.py build.rs
     crates/a/build.rs .cargo/config.toml gradlew gradle/wrapper/gradle-wrapper.jar .mvn/extensions.xml mvnw.cmd
     Directory.Build.props sitecustomize.py evil.pth binding.gyp`,
  ],
  [
    'locked',
    `package-lock.json a/b/package-lock.json yarn.lock pnpm-lock.yaml bun.lockb Cargo.lock go.sum poetry.lock uv.lock
     Gemfile.lock composer.lock gradle.lockfile Podfile.lock flake.lock`,
  ],
  ['shell', '.envrc sub/.envrc .mise.toml mise.toml .bashrc'],
  ['ours', '.autodev.yaml .autodev/x .develop-workflow/state.json'],
];

const FREE = `README.md src/index.ts Makefile Dockerfile docker-compose.yml .editorconfig .gitignore .prettierrc tsconfig.json
  package.json pyproject.toml Cargo.toml go.mod src/github/workflows.ts docs/github/a.md src/owners/index.ts src/claude/run.ts
  src/renovate-client.ts src/vscode.ts src/locales/en/auth.json test/lock.ts .env.example src/agents/agent.ts
  src/locales/en/global.json src/ci.ts src/pipeline/run.ts docs/workflows.md src/hooks/useX.ts src/lock.ts .config/x.json
  src/cloudbuild.ts settings.gradle ci/notes.md deploy.sh src/gitlab-ci.ts LICENSE .nvmrc src/lefthook.ts`;

const LIMITS: PatchLimits = { protectedPaths: [], patchBytes: 100, patchFiles: 100 };
const words = (text: string) => text.trim().split(/\s+/);

describe('what runs by itself or tells others what to do', () => {
  for (const [why, paths] of PROTECTED) {
    test(`needs a person: ${why}, ${paths.slice(0, 40)}…`, () => {
      for (const path of words(paths)) assert.equal(protectedReason(path), why, path);
    });
  }

  test('is told apart from what only runs when it is called', () => {
    for (const path of words(FREE)) assert.equal(protectedReason(path), undefined, path);
  });

  test('is shown to the person with the reason, in their language', () => {
    const problems = patchProblems({ files: ['.github/workflows/.x.yml', 'a.ts'], patchBytes: 1 }, LIMITS);
    assert.deepEqual(patchReasons(problems, 'en'), [
      'it touches protected paths (`.github/workflows/.x.yml`): CI and deployment run by it',
    ]);
    assert.match(patchReasons(problems, 'ko').join(''), /CI와 배포/);
  });

  test('grows and shrinks by the configuration, and by what the caller is there for', () => {
    const files = ['CLAUDE.md', 'go.sum', 'infra/.prod/main.tf'];
    const paths = (limits: PatchLimits, allowed: ProtectedReason[] = []) =>
      patchProblems({ files, patchBytes: 1 }, limits, allowed).flatMap((problem) =>
        problem.kind === 'protected' ? problem.paths : [],
      );
    assert.deepEqual(paths(LIMITS), ['CLAUDE.md', 'go.sum']);
    assert.deepEqual(paths({ ...LIMITS, protectedPaths: ['infra/**'] }), files);
    assert.deepEqual(paths({ ...LIMITS, unprotectedPaths: ['**/go.sum'] }), ['CLAUDE.md']);
    assert.deepEqual(paths(LIMITS, ['agents']), ['go.sum']);
  });
});

test('a glob means dot names like any other, in either case', () => {
  const means: [glob: string, path: string, yes: boolean][] = [
    ['infra/**', 'infra/.hidden/a.tf', true],
    ['infra/', 'infra/a.tf', true],
    ['**/*.sql', 'db/.old/A.SQL', true],
    ['**/*.sql', 'a.sql', true],
    ['*.sql', 'db/a.sql', false],
    ['docs/{a,b}.md', 'docs/b.md', true],
    ['docs/[ab].md', 'docs/c.md', false],
    ['a.b', 'axb', false],
    ['CODEOWNERS', 'codeowners', true],
  ];
  for (const [glob, path, yes] of means) assert.equal(meansPath(glob, path), yes, `${glob} ${path}`);
});

describe('package.json', () => {
  const { git } = testHost();
  const base = { name: 'a', scripts: { test: 'node --test' } };
  const CHANGES: [what: string, change: unknown, needs: boolean][] = [
    [
      'a script that runs at an installation',
      { ...base, scripts: { ...base.scripts, postinstall: 'node x' } },
      true,
    ],
    ['a script that prepares', { ...base, scripts: { prepare: 'husky' } }, true],
    ['hooks of its own', { ...base, husky: { hooks: {} } }, true],
    ['a script that is called', { ...base, scripts: { test: 'node --test', build: 'tsc' } }, false],
    ['a dependency', { ...base, dependencies: { b: '1' } }, false],
    ['what pnpm builds', { ...base, pnpm: { onlyBuiltDependencies: ['b'] } }, true],
    ['where code comes from', { ...base, overrides: { b: 'npm:evil@1' } }, true],
    ['no JSON any more', '{', true],
  ];
  for (const [what, change, needs] of CHANGES) {
    test(`${needs ? 'needs a person' : 'is free'}: ${what}`, async () => {
      await using tmp = await tmpdir({ git: true });
      const path = join(tmp.path, 'packages/a/package.json');
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, JSON.stringify(base));
      const from = await commitAll(git, tmp.path, 'base');
      await writeFile(path, typeof change === 'string' ? change : JSON.stringify(change));
      const to = await commitAll(git, tmp.path, 'change');
      const files = ['packages/a/package.json'];
      assert.deepEqual(await selfRunning(git, tmp.path, { from, to }, files), needs ? files : []);
    });
  }
});

describe('what a manifest makes run', () => {
  const { git } = testHost();
  const MANIFESTS: [name: string, base: string, free: string, needs: string][] = [
    [
      'Cargo.toml',
      '[package]\nname = "a"\n',
      '[package]\nname = "a"\n[dependencies]\nb = "1"\n',
      '[package]\nname = "a"\nbuild = "src/x.rs"\n',
    ],
    [
      'pyproject.toml',
      '[build-system]\nrequires = ["hatchling"]\n[project]\nname = "a"\n',
      '[build-system]\nrequires = ["hatchling"]\n[project]\nname = "a"\nversion = "2"\n',
      '[build-system]\nrequires = ["hatchling"]\nbackend-path = ["."]\n[project]\nname = "a"\n',
    ],
    [
      'composer.json',
      '{"name":"a"}',
      '{"name":"a","require":{"b":"1"}}',
      '{"name":"a","scripts":{"post-install-cmd":"x"}}',
    ],
  ];
  for (const [name, base, free, needs] of MANIFESTS)
    test(`needs a person: ${name}`, async () => {
      await using tmp = await tmpdir({ git: true });
      const commit = async (text: string) => {
        await writeFile(join(tmp.path, name), text);
        return commitAll(git, tmp.path, text);
      };
      const [from, ordinary, evil] = [await commit(base), await commit(free), await commit(needs)];
      assert.deepEqual(await selfRunning(git, tmp.path, { from, to: ordinary }, [name]), []);
      assert.deepEqual(await selfRunning(git, tmp.path, { from, to: evil }, [name]), [name]);
    });
});

describe('a name that only looks different', () => {
  const DISGUISED: [string, ProtectedReason][] = [
    ['CLAUDE.md.', 'agents'],
    ['CLAUDE.md ', 'agents'],
    ['claude.md::$DATA', 'agents'],
    ['CLAUDE\u200c.md', 'agents'],
    ['.clau\u200dde./settings.json', 'agents'],
    ['.g\u0131thub/workflows/a.yml', 'ci'],
    ['.github\\workflows\\a.yml', 'ci'],
    ['Jen\u212ainsfile', 'ci'],
    ['.hu\u017fky/pre-commit', 'git'],
    ['\uff23\uff2c\uff21\uff35\uff24\uff25.md', 'agents'],
  ];
  for (const [path, why] of DISGUISED)
    test(`is protected as what some file system takes it for: ${JSON.stringify(path)}`, () => {
      assert.equal(protectedReason(path), why);
    });

  test('is protected by the configuration, and unprotected by nothing but its own', () => {
    for (const path of [
      'Billing./rates.txt',
      'b\u0131lling/rates.txt',
      'billing\\rates.txt',
      'bil\u200cling/a',
    ])
      assert.ok(protects('billing/', path), path);
    assert.ok(!protects('billing/', 'bi11ing/rates.txt'));
    assert.ok(!meansPath('billing/', 'billing./rates.txt'));
  });
});

test('under limits of another moment only what nobody said yes to is a problem', () => {
  const work = { files: ['one/a.txt', 'two/b.txt', 'CLAUDE.md'], patchBytes: 100 };
  const limits = (...protectedPaths: string[]): PatchLimits => ({
    protectedPaths,
    patchBytes: 1_000,
    patchFiles: 10,
  });
  assert.deepEqual(newProblems(work, limits('one/'), limits('one/')), []);
  assert.deepEqual(newProblems(work, limits('one/'), limits('one/', 'two/')), [
    { kind: 'protected', paths: ['two/b.txt'], reasons: ['configured'] },
  ]);
  assert.deepEqual(newProblems(work, limits(), { ...limits(), patchBytes: 99 }), [
    { kind: 'large', size: '100 bytes' },
  ]);
  assert.deepEqual(newProblems(work, { ...limits(), patchFiles: 1 }, { ...limits(), patchFiles: 2 }), []);
});
