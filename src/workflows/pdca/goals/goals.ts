/** The goals of QA that a command can answer. */
export const GOALS = ['lint', 'test', 'build', 'typecheck'] as const;
export type GoalName = (typeof GOALS)[number];

export interface GoalCommand {
  goal: string;
  /** Undefined: the project has no command for it, the goal is skipped. */
  argv: readonly string[] | undefined;
}

/** What is known of a project without running anything. */
export interface ProjectFacts {
  /** Names in its root. */
  names: readonly string[];
  /** Programs of its own, in node_modules/.bin. */
  bin: readonly string[];
  packageJson: string | undefined;
  /** pyproject.toml, setup.cfg and tox.ini, one below the other. */
  pythonConfig: string | undefined;
  makefile: string | undefined;
  /** `goals` of the configuration or of `.autodev.yaml`. */
  configured: Partial<Record<GoalName, readonly string[] | undefined>>;
  /** `checks` of the configuration, and `--custom`. */
  custom: readonly (readonly string[])[];
}

const NO_TEST = /no test specified/;

/** One command per goal: what is configured, else scripts so named, else the tools that the project is set up for. */
export function goalCommands(facts: ProjectFacts): GoalCommand[] {
  const scripts = scriptsOf(facts.packageJson);
  const found = GOALS.map((goal): GoalCommand => {
    const argv =
      facts.configured[goal] ??
      fromScripts(goal, scripts) ??
      fromMakefile(goal, facts.makefile) ??
      fromTools(goal, facts);
    return { goal, argv };
  });
  return [
    ...found,
    ...facts.custom.map((argv, at): GoalCommand => ({
      goal: at === 0 ? 'custom' : `custom-${at + 1}`,
      argv,
    })),
  ];
}

function scriptsOf(text: string | undefined): Record<string, string> {
  try {
    const scripts = (JSON.parse(text ?? '{}') as { scripts?: Record<string, string> }).scripts ?? {};
    return Object.fromEntries(Object.entries(scripts).filter(([, line]) => typeof line === 'string'));
  } catch {
    return {};
  }
}

function fromScripts(goal: GoalName, scripts: Record<string, string>): string[] | undefined {
  const names = goal === 'typecheck' ? ['typecheck', 'type-check', 'types'] : [goal];
  const name = names.find((each) => Object.hasOwn(scripts, each) && !NO_TEST.test(scripts[each] ?? ''));
  return name === undefined ? undefined : ['npm', 'run', '--silent', name];
}

function fromMakefile(goal: GoalName, makefile: string | undefined): string[] | undefined {
  return makefile !== undefined && new RegExp(`^${goal}\\s*:(?!=)`, 'm').test(makefile)
    ? ['make', '-s', goal]
    : undefined;
}

function fromTools(goal: GoalName, facts: ProjectFacts): string[] | undefined {
  const { names, bin, packageJson = '', pythonConfig = '' } = facts;
  const has = (...wanted: (string | RegExp)[]) =>
    wanted.some((each) => names.some((name) => (typeof each === 'string' ? name === each : each.test(name))));
  const local = (name: string) => bin.includes(name) || new RegExp(`"${name}"\\s*:`).test(packageJson);
  const section = (name: string) => new RegExp(`^\\[(?:tool[.:])?${name}[\\].]`, 'm').test(pythonConfig);
  const npx = (...words: string[]) => ['npx', '--no-install', ...words];
  switch (goal) {
    case 'lint':
      if (has(/^eslint\.config\./, /^\.eslintrc/) && local('eslint')) return npx('eslint', '.');
      if (has('ruff.toml', '.ruff.toml') || section('ruff')) return ['ruff', 'check', '.'];
      return has('go.mod') ? ['go', 'vet', './...'] : undefined;
    case 'test':
      if (local('vitest') || has(/^vitest\.config\./)) return npx('vitest', 'run');
      if (local('jest') || has(/^jest\.config\./)) return npx('jest');
      if (has('pytest.ini', 'conftest.py') || section('pytest')) return ['pytest', '-q'];
      if (has('Cargo.toml')) return ['cargo', 'test', '--offline', '-q'];
      if (has('go.mod')) return ['go', 'test', './...'];
      return has('pom.xml') ? ['mvn', '-q', '-o', 'test'] : undefined;
    case 'build':
      if (has('Cargo.toml')) return ['cargo', 'build', '--offline', '-q'];
      if (has('go.mod')) return ['go', 'build', './...'];
      return has('pom.xml') ? ['mvn', '-q', '-o', 'compile'] : undefined;
    default:
      if (has('tsconfig.json') && local('tsc')) return npx('tsc', '--noEmit');
      if (has('tsconfig.json') && /"typescript"\s*:/.test(packageJson)) return npx('tsc', '--noEmit');
      return has('mypy.ini', '.mypy.ini') || section('mypy') ? ['mypy', '.'] : undefined;
  }
}
