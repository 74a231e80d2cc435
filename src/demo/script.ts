import type { Script, ScriptStep } from '../compose/agents/scripted.ts';

/**
 * What the scripted agent does in the demo. It reacts to its prompt as an agent would: the second attempt at the
 * amounts is right because its prompt shows what the tests said about the first.
 */
const cost = (usd: number, input: number, output: number): ScriptStep => ({
  do: 'cost',
  usd,
  tokens: { input, output },
});
const think = (ms: number): ScriptStep => ({ do: 'wait', ms });

const analysis = (title: RegExp, value: Record<string, unknown>, usd = 0.04) => ({
  when: new RegExp(`^\\[autodev\\] Analyse an issue.*${title.source}`, 's'),
  steps: [
    think(250),
    { do: 'say', text: 'Reading the code and its tests.' },
    cost(usd, 9_000, 700),
    { do: 'answer', value },
  ] as ScriptStep[],
});

const SLUG = `/** Turns a title into the part of a URL that names it. */
export function slug(title) {
  return title
    .normalize('NFKD')
    .replace(/\\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
`;

const SLUG_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slug } from '../src/slug.js';

test('accents are dropped, letters are kept', () => {
  assert.equal(slug('Crème Brûlée'), 'creme-brulee');
  assert.equal(slug('Ångström'), 'angstrom');
});
`;

const amount = (
  pattern: string,
  digits: string,
) => `/** Reads an amount such as "12.50" or "1,234.50" into cents. */
export function cents(text) {
  const match = ${pattern};
  if (match === null) throw new TypeError(\`not an amount: \${text}\`);
  return Number(${digits}) * 100 + Number(match[2] ?? 0);
}
`;
/** Too generous: it takes commas anywhere, and the project's own tests say so. */
const AMOUNT_FIRST = amount("/^(\\d+)(?:\\.(\\d{2}))?$/.exec(text.trim().replaceAll(',', ''))", 'match[1]');
const AMOUNT_RIGHT = amount(
  '/^(\\d+|\\d{1,3}(?:,\\d{3})+)(?:\\.(\\d{2}))?$/.exec(text.trim())',
  "match[1].replaceAll(',', '')",
);

const AMOUNT_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cents } from '../src/amount.js';

test('thousands separators are read', () => {
  assert.equal(cents('1,234.50'), 123450);
  assert.equal(cents('1,000,000'), 100000000);
});
`;

const GREETING_BOTH = `/** What the page says at the top. */
export function greeting(name, mark = '!') {
  return \`Hello, \${name.trim() || 'stranger'}\${mark}\`;
}
`;

export const DEMO_SCRIPT: Script = [
  analysis(/drops letters with accents/, {
    verdict: 'implement',
    confidence: 0.93,
    summary:
      'slug() replaces every character outside a–z with a hyphen before it looks at accents. Decomposing the text first keeps the letters.',
    affected_files: ['src/slug.js'],
    implementation_plan: 'Normalize to NFKD and drop combining marks before the other replacements.',
    checkpoints: ['slug("Crème Brûlée") is creme-brulee', 'existing slugs do not change'],
    risks: ['Letters without a decomposition, such as ß, are still dropped.'],
  }),
  analysis(/Make it faster/, {
    verdict: 'needs_clarification',
    confidence: 0.35,
    summary: 'The functions take microseconds; without a page or a measurement I cannot tell what is slow.',
    questions: ['Which page or call is slow?', 'How slow is it, and how fast should it be?'],
  }),
  analysis(/Rewrite this in Rust/, {
    verdict: 'wontfix',
    confidence: 0.97,
    summary:
      'The project is a handful of helpers that pages import as JavaScript. A rewrite would take that away from its users and fix no problem they have reported.',
  }),
  analysis(/thousands separators/, {
    verdict: 'implement',
    confidence: 0.88,
    summary: 'The pattern in cents() knows digits and a decimal point only; it has to learn groups of three.',
    affected_files: ['src/amount.js', 'test/amount-thousands.test.js'],
    implementation_plan:
      'Extend the pattern by comma-separated groups and take the commas out before counting.',
    checkpoints: ['cents("1,234.50") is 123450', 'misplaced commas are refused'],
  }),
  {
    when: /^\[autodev\] Implement an issue.*drops letters with accents/s,
    steps: [
      think(350),
      { do: 'write', path: 'src/slug.js', text: SLUG },
      { do: 'run', command: ['node', '--test'] },
      cost(0.21, 41_000, 2_900),
      {
        do: 'say',
        text: 'slug() now decomposes letters and drops their accents; existing slugs are unchanged.',
      },
    ],
  },
  {
    when: {
      prompt: /^\[autodev\] Implement an issue.*thousands separators/s,
      not: /An earlier attempt did not pass/,
    },
    steps: [
      think(350),
      { do: 'write', path: 'src/amount.js', text: AMOUNT_FIRST },
      { do: 'write', path: 'test/amount-thousands.test.js', text: AMOUNT_TEST },
      cost(0.19, 38_000, 2_600),
      { do: 'say', text: 'cents() ignores commas.' },
    ],
  },
  {
    when: /^\[autodev\] Implement an issue.*thousands separators.*An earlier attempt did not pass.*anything else is refused/s,
    steps: [
      think(350),
      { do: 'write', path: 'src/amount.js', text: AMOUNT_RIGHT },
      { do: 'write', path: 'test/amount-thousands.test.js', text: AMOUNT_TEST },
      { do: 'run', command: ['node', '--test'] },
      cost(0.24, 46_000, 3_100),
      {
        do: 'say',
        text: 'cents() takes commas between groups of three digits and refuses them anywhere else, as the failing test demanded.',
      },
    ],
  },
  {
    when: /^\[autodev\] Review pull request.*drops letters with accents.*fingerprint (\w+) \(must\)/s,
    steps: [
      think(250),
      cost(0.06, 15_000, 600),
      {
        do: 'answer',
        value: {
          verdict: 'approve',
          summary: 'The accents are tested now.',
          comments: [],
          earlier: [{ fingerprint: '{{1}}', state: 'fixed' }],
        },
      },
    ],
  },
  {
    when: /^\[autodev\] Review pull request.*drops letters with accents/s,
    steps: [
      think(250),
      cost(0.07, 14_000, 900),
      {
        do: 'answer',
        value: {
          verdict: 'request_changes',
          summary: 'The change is right, but nothing would notice if it broke.',
          comments: [
            {
              path: 'src/slug.js',
              line: 4,
              body: 'No test covers accents. Add one for the example of the issue, and one for a letter with a ring.',
              severity: 'must',
              category: 'test',
            },
          ],
        },
      },
    ],
  },
  {
    when: /^\[autodev\] Improve pull request.*drops letters with accents/s,
    steps: [
      think(300),
      { do: 'write', path: 'test/slug-accents.test.js', text: SLUG_TEST },
      { do: 'run', command: ['node', '--test'] },
      cost(0.12, 22_000, 1_400),
      { do: 'say', text: 'Added tests for both letters.' },
    ],
  },
  {
    when: /^\[autodev\] Review pull request/,
    steps: [
      think(250),
      cost(0.06, 13_000, 600),
      {
        do: 'answer',
        value: { verdict: 'approve', summary: 'Small, tested, and it does what it says.', comments: [] },
      },
    ],
  },
  {
    when: /^\[autodev\] Resolve a merge conflict/,
    steps: [
      think(300),
      { do: 'write', path: 'src/greeting.js', text: GREETING_BOTH },
      { do: 'run', command: ['node', '--test'] },
      cost(0.09, 17_000, 800),
      { do: 'say', text: 'Kept both: blank names are strangers, and the mark can be chosen.' },
    ],
  },
];
