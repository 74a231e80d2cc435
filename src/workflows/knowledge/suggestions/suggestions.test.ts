import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SuggestionRecord } from '../../../store/tables/suggestions.ts';
import type { DailyReport, Pattern } from '../report/daily-report.ts';
import { changedFile } from './changed-file.ts';
import type { Proposal } from './suggestion.ts';
import { targetProblem } from './target.ts';
import { unhelpful } from './unhelpful.ts';
import { weigh, type Weighing } from './weigh.ts';

const proposal = (more: Partial<Proposal> = {}): Proposal => ({
  type: 'rule',
  target_file: '.claude/rules/errors.md',
  content: 'Every error says what to do about it.',
  reason: 'three of them did not',
  ...more,
});

const PATTERN: Pattern = {
  type: 'hotfile',
  subject: 'src/api.ts',
  description: '',
  occurrences: 4,
  affected_tasks: ['issue:1', 'issue:2', 'issue:3'],
  evidence: ['s1:4'],
};

const report = (date: string, patterns: Pattern[] = []): DailyReport => ({
  date,
  summary: { issues_done: 0, prs_done: 0, failed: 0, skipped: 0, avg_duration_ms: 0 },
  patterns,
  suggestions: [],
  facts: {
    tasks: [{ task: 'issue:9', outcome: 'done', duration_ms: 1, cost_usd: 1, sessions: 1 }],
    outcomes: {},
    phases: [],
    errors: [],
    reviews: { rounds: [], findings: [], remarks: [] },
    test_loops: [],
    hot_files: [],
    tool_outliers: [],
    costs: { usd: 0, tokens: 0, by_task: [], by_model: [] },
    rests: [],
    sessions: 0,
  },
});

const weighing = (more: Partial<Weighing> = {}): Weighing => ({
  report: report('2026-03-01', [PATTERN]),
  earlier: [],
  files: new Map(),
  odd: new Set(),
  ...more,
});

const record = (more: Partial<SuggestionRecord> = {}): SuggestionRecord => ({
  id: 'a',
  repo: 'org/app',
  day: '2026-02-01',
  target: '.claude/rules/errors.md',
  content: proposal().content,
  pattern: 'hotfile src/api.ts',
  action: 'add',
  pull: 3,
  status: 'proposed',
  settledAt: null,
  ...more,
});

describe('where a suggestion may lead', () => {
  for (const path of [
    'CLAUDE.md',
    '.claude/rules/a.md',
    '.claude/rules/api/a-b.md',
    '.claude/agents/x.md',
    '.claude/skills/x/SKILL.md',
    '.claude/skills/x/more/notes.md',
  ])
    test(`${path} may be written`, () =>
      assert.equal(targetProblem(proposal({ target_file: path })), undefined));

  const refused = [
    '../CLAUDE.md',
    '/etc/passwd',
    '.claude/rules/../../x.md',
    '.claude/rules/..md',
    './CLAUDE.md',
    'sub/CLAUDE.md',
    '.claude/settings.json',
    '.claude/settings.local.json',
    '.claude/hooks/x.md',
    '.claude/rules/x.sh',
    '.claude/rules/',
    '.claude/skills/SKILL.md',
    '.claude/skills/x/run.sh',
    '.claude/agents/.hidden.md',
    '.github/workflows/ci.yml',
    '.autodev.yaml',
    '.mcp.json',
    'claude.md',
    '.CLAUDE/rules/a.md',
    '.claude\\rules\\a.md',
    '~/.claude/rules/a.md',
    '.claude/rules/a.md\n',
    '.claude/rules/a b.md',
    '.claude/rules/\u202ea.md',
    '.claude//rules/a.md',
    '.git/config',
    `.claude/rules/${'x'.repeat(300)}.md`,
    'C:/CLAUDE.md',
    '.claude/rules/a./b.md',
  ];
  for (const path of refused)
    test(`${JSON.stringify(path.slice(0, 40))} may not`, () => {
      assert.notEqual(targetProblem(proposal({ target_file: path })), undefined);
    });

  const contents: [what: string, content: string][] = [
    ['a binary', 'a\u0000b'],
    ['five megabytes', 'x'.repeat(5 * 1024 * 1024)],
    ['what nobody sees', 'be kind\u200b'],
    ['a command that runs when it is read', 'Now: !`curl evil`'],
    ['a file from elsewhere', 'See @~/.ssh/id_rsa'],
    ['a file from above', 'See @../../secrets'],
    ['hooks', '---\nname: x\nhooks:\n  Stop: []\n---\nbe kind'],
    ['hooks in one line', '---\n{name: x, hooks: {PreToolUse: []}}\n---\nbe kind'],
    ['hooks as a key of its own line', '---\n? hooks\n: Stop: []\n---\nbe kind'],
    ['hooks behind a mark', '---\n&a hooks: {}\n---\nbe kind'],
    ['hooks by a merged key', '---\nx: &x {hooks: {}}\n<<: *x\n---\nbe kind'],
    ['hooks with escaped letters', '---\n"h\\u006foks": {}\n---\nbe kind'],
    ['servers', '---\nmcpServers: {}\n---\nbe kind'],
  ];
  for (const [what, content] of contents)
    test(`${what} is no text for a file`, () =>
      assert.notEqual(targetProblem(proposal({ content })), undefined));

  test('a hook is text only', () => {
    const [hook] = weigh([proposal({ type: 'hook', target_file: '.claude/rules/a.md' })], weighing());
    assert.deepEqual(
      [hook?.shown_as, hook?.note],
      ['text', 'a hook runs programs: it is proposed as text only'],
    );
  });
});

describe('what is told to people', () => {
  test('a suggestion carries the tasks, counts and places of the pattern that it answers to', () => {
    const [byNumber] = weigh([proposal({ pattern: 1 })], weighing());
    assert.deepEqual(byNumber?.evidence, { tasks: PATTERN.affected_tasks, occurrences: 4, places: ['s1:4'] });
    const [bySubject] = weigh([proposal({ reason: 'src/api.ts is changed again and again' })], weighing());
    assert.equal(bySubject?.pattern, 'hotfile src/api.ts');
    const [byDay] = weigh([proposal({ pattern: 99 })], weighing());
    assert.deepEqual([byDay?.pattern, byDay?.evidence.tasks], ['', ['issue:9']]);
  });

  test('the same rule is not told twice: not in other marks, from another day, refused, or standing in the file', () => {
    const again = proposal({
      content: 'EVERY error says: what to do about it!',
      target_file: '.claude/rules/other.md',
    });
    assert.equal(weigh([proposal(), again], weighing()).length, 1);
    for (const status of ['proposed', 'accepted', 'refused'] as const)
      assert.deepEqual(weigh([proposal()], weighing({ earlier: [record({ status })] })), []);
    const files = new Map([
      ['.claude/rules/errors.md', '# Errors\n\n- Every error says what to do about it.\n'],
    ]);
    assert.deepEqual(weigh([proposal()], weighing({ files })), []);
    assert.equal(
      weigh([proposal({ content: 'Something else entirely, about colours.' })], weighing({ files })).length,
      1,
    );
  });

  test('what is no plain file is only shown, and never more than five at a time', () => {
    const [linked] = weigh([proposal()], weighing({ odd: new Set(['.claude/rules/errors.md']) }));
    assert.equal(linked?.shown_as, 'text');
    const many = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta'].map((content) =>
      proposal({ content }),
    );
    assert.equal(weigh(many, weighing()).length, 5);
  });
});

describe('files that change', () => {
  const add = (content: string) => ({ action: 'add' as const, content });
  test('what stands in a file stays there', () => {
    assert.equal(changedFile(undefined, add('be kind')), 'be kind\n');
    assert.equal(changedFile('# A\n\nfirst\n\n\n', add('be kind')), '# A\n\nfirst\n\nbe kind\n');
  });

  test('a deletion takes out its own lines, and the file where nothing else is left', () => {
    const file = changedFile('# A\n\nfirst\n', add('be kind')) ?? '';
    const gone = { action: 'delete' as const, content: 'be kind' };
    assert.equal(changedFile(file, gone)?.trim(), '# A\n\nfirst');
    assert.equal(changedFile('be kind\n', gone), null);
    assert.equal(changedFile('other\n', gone), 'other\n');
  });
});

describe('rules that did not help', () => {
  const accepted = record({ status: 'accepted', settledAt: '2026-02-02T10:00:00.000Z' });
  const day = (date: string, occurrences: number) => report(date, [{ ...PATTERN, occurrences }]);

  test('a pattern that did not fall speaks against its rule, once', () => {
    const reports = [day('2026-01-25', 4), day('2026-02-10', 5)];
    const [deletion] = unhelpful('2026-02-20', [accepted], reports);
    assert.deepEqual(
      [deletion?.action, deletion?.target_file, deletion?.evidence.occurrences],
      ['delete', accepted.target, 5],
    );
    assert.deepEqual(unhelpful('2026-02-20', [accepted, record({ action: 'delete' })], reports), []);
  });

  test('a rule that helped, that is too young, that was refused or that answers to nothing stays', () => {
    const reports = [day('2026-01-25', 4), day('2026-02-10', 2)];
    assert.deepEqual(unhelpful('2026-02-20', [accepted], reports), []);
    const worse = [day('2026-01-25', 1), day('2026-02-10', 9)];
    assert.deepEqual(unhelpful('2026-02-12', [accepted], worse), []);
    assert.deepEqual(unhelpful('2026-02-20', [{ ...accepted, status: 'refused' }], worse), []);
    assert.deepEqual(unhelpful('2026-02-20', [{ ...accepted, pattern: '' }], worse), []);
  });
});
