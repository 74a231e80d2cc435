import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LABEL } from '../../work/labels.ts';
import { bareInBetween } from './bare-in-between.ts';
import type { LabelFact } from './facts.ts';

const at = { daemon: 'd', place: 'o/r#1' };
const call = (added: boolean, label: string): LabelFact[] =>
  (['asked', 'answered'] as const).map((kind) => ({ ...at, kind, added, labels: [label] }));
const told = (added: string[], removed: string[]): LabelFact => ({ ...at, kind: 'told', added, removed });
const ends = told([LABEL.skip], [LABEL.wip]);

describe('an item in work is never without a label', () => {
  test('the old label removed before the new one is added is seen', () => {
    const [seen] = bareInBetween([...call(false, LABEL.wip), ...call(true, LABEL.skip), ends]);
    assert.equal(seen?.about, 'o/r#1');
    assert.match(seen?.what ?? '', /removed before autodev:skip was added/);
  });

  const right: Record<string, LabelFact[]> = {
    'added first': [...call(true, LABEL.skip), ...call(false, LABEL.wip), ends],
    'a failed item that a person cancels in the next moment': [
      ...call(false, LABEL.wip),
      told([], [LABEL.wip]),
      ...call(true, LABEL.skip),
      ...call(false, LABEL.wip),
      ends,
    ],
    'a daemon that died after the first change': [
      ...call(false, LABEL.wip),
      { daemon: 'd', kind: 'died' },
      ...call(true, LABEL.skip),
      ends,
    ],
    'two changes that overlap': [
      ...call(false, LABEL.wip).slice(0, 1),
      ...call(true, LABEL.skip),
      ...call(false, LABEL.wip).slice(1),
      ends,
    ],
  };
  for (const [name, labelling] of Object.entries(right))
    test(`nothing is wrong with ${name}`, () => assert.deepEqual(bareInBetween(labelling), []));
});
