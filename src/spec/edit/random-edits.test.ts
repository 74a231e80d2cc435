import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../../test/support/spec-samples.ts';
import { writeNotes } from '../compile/notes.ts';
import { specSymbols } from '../diff/spec-symbols.ts';
import { readImplements } from '../implements/read.ts';
import { completeImplements } from '../implements/update.ts';
import { parseSpec } from '../parse/parse.ts';
import { addDependency, removeDependency } from './dependencies.ts';
import { addDecision } from './domain.ts';
import { hasErrors } from './edit.ts';
import { addExport, removeExport, setSignature } from './exports.ts';
import { addStructure, removeStructure } from './structure.ts';

const EDITS = 10_000;
const ODD = [
  '`',
  '## Exports',
  '```',
  '<!--',
  '- x → y',
  '한글',
  '\r\n',
  '#### x',
  '\u0000',
  '\t',
  '| a | b |',
];

type Random = () => number;
const pick = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

const some = <T>(random: Random, all: readonly T[]): T[] => all.filter(() => random() < 0.5);

/** A spec in one of its dialects, sometimes with odd lines thrown in and sometimes with the other line ends. */
function sample(random: Random): string {
  const v2 = random() < 0.5;
  const functions = some(random, ['add', 'sub', 'mul']).map((name) =>
    v2 ? `#### ${name}\n\n\`${name}(a: number): number\`\n` : `- \`${name}(a: number): number\``,
  );
  const or = (lines: readonly string[]) => (lines.length === 0 ? 'None' : lines.join('\n'));
  const groups = random() < 0.5;
  const external = some(random, ['zod@4', 'pino']).map((name) =>
    groups ? `- \`${name}\` - used` : `- external: ${name}`,
  );
  const text = [
    ...(v2 ? ['<!-- schema: 2.0 -->'] : []),
    '# m',
    '## Purpose\nFor m.',
    '## Summary\nAbout m.',
    `## Exports\n${functions.length === 0 ? 'None' : `### Functions\n${functions.join('\n')}`}`,
    `## Behavior\n${or(some(random, ['- a → b', '- c → Error']))}`,
    '## Contract\nNone',
    '## Protocol\nNone',
    `## Domain Context\n${pick(random, ['None', '### Decision Rationale\n- LIMIT: 5 (law)', '- old: yes'])}`,
    ...some(random, [
      `## Structure\n${or(some(random, ['- a.ts: one', '- b.ts: two', '- sub/: more']))}`,
      `## Dependencies\n${groups ? `### External\n${or(external)}` : or(external)}`,
    ]),
  ].join(pick(random, ['\n', '\n\n']));
  const lines = text.split('\n');
  if (random() < 0.4) lines.splice(Math.floor(random() * lines.length), 0, pick(random, ODD));
  return `${lines.join(random() < 0.2 ? '\r\n' : '\n')}${pick(random, ['', '\n', '\n\n'])}`;
}

/** One of the edits that healing makes, with names that are there and names that are not. */
function edit(random: Random, text: string): string | undefined {
  const { structure, dependencies } = parseSpec(text).spec;
  const name = pick(random, ['fresh', ...specSymbols(parseSpec(text).spec).map((one) => one.name)]);
  const words = `${pick(random, ODD)} why ${pick(random, ODD)}`;
  const signature = `${name}(a: ${pick(random, ['string', 'Map<string, number>', '() => void', ...ODD])}): void`;
  const file = pick(random, ['fresh.ts', ...structure.files.map((one) => one.name), pick(random, ODD)]);
  const used = pick(random, ['zod', ...dependencies.external.map((one) => one.name), pick(random, ODD)]);
  return pick(random, [
    () => setSignature(text, name, signature),
    () => addExport(text, { name, kind: pick(random, ['function', 'class', 'variable', 'type']), signature }),
    () => removeExport(text, name),
    () => addStructure(text, file, words),
    () => removeStructure(text, file),
    () => addDecision(text, name, words),
    () => addDependency(text, pick(random, ['external', 'internal']), used),
    () => removeDependency(text, used),
  ])();
}

/** Lines that one text has and the other has not, by content: all others have to be the same, in the same order. */
function isOneSplice(before: string, after: string): boolean {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(before.length, after.length) - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail += 1;
  // What is left in the middle is the edit: a few lines, never the file.
  const size = Math.max(before.length, after.length) - head - tail;
  return size <= 600;
}

test(`${EDITS} random edits of specs leave every other byte as it was, and what they leave parses`, () => {
  const random = seeded(16);
  let made = 0;
  for (let at = 0; at < EDITS; at += 1) {
    const before = sample(random);
    const after = edit(random, before);
    if (after === undefined) continue;
    made += 1;
    assert.ok(isOneSplice(before, after), `${before}\n=====\n${after}`);
    assert.ok(!hasErrors(parseSpec(before)) && !hasErrors(parseSpec(after)), after);
  }
  assert.ok(made > EDITS / 5, `${made} edits were made`);
});

test(`${EDITS} random notes leave every byte of the planning half as it was`, () => {
  const random = seeded(61);
  for (let at = 0; at < EDITS; at += 1) {
    const own = Array.from({ length: Math.floor(random() * 8) }, () =>
      pick(random, [
        '## Planning',
        '### Technology Choices',
        '### Algorithm',
        'some text',
        '## Implementation',
        ...ODD,
      ]),
    ).join(random() < 0.2 ? '\r\n' : '\n');
    const full = completeImplements(own, 'm');
    const words = () => `${pick(random, ODD)}\nwords ${pick(random, ODD)}`;
    const notes = {
      algorithm: words(),
      key_constants: [{ name: 'A', value: words(), rationale: words(), scope: '' }],
      guide: [{ change: words(), why: '' }],
    };
    const written = writeNotes(full, notes, '2026-01-01');
    assert.deepEqual(
      readImplements(written).planning,
      readImplements(full).planning,
      `${full}\n=====\n${written}`,
    );
    assert.deepEqual(completeImplements(full, 'm'), full);
    if (own.trim() !== '') for (const line of own.split('\n')) assert.ok(full.includes(line), line);
  }
});
