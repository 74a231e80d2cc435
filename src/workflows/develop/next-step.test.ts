import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nextStep } from './next-step.ts';
import type { DevelopState } from './state/state.ts';

const shut = { review_clean_pass: false, architect_verified: false, re_review_clean: false };

describe('the next step of a workflow', () => {
  const rows: [string, Partial<DevelopState>, RegExp][] = [
    ['DESIGN', { phase: 'DESIGN' }, /phase REVIEW --plan/],
    ['REVIEW', { phase: 'REVIEW' }, /develop review/],
    ['REVIEW, clean', { phase: 'REVIEW', gates: { ...shut, review_clean_pass: true } }, /phase IMPLEMENT/],
    [
      'a checkpoint waits',
      { phase: 'IMPLEMENT', checkpoints: { 'cp-1': { status: 'pending', iteration: 0 } } },
      /checkpoint cp-1 start/,
    ],
    [
      'a checkpoint runs',
      {
        phase: 'IMPLEMENT',
        checkpoints: {
          'cp-1': { status: 'pending', iteration: 0 },
          'cp-2': { status: 'in_progress', iteration: 2 },
        },
      },
      /checkpoint cp-2 pass/,
    ],
    [
      'all passed',
      { phase: 'IMPLEMENT', checkpoints: { 'cp-1': { status: 'passed', iteration: 1 } } },
      /develop verify/,
    ],
    [
      'one is escalated',
      {
        phase: 'IMPLEMENT',
        checkpoints: {
          'cp-1': { status: 'passed', iteration: 1 },
          'cp-2': { status: 'escalated', iteration: 3 },
        },
      },
      /left to a person.*checkpoint cp-2 start/,
    ],
    ['verified', { phase: 'IMPLEMENT', gates: { ...shut, architect_verified: true } }, /phase PR/],
    ['PR', { phase: 'PR' }, /re-review/],
    ['PR, clean', { phase: 'PR', gates: { ...shut, re_review_clean: true } }, /phase DONE/],
  ];
  for (const [name, state, expected] of rows)
    test(name, () => {
      const whole = { phase: 'DESIGN', feature: 'x', gates: shut, ...state } as DevelopState;
      assert.match(nextStep(whole), expected);
    });
});
