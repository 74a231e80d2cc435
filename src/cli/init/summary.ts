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
  /** Repositories whose pull requests are merged without a person. */
  merging: readonly string[];
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
    ['merging', done.merging.join(', ') || 'off: a person merges'],
    [
      'budget',
      `$${budget.per_item_usd} per item, $${budget.per_repo_day_usd} per repository and day, $${budget.per_day_usd} per day`,
    ],
  ];
  const [next, ...then] = [...missing(done), START];
  const lines = (pairs: readonly [string, string][], width: number) =>
    pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
  const kept = done.kept.map((what) => dim(`  ${what} was there already and stays as it is`));
  const after = then.length === 0 ? [] : ['', 'Then', ...lines(then, 20)];
  return [
    head,
    ...kept,
    ...lines(rows, 12),
    '',
    bold('Next'),
    ...lines([next ?? START], 20),
    ...after,
    '',
  ].join('\n');
}

const START: [string, string] = ['autodev start', 'begins to work; with -d in the background'];

/** What stands in the way, the first thing first. */
function missing({ repos, login, agent, agent_installed: installed }: SetUp): [string, string][] {
  const found: [string, string][] = [];
  if (repos.length === 0) found.push(['autodev repo add URL', 'says which repository to work on']);
  if (login === null)
    found.push(['gh auth login', 'or export GITHUB_TOKEN=…, or autodev config set github.token_file FILE']);
  if (!installed) found.push(['autodev doctor', `says how to install ${agent}`]);
  return found;
}
