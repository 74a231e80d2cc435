/** The small real project that the demo works on: plain JavaScript, its own tests, no dependencies. */
export const PROJECT: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'tally', version: '1.0.0', type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
  'README.md': `# tally

Small helpers for shop pages: slugs, amounts, greetings.

    npm test
`,
  'src/slug.js': `/** Turns a title into the part of a URL that names it. */
export function slug(title) {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
`,
  'src/amount.js': `/** Reads an amount such as "12.50" into cents. */
export function cents(text) {
  const match = /^(\\d+)(?:\\.(\\d{2}))?$/.exec(text.trim());
  if (match === null) throw new TypeError(\`not an amount: \${text}\`);
  return Number(match[1]) * 100 + Number(match[2] ?? 0);
}
`,
  'src/greeting.js': `/** What the page says at the top. */
export function greeting(name) {
  return \`Hello, \${name}!\`;
}
`,
  'test/slug.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slug } from '../src/slug.js';

test('words are joined by hyphens', () => {
  assert.equal(slug('Two Words'), 'two-words');
  assert.equal(slug('  so, what? '), 'so-what');
});
`,
  'test/amount.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cents } from '../src/amount.js';

test('whole and decimal amounts', () => {
  assert.equal(cents('12'), 1200);
  assert.equal(cents('12.50'), 1250);
});

test('anything else is refused', () => {
  for (const text of ['', 'x', '1.5', '12,5', '1,23', '-4']) {
    assert.throws(() => cents(text), TypeError, text);
  }
});
`,
  'test/greeting.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greeting } from '../src/greeting.js';

test('the name is greeted', () => {
  assert.equal(greeting('Ada'), 'Hello, Ada!');
});
`,
};

export interface SeedIssue {
  title: string;
  body: string;
}

export const ISSUES: readonly SeedIssue[] = [
  {
    title: 'slug() drops letters with accents',
    body: '`slug("Crème Brûlée")` gives `cr-me-br-l-e`. It should give `creme-brulee`: keep the letter, drop the accent.',
  },
  { title: 'Make it faster', body: 'Everything feels slow. Please make it faster.' },
  {
    title: 'Rewrite this in Rust',
    body: 'Three functions in JavaScript are not serious. Rewrite the project in Rust.',
  },
  {
    title: 'Accept thousands separators in amounts',
    body: '`cents("1,234.50")` throws. It should give 123450. A comma anywhere but between groups of three digits must still be refused.',
  },
];

export interface SeedPull {
  branch: string;
  title: string;
  body: string;
  files: Readonly<Record<string, string>>;
}

/** Two pull requests of a person that change the same line. */
export const PULLS: readonly SeedPull[] = [
  {
    branch: 'greet-strangers',
    title: 'Greet visitors without a name',
    body: 'A blank name is greeted as "stranger".',
    files: {
      'src/greeting.js': `/** What the page says at the top. */
export function greeting(name) {
  return \`Hello, \${name.trim() || 'stranger'}!\`;
}
`,
      'test/greeting-blank.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greeting } from '../src/greeting.js';

test('a blank name is a stranger', () => {
  assert.equal(greeting('  '), 'Hello, stranger!');
});
`,
    },
  },
  {
    branch: 'greeting-mark',
    title: 'Let callers choose the mark after the greeting',
    body: '`greeting("Ada", ".")` ends with a full stop.',
    files: {
      'src/greeting.js': `/** What the page says at the top. */
export function greeting(name, mark = '!') {
  return \`Hello, \${name}\${mark}\`;
}
`,
      'test/greeting-mark.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greeting } from '../src/greeting.js';

test('the mark can be chosen', () => {
  assert.equal(greeting('Ada', '.'), 'Hello, Ada.');
});
`,
    },
  },
];
