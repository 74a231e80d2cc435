import { foundAs } from '../workspace/collect/names.ts';

/**
 * Why a file needs a person before a change to it is published. Protected is what runs by itself, or tells agents, CI,
 * editors, package managers or us what to do. What only runs when somebody calls it (Makefile, Dockerfile, scripts,
 * sources) is not, nor what only describes (.editorconfig, .gitignore, tsconfig.json).
 */
export type ProtectedReason =
  | 'ci'
  | 'git'
  | 'merging'
  | 'agents'
  | 'editors'
  | 'packages'
  | 'locked'
  | 'shell'
  | 'ours'
  | 'scripts'
  | 'configured';

/** Names of files and folders at any depth, in small letters: file systems fold them. `*` is any part of one name. */
const NAMES: readonly [why: ProtectedReason, names: string][] = [
  // Every folder of a CI system as a whole: which of its files count is the system's business.
  [
    'ci',
    `.github/ .gitlab/ .gitlab-ci* .circleci/ jenkinsfile* .jenkins/ azure-pipelines* azure-pipelines/ .azure-pipelines/ .azuredevops/ .drone*
     .woodpecker* .buildkite/ bitbucket-pipelines* .travis* appveyor*.y*ml .appveyor* .teamcity/ cloudbuild*.y*ml cloudbuild*.json buildspec*.y*ml .codebuild/
     .semaphore/ .cirrus* .gitea/ .forgejo/ .ci/ .pipelines/ .workflows/ .tekton/ .argo/ .concourse/ .harness/ .prow* .zuul*
     zuul.yaml .screwdriver* screwdriver.yaml codemagic.yaml wercker.yml .build.yml .builds/ .gocd* netlify.toml vercel.json
     render.yaml railway.json railway.toml .platform.app.yaml .taskcluster* bamboo-specs/ zuul.d/ .kokoro/ jenkins/ .goreleaser*
     *.jenkinsfile .azure/ .onedev-buildspec* buildkite.y*ml .buildkite* .dagger/ dagger.json heroku.yml amplify.y*ml .amplify/ wrangler.toml
     wrangler.json* .vercel/ .netlify/ .argocd/ .flux* .sourcehut* .codecov* codecov.y*ml .codeclimate* .snyk .gitleaks* .semgrep*
     .trivyignore* sonar-project.properties .trunk/ .qlty/`,
  ],
  [
    'git',
    `.gitattributes .gitmodules .gitconfig .lfsconfig .githooks/ .husky/ .huskyrc* lefthook*.y*ml lefthook*.toml lefthook*.json .lefthook* .pre-commit*
     .overcommit.yml .simple-git-hooks* simple-git-hooks* .lintstagedrc* lint-staged.config.*
     .git-hooks/ git-hooks/ githooks/ .hooks/ captainhook.json grumphp.y*ml husky.config.* prek.toml hk.pkl .commitlintrc* commitlint.config.*
     .hg/ .hgrc`,
  ],
  [
    'merging',
    `codeowners owners owners_aliases .mergify* mergify.yml bors.toml .kodiak.toml .bulldozer.yml .policy.yml renovate.json*
     .renovaterc* dependabot.y*ml .releaserc* release.config.* .probot/
     .bors.toml kodiak.toml .pullapprove* maintainers approvers reviewers .reviewers*`,
  ],
  [
    'agents',
    `claude.md claude.local.md agents.md agents.override.md gemini.md qwen.md copilot-instructions.md .claude/ .claude.json .codex/
     .gemini/ .qwen/ .cursor* .windsurf* .aider* .mcp.json mcp.json .continue/ .cline* .roo* .kiro/ .junie/ .goosehints
     .opencode* opencode.json* .amazonq/ .agents/ .agent/ .augment* .trae/ .rules .crush* agent.md crush.md warp.md conventions.md
     .claude* .codex* .gemini* .claude-plugin/ .mcp/ .amp/ .goose/ .openhands* .devin/ .jules/ .serena/ .factory/ .kilocode* .zencoder/
     .tabnine/ .cody/ .sourcegraph/ .void/ .vibe/ .pi/ .codeium/ .qodo/ .firebender/ firebender.json .antigravity/ .copilot/ .specify/
     replit.md skill.md .coderabbit* .pr_agent.toml ellipsis.y*ml greptile.json sweep.y*ml .sweep*`,
  ],
  [
    'editors',
    `.vscode/ *.code-workspace .idea/ .fleet/ .zed/ .nvim* .vim/ .vimrc .exrc .dir-locals.el *.sublime-project .devcontainer/
     .devcontainer.json .gitpod* .idx/ .theia/ devfile.y*ml .devfile.y*ml .codesandbox/ .replit replit.nix
     .vs/ *.vs.json .lvimrc .local.vimrc .dir-locals* .helix/ .kak* .emacs* .projectile *.sublime-build .nova/ .lapce/ .kateproject
     .kateconfig .project .settings/ .externaltoolbuilders/ .ona/ .stackblitzrc`,
  ],
  [
    'packages',
    `.npmrc .yarnrc* .yarn/ .pnpmfile.* bunfig.toml .bunfig.toml pip.conf pip.ini .pypirc .condarc .cargo/ .bundle/ nuget.config
     directory.build.* directory.packages.props gradlew* mvnw* .mvn/ .swiftpm/ setup.py build.rs binding.gyp
     sitecustomize.py usercustomize.py *.pth .netrc _netrc .pnp.* .bazelrc flake.nix shell.nix
     pnpmfile.* pnpm-workspace.yaml package.yaml package.json5 uv.toml poetry.toml .gemrc go.env rust-toolchain* dotnet-tools.json
     directory.solution.* msbuild.rsp *.sln.targets gradle.properties .m2/ .sbtopts .jvmopts .sbt/ .mill* millw .bazelversion
     .buckconfig .pants* pants.toml .luarocks/ devbox.json devenv.nix devenv.y*ml .user.ini .htaccess`,
  ],
  [
    'locked',
    `package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock cargo.lock go.sum poetry.lock
     uv.lock pdm.lock pipfile.lock pixi.lock gemfile.lock composer.lock *.lockfile packages.lock.json mix.lock pubspec.lock
     podfile.lock cartfile.resolved package.resolved flake.lock conan.lock *.lock *.lock.json *.lock.hcl *-lock.json *-lock.y*ml
     *.locked *.freeze pylock*.toml go.work.sum manifest.toml maven_install.json verification-metadata.xml verification-keyring.*`,
  ],
  [
    'shell',
    `.envrc .direnv* .mise* mise.toml .bashrc .bash_profile .profile .zshrc .zshenv .autoenv* .rprofile .gdbinit .lldbinit .irbrc
     .pryrc .ghci .ocamlinit .psqlrc .sqliterc .rspec procfile tiltfile
     .zprofile .zlogin .zlogout .bash_login .bash_logout .bash_aliases .kshrc .cshrc .tcshrc .inputrc .tmux.conf .screenrc .curlrc
     _curlrc .wgetrc .ssh/ .rtx* .asdfrc .renviron .pdbrc .perldb .sbclrc .pam_environment desktop.ini autorun.inf`,
  ],
  // Settings that are code, which editors and hooks load on their own.
  [
    'editors',
    `.eslintrc.*js .prettierrc.*js .prettierrc.*ts .mocharc.*js .stylelintrc.*js .graphqlrc.*js .graphqlrc.*ts eslint.config.*
     prettier.config.* stylelint.config.*`,
  ],
  ['ours', '.autodev.yaml .autodev.yml .autodev/ .develop-workflow/'],
];

/** Paths that a name alone does not tell. */
const PATHS: readonly [why: ProtectedReason, path: RegExp][] = [
  ['packages', /(?:^|\/)gradle\/wrapper\//],
  ['ci', /(?:^|\/)ci\/[^/]+\.ya?ml$/],
  // A system that nobody here has heard of: its folder or file says what it is for.
  ['ci', /(?:^|\/)\.(?:[^/]*[-_.])?(?:ci|cd|cicd|pipelines?|workflows?|deploy)(?:[-_.][^/]*)?(?:\/|$)/],
  ['ci', /(?:^|\/)(?:[^/]*[-_.])?(?:ci|cicd|pipelines?)\.(?:ya?ml|toml|groovy)$/],
  ['shell', /(?:^|\/)\.config\/(?:git|fish|mise|pip|autostart|systemd)\//],
  // Elsewhere it may be a text in some language.
  ['packages', /^global\.json$/],
  ['packages', /(?:^|\/)(?:npins\/sources\.json|renv\/activate\.r|tools\/bazel)$/],
  ['packages', /(?:^|\/)init\.gradle(?:\.kts)?$/],
];

const escaped = (name: string) =>
  name.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '[^/]*');
const TABLE = NAMES.map(([why, names]): [ProtectedReason, RegExp] => {
  // What ends in a slash or begins with a dot may be a folder or a file in its place; the rest are files.
  const any = names
    .trim()
    .split(/\s+/)
    .map((name) => {
      const isFolder = name.endsWith('/') || name.startsWith('.');
      return `${escaped(name.replace(/\/$/, ''))}${isFolder ? '(?:/|$)' : '$'}`;
    });
  return [why, new RegExp(`(?:^|/)(?:${any.join('|')})`)];
});

/** Why this path is protected; undefined when it is not. */
export function protectedReason(path: string): ProtectedReason | undefined {
  const found = foundAs(path);
  return [...TABLE, ...PATHS].find(([, pattern]) => pattern.test(found))?.[0];
}

/** The same for a glob of the configuration: also a name that only some file system takes for one that it means. */
export const protects = (glob: string, path: string): boolean =>
  meansPath(glob, path) || meansPath(glob, foundAs(path));

const GLOB = /\*\*\/|\*\*|\*|\?|\{([^{}]*)\}|\[([^\]]*)\]|[^*?{[]+|[{[]/g;

/** Whether a glob of the configuration means this path. Dot names match like any other, and so does either case. */
export function meansPath(glob: string, path: string): boolean {
  const source = glob
    .replace(/\/$/, '/**')
    .replaceAll(GLOB, (part: string, choice?: string, range?: string) => {
      if (part === '**/') return '(?:.*/)?';
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      if (part === '?') return '[^/]';
      if (choice !== undefined) return `(?:${choice.split(',').map(escaped).join('|')})`;
      if (range !== undefined) return `[${range.replace(/^!/, '^').replaceAll(/[\\[\]]/g, String.raw`\$&`)}]`;
      return part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
    });
  return new RegExp(`^${source}$`, 'i').test(path);
}
