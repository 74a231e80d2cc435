/** What a shell command is for. */
export type ShellClass = 'git' | 'test' | 'build' | 'lint' | 'other';

const BY_PROGRAM: Record<ShellClass, readonly string[]> = {
  git: ['git', 'gh'],
  test: `jest vitest mocha pytest py.test ava tap rspec phpunit ctest tox nox playwright cypress karma
    unittest nextest bats gotestsum`.split(/\s+/),
  build: `tsc tsup make gmake cmake ninja meson webpack rollup esbuild vite parcel gcc g++ cc c++ clang
    clang++ javac kotlinc rustc swiftc msbuild ant bazel buck2 tsgo`.split(/\s+/),
  lint: `eslint oxlint biome prettier oxfmt ruff flake8 pylint black isort mypy pyright golangci-lint gofmt
    goimports rustfmt shellcheck stylelint tslint rubocop ktlint detekt knip markdownlint hadolint yamllint
    clang-format clang-tidy dprint standard xo staticcheck`.split(/\s+/),
  other: [],
};

/** The word after these programs says what they do. */
const BY_WORD: readonly [ShellClass, RegExp][] = [
  ['test', /^(test|tests|t|e2e|spec|nextest|check:test)([:.-]|$)|[:.-](test|tests|e2e|spec)$/],
  ['lint', /^(lint|format|fmt|vet|clippy|prettier|eslint|stylelint)([:.-]|$)|[:.-](lint|fmt|format)$/],
  [
    'build',
    /^(build|compile|install|package|assemble|bundle|publish|typecheck|type-check|types|tsc|bootjar)([:.-]|$)|[:.-](build|compile)$/i,
  ],
];
const RUNNERS = new Set(
  `npm pnpm yarn bun deno cargo go dotnet mvn mvnw gradle gradlew swift mix rake just task turbo nx lerna
  bazel next vite docker make gmake ng vue-cli-service flutter zig composer hatch invoke`.split(/\s+/),
);
/** `npm install` fetches packages: that is no build. */
const FETCHERS = new Set(['npm', 'pnpm', 'yarn', 'bun', 'composer', 'deno', 'just', 'task']);

const CLASS_OF_PROGRAM = new Map(
  Object.entries(BY_PROGRAM).flatMap(([kind, programs]) =>
    programs.map((program) => [program, kind as ShellClass] as const),
  ),
);

/** The class of a program with its arguments, wrappers already taken away. */
export function classOfProgram(words: readonly string[]): ShellClass {
  const program = baseName(words[0] ?? '');
  const rest = words.slice(1);
  if (program === 'node' || program === 'bun') {
    if (rest.includes('--test') || (program === 'bun' && rest[0] === 'test')) return 'test';
  }
  if (/^python[\d.]*$/.test(program) && rest[0] === '-m') return classOfProgram(rest.slice(1));
  if (RUNNERS.has(program)) {
    const verb = rest.find((word) => !word.startsWith('-') && word !== 'run' && word !== 'run-script');
    const found = verb === undefined ? undefined : BY_WORD.find(([, pattern]) => pattern.test(verb));
    if (found !== undefined && !(FETCHERS.has(program) && /^(install|package|publish)$/.test(verb ?? '')))
      return found[0];
    if (program === 'cargo' && verb === 'check') return 'build';
    if (/^(gradlew?|mvnw?)$/.test(program) && /^(verify|check)$/.test(verb ?? '')) return 'test';
    if (/^g?make$/.test(program) && verb === 'check') return 'test';
  }
  return CLASS_OF_PROGRAM.get(program) ?? 'other';
}

export function baseName(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1).replace(/\.(cmd|exe|sh|bat)$/i, '');
}
