import { palette } from '../io.ts';

export interface SetUp {
  file: string;
  created: boolean;
  added: readonly string[];
  set: readonly string[];
  kept: readonly string[];
  repos: readonly string[];
  agent: string;
  agent_installed: boolean;
  login: string | null;
  budget: { per_item_usd: number; per_repo_day_usd: number; per_day_usd: number };
}

/** What was set up, in words, and what comes next: first what is still missing. */
export function summary(done: SetUp, color: boolean): string {
  const { bold, dim, yellow } = palette(color);
  const { budget } = done;
  const head = done.created
    ? `Wrote ${done.file}`
    : done.added.length + done.set.length > 0
      ? `Added ${[...done.added, ...done.set].join(', ')} to ${done.file}`
      : `${done.file} was there already; nothing in it was changed`;
  const rows: [string, string][] = [
    ['repositories', done.repos.join(', ') || yellow('none yet')],
    ['agent', `${done.agent}${done.agent_installed ? '' : yellow(' (not installed)')}`],
    ['login', done.login ?? yellow('none yet')],
    [
      'budget',
      `$${budget.per_item_usd} per item, $${budget.per_repo_day_usd} per repository and day, $${budget.per_day_usd} per day`,
    ],
  ];
  const next: [string, string][] = [
    ...(done.repos.length === 0
      ? ([['autodev repo add URL', 'says which repository to work on']] as [string, string][])
      : []),
    ...(done.login === null
      ? ([['gh auth login', 'or export GITHUB_TOKEN=…, or autodev config set github.token_file FILE']] as [
          string,
          string,
        ][])
      : []),
    ['autodev doctor', 'checks git, the agent, the token and the sandbox'],
    ['autodev start', 'begins to work; with -d in the background'],
    ['autodev demo', 'shows the whole loop without an account'],
  ];
  const lines = (pairs: readonly [string, string][], width: number) =>
    pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
  const kept = done.kept.map((what) => dim(`  ${what} was there already and stays as it is`));
  return [head, ...kept, ...lines(rows, 12), '', bold('Next'), ...lines(next, 20), ''].join('\n');
}
