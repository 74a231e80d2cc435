import { summaryText } from '../../../spec/compile/result.ts';
import type { Compilation } from '../../../workflows/compile/project/compilation.ts';
import type { Healed } from '../../../workflows/compile/project/heal.ts';
import { inert } from '../../../render/visible.ts';
import type { Input } from '../../command.ts';

/** What a compile came to, in words or as data; the exit code. */
export function showSummary(input: Input, done: Compilation, healed: Healed, costUsd: number): number {
  const { refused, warnings } = inert({ refused: done.refused, warnings: done.warnings });
  for (const { dir, message } of warnings) input.io.err(`⚠ ${dir}: ${message}\n`);
  for (const { dir, reason } of refused) input.io.err(`✖ ${dir}: ${reason}\n`);
  for (const issue of inert(healed.issues)) input.io.err(`⚠ ${issue}\n`);
  if (healed.status === 'warning')
    input.io.err(`⚠ WARNING: spec and code still differ after ${healed.rounds} rounds of healing\n`);
  if (input.json) input.io.out(`${JSON.stringify(summaryOf(done, healed, costUsd))}\n`);
  else {
    for (const line of impactLines(done)) input.io.out(line);
    input.io.out(summaryText(totalOf(done), done.results));
  }
  if (refused.some(({ kind }) => kind === 'failed')) return 1;
  return refused.length > 0 ? 3 : 0;
}

/** Every module that was to be compiled, whatever became of it. */
function totalOf({ targets, upToDate, byHand, refused }: Compilation): number {
  const dirs = [...targets, ...refused].map(({ dir }) => dir);
  return new Set([...dirs, ...upToDate, ...byHand]).size;
}

function summaryOf(done: Compilation, healed: Healed, costUsd: number) {
  const { results, red, targets } = done;
  const ended = new Set([...results, ...red].map(({ target_dir }) => target_dir));
  const count = (mode: 'create' | 'update') =>
    targets.filter((one) => one.mode === mode && ended.has(one.dir)).length;
  const sum = (length: (one: (typeof results)[number]) => number) =>
    results.reduce((all, one) => all + length(one), 0);
  return {
    total: totalOf(done),
    created: count('create'),
    updated: count('update'),
    skipped: done.upToDate.length + done.byHand.length,
    files: {
      generated: sum((one) => one.generated_files.length),
      skipped: sum((one) => one.skipped_files.length),
      overwritten: sum((one) => one.overwritten_files.length),
    },
    tests: { passed: sum((one) => one.tests.passed), failed: sum((one) => one.tests.failed) },
    modules: [...results, ...red],
    refused: done.refused,
    diff: done.diff,
    impact: done.impact,
    validation: { rounds: healed.rounds, status: healed.status },
    cost_usd: costUsd,
  };
}

/** Breaks whose users were not compiled with them. */
function impactLines({ impact, targets }: Compilation): string[] {
  const compiled = new Set(targets.map(({ dir }) => dir));
  return impact.flatMap(({ source, direct, transitive }) => {
    const left = [...direct, ...transitive].filter((dir) => !compiled.has(dir));
    return left.length === 0 ? [] : [`${source} breaks its users: compile ${left.join(', ')} again\n`];
  });
}
