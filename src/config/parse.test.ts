import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AutodevError, exitCodeOf } from '../work/errors.ts';
import { parseConfig } from './parse.ts';

const place = { file: 'config.yaml', home: '/home/ann/.autodev', userHome: '/home/ann' };
const config = (text: string) => parseConfig(text, place).config;

function refusal(text: string): AutodevError {
  try {
    parseConfig(text, place);
  } catch (error) {
    assert.ok(error instanceof AutodevError);
    return error;
  }
  throw new Error(`accepted: ${text}`);
}

/** What is written, and what is said about it. */
const MISTAKES: [name: string, text: string, message: string][] = [
  [
    'an unknown key, with the one that was meant',
    'language: en\ndaemon:\n  tick_interval_sec: 5\n',
    'config.yaml:3: daemon.tick_interval_sec: unknown key; did you mean "tick_interval_secs"?',
  ],
  [
    'an unknown section',
    'agnt:\n  default: codex\n',
    'config.yaml:1: agnt: unknown key; did you mean "agent"?',
  ],
  [
    'a key that belongs elsewhere',
    'auto_merge: true\n',
    'config.yaml:1: auto_merge: unknown key here; it belongs in repos[]',
  ],
  [
    'a key like nothing there is',
    'budget: {zzzzzz: 1}\n',
    'config.yaml:1: budget.zzzzzz: unknown key; known here: per_item_usd, per_repo_day_usd, per_day_usd',
  ],
  [
    'an unknown role',
    'agent:\n  models:\n    revew: opus\n',
    'config.yaml:3: agent.models.revew: unknown key; did you mean "review"?',
  ],
  [
    'text for a number',
    'budget:\n  per_item_usd: lots\n',
    'config.yaml:2: budget.per_item_usd: expected a number, not "lots"',
  ],
  [
    'a number for text',
    'repos:\n  - url: https://github.com/org/app\n    model: 4\n',
    'config.yaml:3: repos[0].model: expected text, not 4; put it in quotes',
  ],
  [
    'text for a switch',
    'repo_defaults:\n  auto_merge: "yes"\n',
    'config.yaml:2: repo_defaults.auto_merge: expected true or false, not "yes"',
  ],
  ['a value for a section', '\n\nbudget: 5\n', 'config.yaml:3: budget: expected keys and values, not 5'],
  [
    'one value for a list',
    'repo_defaults:\n  filter_labels: bug\n',
    'config.yaml:2: repo_defaults.filter_labels: expected a list, not "bug"',
  ],
  [
    'a word that is no choice',
    'language: fr\n',
    'config.yaml:1: language: expected one of en | ko, not "fr"',
  ],
  [
    'a number below its bound',
    'daemon:\n  tick_interval_secs: 0\n',
    'config.yaml:2: daemon.tick_interval_secs: expected a number above 0, not 0',
  ],
  [
    'a number above its bound',
    'daemon:\n  daily_report_hour: 24\n',
    'config.yaml:2: daemon.daily_report_hour: expected a whole number of at most 23, not 24',
  ],
  [
    'half of a whole number',
    'daemon:\n  max_concurrent: 1.5\n',
    'config.yaml:2: daemon.max_concurrent: expected a whole number, not 1.5',
  ],
  [
    'a repository without a URL',
    'repos:\n  - name: org/app\n',
    'config.yaml:2: repos[0].url: expected text, it is missing',
  ],
  [
    'a repository whose URL is none',
    'repos:\n  - url: org/app\n',
    'config.yaml:2: repos[0].url: not a repository URL: org/app (it has neither a scheme nor a host); did you mean https://github.com/org/app?',
  ],
  [
    'two repositories of one name',
    'repos:\n  - url: git@github.com:Org/App.git\n  - url: https://github.com/org/app\n',
    'config.yaml:3: repos[1]: org/app is there twice, first on line 2',
  ],
  [
    'a name that its URL contradicts',
    'repos:\n  - url: https://github.com/org/app\n    name: org/other\n',
    'config.yaml:3: repos[0].name: expected org/app, as its url says, not "org/other"',
  ],
  [
    'a check that needs a shell',
    'repo_defaults:\n  checks: ["npm test && rm x"]\n',
    'config.yaml:2: repo_defaults.checks[0]: expected plain words without quotes or shell characters; use a list of arguments for those, not "npm test && rm x"',
  ],
  [
    'active hours that are none',
    'daemon:\n  active_hours: [9-5]\n',
    'config.yaml:2: daemon.active_hours[0]: expected "HH:MM-HH:MM" or "mon-fri HH:MM-HH:MM", not "9-5"',
  ],
  [
    'a webhook receiver that would believe everybody',
    'daemon:\n  webhook:\n    port: 8080\n',
    'config.yaml:3: daemon.webhook: expected a secret_file beside the port: deliveries that are not signed are not believed',
  ],
  [
    'a login for the forge passed on to agents',
    'agent:\n  pass_env: [LANG, GITHUB_TOKEN]\n',
    'config.yaml:2: agent.pass_env[1]: expected a variable that is no login for the forge; agents never get one, not "GITHUB_TOKEN"',
  ],
  [
    'a secret of the wrong kind, without showing it',
    'github:\n  token: 123456789\n',
    'config.yaml:2: github.token: expected text, not what is there; put it in quotes',
  ],
  [
    'a cluster of the wrong kind, without showing its password',
    'cluster: mysql://ann:pass@host/db\n',
    'config.yaml:1: cluster: expected a URL that begins with postgres://, not what is there',
  ],
  [
    'trust handed to repositories',
    'repository_file:\n  allow: [trusted]\n',
    'config.yaml:2: repository_file.allow[0]: expected one of scan_targets | filter_labels | ignore_authors | improve | model | confidence_threshold | workflow | auto_merge | merge_require_ci | merge | max_attempts | max_review_rounds | max_ci_rounds | ci_rerun | on_exhausted | setup | checks | goals | check_timeout_secs | language | budget, not "trusted"',
  ],
  ['a key twice', 'language: en\nlanguage: ko\n', 'config.yaml:2: bad YAML: this key is there twice'],
  ['tabs', 'daemon:\n\tmax_concurrent: 1\n', 'config.yaml:2: bad YAML: Tabs are not allowed as indentation'],
  [
    'a list that is never closed',
    'repos: [\nlanguage: en\n',
    'config.yaml:2: bad YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
  ['a name that nothing has', 'language: *home\n', 'config.yaml:1: bad YAML: nothing is named &home'],
  [
    'two documents',
    'language: en\n---\nlanguage: ko\n',
    'config.yaml:2: bad YAML: one document is expected, "---" begins a second one',
  ],
  ['a file that is a list', '- repos\n', 'config.yaml:1: expected keys and values, such as "language: en"'],
  [
    'a key from the depths of JavaScript',
    '__proto__: {language: ko}\n',
    'config.yaml:1: __proto__: unknown key; known here: $schema, repos, repo_defaults, repository_file, daemon, agent, develop, sandbox, budget, knowledge, github, context, notify, cluster, cluster_password_file, language',
  ],
];

describe('a mistake in config.yaml is refused with file, line, key and expected value', () => {
  for (const [name, text, message] of MISTAKES) {
    test(name, () => {
      const error = refusal(text);
      assert.equal(error.message, message);
      assert.equal(exitCodeOf(error), 3);
    });
  }

  test('all mistakes are told at once, in the order of the file', () => {
    const error = refusal(
      'language: fr\nrepos:\n  - url: https://github.com/a/b\n    modle: x\n  - url: https://github.com/a/b\nbudget: 1\n',
    );
    assert.equal(
      error.message,
      [
        '4 problems in config.yaml',
        'config.yaml:1: language: expected one of en | ko, not "fr"',
        'config.yaml:4: repos[0].modle: unknown key; did you mean "model"?',
        'config.yaml:5: repos[1]: a/b is there twice, first on line 3',
        'config.yaml:6: budget: expected keys and values, not 1',
      ].join('\n  '),
    );
    const problems = error.data?.['problems'] as { line: number; key: string; expected?: string }[];
    assert.deepEqual(
      problems.map(({ line, key, expected }) => [line, key, expected]),
      [
        [1, 'language', 'one of en | ko'],
        [4, 'repos[0].modle', 'model'],
        [5, 'repos[1]', 'each repository once'],
        [6, 'budget', 'keys and values'],
      ],
    );
  });

  test('a secret in a repository URL is not shown', () => {
    const error = refusal('repos:\n  - url: https://ann:s3cret@github.com/org/app\n');
    assert.match(error.message, /^config\.yaml:2: repos\[0\]\.url: .*holds a user or a password/);
    assert.doesNotMatch(JSON.stringify([error.message, error.data]), /s3cret/);
  });

  test('aliases that would grow without end are refused', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x,x]'];
    for (const [name, of] of ['ba', 'cb', 'dc', 'ed', 'fe'].map((pair) => [pair[0], pair[1]])) {
      bomb.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${of}`).join(',')}]`);
    }
    assert.match(refusal(bomb.join('\n')).message, /^config\.yaml:1: bad YAML: Excessive alias count/);
  });
});

describe('a configuration is settled', () => {
  test('nothing written means the defaults of the design', () => {
    const { repos, daemon, agent, budget, language, github, cluster } = config('');
    assert.deepEqual(repos, []);
    assert.deepEqual(daemon, {
      tick_interval_secs: 10,
      reconcile_window_hours: 24,
      log_dir: '/home/ann/.autodev/logs',
      log_retention_days: 30,
      daily_report_hour: 6,
      max_concurrent: 3,
      max_concurrent_per_repo: 2,
      worktree_ttl_hours: 72,
      retry_base_secs: 60,
      drain_secs: 30,
      claim_ttl_hours: 6,
      active_hours: [],
      webhook: { host: '127.0.0.1' },
      web: { port: 0 },
    });
    assert.deepEqual(budget, { per_item_usd: 5, per_repo_day_usd: 50, per_day_usd: 100 });
    assert.deepEqual([agent.default, agent.home, agent.review_with], ['claude', 'user', []]);
    assert.deepEqual([language, github.api_url, cluster], ['en', 'https://api.github.com', undefined]);
  });

  test('the example of seed 003 is understood', () => {
    const { repos, daemon } = config(`
repos:
  - name: org/my-repo
    url: https://github.com/org/my-repo
    enabled: true
    scan_interval_secs: 300
    scan_targets: [issues, pulls]
    filter_labels: []              # empty = all
    ignore_authors: [dependabot, renovate]
    model: sonnet
    confidence_threshold: 0.7
    auto_merge: true
    merge_require_ci: true
daemon:
  tick_interval_secs: 10
  reconcile_window_hours: 24
  log_dir: ~/.autodev/logs
  log_retention_days: 30
  daily_report_hour: 6
`);
    assert.equal(repos[0]?.auto_merge, true);
    assert.equal(daemon.log_dir, '/home/ann/.autodev/logs');
  });

  test('a repository needs only its URL; the rest is the defaults of the design', () => {
    const [repo] = config('repos:\n  - url: git@github.com:org/app.git\n').repos;
    assert.ok(repo !== undefined);
    assert.deepEqual(repo, {
      protected_paths: [],
      unprotected_paths: [],
      name: 'org/app',
      url: 'git@github.com:org/app.git',
      enabled: true,
      scan_interval_secs: 300,
      scan_targets: ['issues', 'pulls'],
      filter_labels: [],
      goals: {},
      ignore_authors: ['dependabot', 'renovate'],
      trusted: { permission: 'write', logins: [], bots: [] },
      improve: 'same-repo',
      max_queued: 20,
      model: 'sonnet',
      confidence_threshold: 0.7,
      workflow: 'develop',
      auto_merge: false,
      merge_require_ci: true,
      merge: { accept: ['human', 'autodev'], method: 'merge', required_checks: [] },
      max_attempts: 3,
      max_review_rounds: 3,
      max_ci_rounds: 2,
      ci_rerun: true,
      on_exhausted: 'human',
      setup: [],
      checks: [],
      check_timeout_secs: 900,
      max_patch_bytes: 1_000_000,
      max_patch_files: 100,
      max_comments: 30,
      agent: 'claude',
      language: 'en',
      budget: { per_item_usd: 5, per_repo_day_usd: 50 },
    });
  });

  test('a section without content is a section not written', () => {
    assert.deepEqual(config('daemon:\nrepos:\nbudget:\n  per_item_usd:\n'), config(''));
  });

  test('paths start at AUTODEV_HOME, ~ is the home folder', () => {
    const { github, daemon, agent } = config(
      'github: {token_file: token, reviewer_token_file: ~/r}\ndaemon: {log_dir: /var/log/autodev}\nagent: {scripted: {script: s.yaml}, codex: {command: ~/bin/codex}}\n',
    );
    assert.equal(github.token_file, '/home/ann/.autodev/token');
    assert.equal(github.reviewer_token_file, '/home/ann/r');
    assert.equal(daemon.log_dir, '/var/log/autodev');
    assert.deepEqual([agent.codex.command, agent.claude.command], ['/home/ann/bin/codex', 'claude']);
    assert.equal(agent.scripted.script, '/home/ann/.autodev/s.yaml');
  });

  test('commands become lists of arguments', () => {
    const { repo_defaults } = config('repo_defaults:\n  checks:\n    - npm test\n    - [sh, -c, "a | b"]\n');
    assert.deepEqual(repo_defaults.checks, [
      ['npm', 'test'],
      ['sh', '-c', 'a | b'],
    ]);
  });

  test('reviewing agents are as they are written, also when that is the default agent alone', () => {
    assert.deepEqual(config('agent: {default: codex}').agent.review_with, []);
    assert.deepEqual(config('agent: {default: codex, review_with: [codex]}').agent.review_with, ['codex']);
    assert.deepEqual(config('agent: {review_with: [claude, gemini]}').agent.review_with, [
      'claude',
      'gemini',
    ]);
  });
});
