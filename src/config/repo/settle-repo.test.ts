import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exitCodeOf, isAutodevError } from '../../work/errors.ts';
import { explainRepoConfig } from '../explain.ts';
import { parseConfig } from '../parse.ts';
import { problemText } from '../file/problem.ts';

const file = 'config.yaml';
const own = (text: string) => ({ file: 'org/app/.autodev.yaml', text });

function settle(text: string, repository?: string, name = 'org/app') {
  const loaded = { ...parseConfig(text, { file, home: '/h' }), file, written: true };
  return explainRepoConfig(loaded, name, { own: repository === undefined ? undefined : own(repository) });
}

/** The value and origin of one key after all layers were put on each other. */
function valueOf(key: string, text: string, repository?: string): [unknown, string | undefined] {
  const found = settle(text, repository).values.find((value) => value.key === key);
  return [found?.value, found?.origin];
}

const APP = 'repos:\n  - url: https://github.com/org/app\n';

const LAYERS: [
  name: string,
  key: string,
  text: string,
  own: string | undefined,
  value: unknown,
  origin: string,
][] = [
  ['a default', 'model', APP, undefined, 'sonnet', 'default'],
  [
    'repo_defaults over default',
    'model',
    `${APP}repo_defaults:\n  model: opus\n`,
    undefined,
    'opus',
    'config.yaml:4',
  ],
  [
    'the entry over repo_defaults',
    'model',
    `${APP}    model: haiku\nrepo_defaults:\n  model: opus\n`,
    undefined,
    'haiku',
    'config.yaml:3',
  ],
  [
    'the own file over the entry',
    'model',
    `${APP}    model: haiku\n`,
    '# ours\nmodel: opus\n',
    'opus',
    'org/app/.autodev.yaml:2',
  ],
  [
    'one value inside a section leaves the others',
    'merge.method',
    `${APP}    merge:\n      accept: [human]\nrepo_defaults:\n  merge: {method: squash}\n`,
    undefined,
    'squash',
    'config.yaml:6',
  ],
  [
    'a list is replaced whole',
    'filter_labels',
    `${APP}    filter_labels: [a]\nrepo_defaults:\n  filter_labels: [b, c]\n`,
    undefined,
    ['a'],
    'config.yaml:3',
  ],
  ['the language of the whole', 'language', `${APP}language: ko\n`, undefined, 'ko', 'config.yaml:3'],
  [
    'the language of the entry over it',
    'language',
    `${APP}    language: en\nlanguage: ko\n`,
    undefined,
    'en',
    'config.yaml:3',
  ],
  ['the default agent', 'agent', `${APP}agent:\n  default: codex\n`, undefined, 'codex', 'config.yaml:4'],
  [
    'the budget of the whole',
    'budget.per_item_usd',
    `${APP}budget:\n  per_item_usd: 2\n`,
    undefined,
    2,
    'config.yaml:4',
  ],
  [
    'a budget of its own',
    'budget.per_item_usd',
    `${APP}    budget: {per_item_usd: 9}\nbudget:\n  per_item_usd: 2\n`,
    undefined,
    9,
    'config.yaml:3',
  ],
  [
    'a budget lowered by the own file',
    'budget.per_item_usd',
    APP,
    'budget: {per_item_usd: 1}\n',
    1,
    'org/app/.autodev.yaml:1',
  ],
  ['the name from the URL', 'name', APP, undefined, 'org/app', 'from url'],
];

describe('defaults ← sections ← repo_defaults ← entry ← .autodev.yaml', () => {
  for (const [name, key, text, repository, value, origin] of LAYERS) {
    test(name, () => assert.deepEqual(valueOf(key, text, repository), [value, origin]));
  }

  test('settled values are those that are explained', () => {
    const { config, values } = settle(`${APP}    checks: [npm test]\n`);
    assert.deepEqual(config.checks, [['npm', 'test']]);
    assert.deepEqual(values.find(({ key }) => key === 'checks')?.value, [['npm', 'test']]);
  });

  test('a registered repository without an entry gets repo_defaults', () => {
    const loaded = {
      ...parseConfig('repo_defaults: {model: opus}', { file, home: '/h' }),
      file,
      written: true,
    };
    const registered = { name: 'org/new', url: 'https://github.com/org/new', enabled: false };
    const { config, values } = explainRepoConfig(loaded, 'org/new', { registered });
    assert.deepEqual([config.name, config.enabled, config.model], ['org/new', false, 'opus']);
    assert.equal(values.find(({ key }) => key === 'enabled')?.origin, 'repo add');
  });

  test('an unknown repository is not found', () => {
    assert.throws(
      () => settle(APP, undefined, 'org/none'),
      (error) => isAutodevError(error, 'not_found') && exitCodeOf(error) === 4,
    );
  });
});

/** What a repository's own file says, and what is said to it. The setting stays as it was. */
const REFUSED: [name: string, own: string, key: string, said: string][] = [
  [
    'trust',
    'trusted:\n  permission: write\n  logins: [mallory]\n',
    'trusted.logins',
    ':1: trusted: a repository may not set this; it is ignored',
  ],
  [
    'a token',
    'model: opus\ngithub:\n  token: abc\n',
    'github',
    ':2: github: a repository may not set this; it is ignored',
  ],
  [
    'protected paths',
    'protected_paths: []\n',
    'protected_paths',
    ':1: protected_paths: a repository may not set this; it is ignored',
  ],
  [
    'another address',
    'url: https://github.com/mallory/app\n',
    'url',
    ':1: url: a repository may not set this; it is ignored',
  ],
  ['the agent', 'agent: scripted\n', 'agent', ':1: agent: a repository may not set this; it is ignored'],
  [
    'the sandbox',
    'sandbox: {mode: off}\n',
    'sandbox',
    ':1: sandbox: a repository may not set this; it is ignored',
  ],
  [
    'what the global file does not allow',
    'auto_merge: true\n',
    'auto_merge',
    ':1: auto_merge: not allowed for repositories; it is ignored (allow it with repository_file.allow in config.yaml)',
  ],
  [
    'a budget upwards',
    'budget:\n  per_item_usd: 5.01\n',
    'budget.per_item_usd',
    ':2: budget.per_item_usd: a repository can lower its budget, not raise it: 5.01 is above 5; it is ignored',
  ],
  [
    'the budget of the day',
    'budget: {per_day_usd: 1}\n',
    'budget.per_day_usd',
    ':1: budget.per_day_usd: unknown key; known here: per_item_usd, per_repo_day_usd',
  ],
  ['an unknown key', 'modle: opus\n', 'model', ':1: modle: unknown key; did you mean "model"?'],
  [
    'a wrong type',
    'confidence_threshold: high\n',
    'confidence_threshold',
    ':1: confidence_threshold: expected a number, not "high"',
  ],
  [
    'bad YAML',
    'model: [\n',
    'model',
    ':2: bad YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
];

describe("a repository's own file cannot set", () => {
  for (const [name, text, key, said] of REFUSED) {
    test(name, () => {
      const { problems } = settle(APP, text);
      assert.deepEqual(problems.map(problemText), [`org/app/.autodev.yaml${said}`]);
      assert.deepEqual(valueOf(key, APP, text), valueOf(key, APP));
    });
  }

  test('a raised budget through a lowered entry', () => {
    const text = `${APP}    budget: {per_item_usd: 2}\n`;
    assert.deepEqual(valueOf('budget.per_item_usd', text, 'budget: {per_item_usd: 3}\n'), [
      2,
      'config.yaml:3',
    ]);
  });

  test('more than the right part: what is right still applies', () => {
    const { config, problems } = settle(
      APP,
      'model: opus\nauto_merge: true\nworkflow: direct\nlanguage: xx\n',
    );
    assert.deepEqual(
      [config.model, config.workflow, config.auto_merge, config.language],
      ['opus', 'direct', false, 'en'],
    );
    assert.equal(problems.length, 2);
  });
});

test('the global file can allow a repository more, and less', () => {
  const more = `${APP}repository_file: {allow: [auto_merge]}\n`;
  assert.deepEqual(valueOf('auto_merge', more, 'auto_merge: true\n'), [true, 'org/app/.autodev.yaml:1']);
  assert.deepEqual(valueOf('model', more, 'model: opus\n'), ['sonnet', 'default']);
});
