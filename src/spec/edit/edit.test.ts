import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { specSymbols } from '../diff/spec-symbols.ts';
import { readImplements } from '../implements/read.ts';
import { completeImplements } from '../implements/update.ts';
import { parseSpec } from '../parse/parse.ts';
import { writeNotes } from '../compile/notes.ts';
import { addDecision } from './domain.ts';
import { hasErrors } from './edit.ts';
import { addExport, setSignature } from './exports.ts';
import { addStructure, removeStructure } from './structure.ts';

const SPEC = `# auth

## Purpose
Tokens.

## Summary
Signs and checks tokens.

## Exports
### Functions
- \`validate(token: string): Claims\` - checks

### Types
None

## Behavior
- a token → its claims

## Contract
None

## Protocol
None

## Domain Context
None

## Structure
- token.ts: the functions
`;

describe('edits of a CLAUDE.md', () => {
  test('a signature is put in its place, nothing else moves', () => {
    const next = setSignature(SPEC, 'validate', 'validate(token: string, now: Date): Claims');
    assert.equal(next, SPEC.replace('token: string)', 'token: string, now: Date)'));
  });

  test('a symbol joins its group; None makes room for the first; a missing group is added', () => {
    const sign = addExport(SPEC, { name: 'sign', kind: 'function', signature: 'sign(c: Claims): string' });
    assert.equal(sign, SPEC.replace('- checks\n', '- checks\n- `sign(c: Claims): string`\n'));
    const claims = addExport(SPEC, { name: 'Claims', kind: 'type', signature: 'Claims { sub: string }' });
    assert.equal(claims, SPEC.replace('### Types\nNone', '### Types\n- `Claims { sub: string }`'));
    const max = addExport(SPEC, { name: 'MAX', kind: 'variable', signature: 'MAX: number' });
    assert.equal(
      max,
      SPEC.replace('### Types\nNone\n', '### Types\nNone\n\n### Variables\n\n- `MAX: number`\n'),
    );
  });

  test('version 2 gets a heading of its own', () => {
    const v2 = `<!-- schema: 2.0 -->\n${SPEC.replace('- `validate(token: string): Claims` - checks', '#### validate\n\n`validate(token: string): Claims`')}`;
    const next = addExport(v2, { name: 'sign', kind: 'function', signature: 'sign(): string' }) ?? '';
    assert.deepEqual(
      specSymbols(parseSpec(next).spec).map(({ name }) => name),
      ['validate', 'sign'],
    );
    assert.match(next, /Claims`\n\n#### sign\n\n`sign\(\): string`\n\n### Types/);
  });

  test('Structure and Domain Context gain and lose single lines', () => {
    assert.equal(addStructure(SPEC, 'errors.ts', 'its errors'), `${SPEC}- errors.ts: its errors\n`);
    assert.equal(removeStructure(SPEC, 'token.ts'), SPEC.replace('- token.ts: the functions\n', ''));
    assert.equal(
      addDecision(SPEC, 'validate', 'takes the time for tests'),
      SPEC.replace(
        '## Domain Context\nNone',
        '## Domain Context\n### Decision Rationale\n\n- validate: takes the time for tests',
      ),
    );
  });

  test('a file that does not parse, or would say something else, is left alone', () => {
    const broken = SPEC.replace('## Summary\nSigns and checks tokens.\n', '');
    assert.equal(addStructure(broken, 'a.ts', 'x'), undefined);
    assert.equal(addExport(SPEC, { name: 'x', kind: 'function', signature: 'x(a: `b`): c' }), undefined);
    assert.equal(addStructure(SPEC, 'a b.ts', 'x'), undefined);
    assert.equal(setSignature(SPEC, 'nobody', 'nobody(): void'), undefined);
  });
});

/** A small generator, so that a failure is the same one every time. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

/** Text people put between the parts: blank lines, prose, other line ends, fences, tables, tabs. */
const NOISE = [
  '',
  '\n',
  '\n\n\n',
  'Some words.  \n',
  '<!-- a note -->\n',
  '```ts\n## Exports\n- `no(): void`\n```\n',
  '| a | b |\n| - | - |\n',
  '\t\n',
  '> quoted\n',
];

function randomSpec(pick: (below: number) => number): string {
  const noise = () => NOISE[pick(NOISE.length)] ?? '';
  const level = '#'.repeat(1 + pick(3));
  const section = (name: string, body: string) => `${level} ${name}\n${body}${noise()}`;
  const names = Array.from({ length: pick(4) }, (_, at) => `fn${at}`);
  const v2 = pick(2) === 0;
  const symbol = (name: string) =>
    v2 ? `${level}## ${name}\n\`${name}(a: number): void\`\n` : `- \`${name}(a: number): void\`\n`;
  const exports =
    names.length === 0 ? 'None\n' : `${level}# Functions\n${names.map(symbol).join('')}${noise()}`;
  const text = [
    v2 ? '<!-- schema: 2.0 -->\n' : '',
    section('Purpose', 'For it.\n'),
    section('Summary', 'About it.\n'),
    section('Exports', exports),
    section('Behavior', pick(2) === 0 ? 'None\n' : '- in → out\n'),
    section('Contract', 'None\n'),
    section('Protocol', 'None\n'),
    section(
      'Domain Context',
      ['None\n', '- LIMIT: 3 (law)\n', `${level}# Decision Rationale\n- A: 1\n`][pick(3)] ?? '',
    ),
    section('Structure', ['None\n', '- a.ts: x\n', '- a.ts: x\n- sub/: y\n'][pick(3)] ?? ''),
  ].join('');
  const ended = pick(4) === 0 ? text.replace(/\n+$/, '') : text;
  return pick(3) === 0 ? ended.replaceAll('\n', '\r\n') : ended;
}

/** The part of `before` that is not in `after`: what lies between their common ends. */
function takenOut(before: string, after: string): string {
  let head = 0;
  while (head < before.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(before.length, after.length) - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail += 1;
  return before.slice(head, before.length - tail);
}

test('10,000 random edits leave every other byte as it was, and both texts parse', () => {
  const pick = generator(7);
  let made = 0;
  for (let round = 0; round < 10_000; round += 1) {
    const before = randomSpec(pick);
    const kind = pick(6);
    const edits = [
      () => addExport(before, { name: 'added', kind: 'function', signature: 'added(x: string): number' }),
      () => addExport(before, { name: 'Shape', kind: 'interface', signature: 'interface Shape { a: 1 }' }),
      () => setSignature(before, 'fn0', 'fn0(a: number, b?: string): void'),
      () => addStructure(before, 'new.ts', 'made by compile'),
      () => removeStructure(before, 'a.ts'),
      () => addDecision(before, 'added', 'it was needed'),
    ] as const;
    const after = edits[kind]?.();
    if (after === undefined) continue;
    made += 1;
    assert.ok(!hasErrors(parseSpec(before)) && !hasErrors(parseSpec(after)));
    const out = takenOut(before, after);
    const allowed = kind === 4 ? /^[-\s]*a\.ts: x[\s-]*$/ : /^N?o?n?e?\r?\n?$/;
    assert.match(out, allowed, JSON.stringify({ kind, before, after }));
  }
  assert.ok(made > 6_000, `only ${made} were made`);
});

test('10,000 random notes never touch the planning half', () => {
  const pick = generator(11);
  const said = [
    '',
    'None',
    'plain words',
    '## Planning\nevil',
    '```\nopen fence',
    '# Architecture Decisions\nx',
  ];
  const planning = ['None', 'Keep it small.\n\n- a\n- b', '| a |\n| - |', '```\n### Algorithm\n```'];
  for (let round = 0; round < 10_000; round += 1) {
    const own = `# m\n\n## Planning\n\n### Architecture Decisions\n${planning[pick(4)]}\n\n### Technology Choices\n${planning[pick(4)]}\n${NOISE[pick(9)]}`;
    const before = completeImplements(pick(3) === 0 ? own.replaceAll('\n', '\r\n') : own, 'm');
    const after = writeNotes(
      before,
      {
        algorithm: said[pick(6)],
        key_constants: pick(2) === 0 ? [] : [{ name: 'A`B', value: '3\n4', rationale: 'law', scope: '' }],
        error_handling: said[pick(6)],
        guide: pick(2) === 0 ? [] : [{ change: said[pick(6)] ?? '', why: 'w' }],
      },
      '2026-01-01',
    );
    const cut = before.indexOf('## Implementation');
    assert.ok(cut > 0);
    assert.equal(after.slice(0, cut), before.slice(0, cut));
    assert.deepEqual(readImplements(after).planning, readImplements(before).planning);
    assert.deepEqual(readImplements(after).missing, []);
  }
});
