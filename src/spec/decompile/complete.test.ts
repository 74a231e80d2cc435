import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hasErrors } from '../edit/edit.ts';
import { parseSpec } from '../parse/parse.ts';
import { completeSpec, lackingSections, promisesNothing } from './complete.ts';
import { draftSpec } from './draft.ts';

const DRAFT = draftSpec(
  {
    name: 'inc',
    language: 'typescript',
    symbols: [
      { name: 'inc', kind: 'function', signature: 'inc(n: number): number', file: 'src/inc/inc.ts', line: 1 },
    ],
    files: ['inc.ts'],
    folders: [],
    dependencies: [{ kind: 'external', name: 'zod' }],
  },
  {
    purpose: 'Counts.',
    summary: 'Counts up.',
    behaviors: [{ input: 'a number', output: 'the next one', category: 'success' }],
    contracts: [],
    domain_context: { decision_rationale: [], constraints: [], compatibility: [] },
  },
);

/** Whether all of `had` is in `text`, in its order, with whole lines between. */
function keeps(text: string, had: string): boolean {
  const lines = text.split('\n');
  let at = 0;
  for (const line of had.split('\n')) {
    at = lines.indexOf(line, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

describe('an incomplete CLAUDE.md', () => {
  const rows: [name: string, had: string][] = [
    ['nothing at all', ''],
    ['prose only', 'Some notes about this folder.\n'],
    ['two sections, no line end at the end', '# inc\n\n## Purpose\nMine.\n\n## Summary\nAlso mine.'],
    ['the last section only', '# inc\n\n## Structure\n- inc.ts: mine\n'],
    ['a heading without a text', '# inc\n\n## Purpose\n\n## Summary\nMine.\n\n## Behavior\n'],
    ['sections at another level', '# inc\n### Purpose\nMine.\n### Exports\nNone\n'],
    ['Korean headings', '# inc\n\n## 목적\n센다.\n\n## 요약\n하나씩 센다.\n'],
    ['a fence that was never closed', '# inc\n\n## Purpose\nMine.\n\n```ts\nconst a = 1;\n'],
    ['schema 2.0', '<!-- schema: 2.0 -->\n# inc\n\n## Purpose\nMine.\n'],
    ['lines that end in CRLF', '# inc\r\n\r\n## Purpose\r\nMine.\r\n'],
  ];
  for (const [name, had] of rows)
    test(`${name}: gets what it lacks, keeps what it has, and parses`, () => {
      assert.notDeepEqual(lackingSections(had), []);
      const text = completeSpec(had, DRAFT);
      assert.ok(!hasErrors(parseSpec(text)), text);
      assert.deepEqual(lackingSections(text), []);
      assert.ok(keeps(text, had.replace(/\n$/, '')), text);
      assert.equal(completeSpec(text, DRAFT), text, 'once is enough');
      const { spec } = parseSpec(text);
      assert.equal(spec.schema_version, parseSpec(had).spec.schema_version);
      if (!had.includes('Exports'))
        assert.deepEqual(
          spec.exports.functions.map((one) => one.name),
          ['inc'],
        );
      if (had.includes('Mine.') && had.includes('Purpose\nMine.')) assert.equal(spec.purpose, 'Mine.');
    });

  test('leaves it to the source only where it promises nothing itself', () => {
    assert.ok(promisesNothing('# inc\n\n## Purpose\nMine.\n\n## Behavior\n'));
    assert.ok(!promisesNothing('# inc\n\n## Behavior\n- a → b\n'));
    assert.ok(!promisesNothing('# inc\n\n## Exports\nNone\n'));
  });
});
