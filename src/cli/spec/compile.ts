import { join } from 'node:path';
import { readText } from '../../host/fs/files.ts';
import { cores } from '../../host/machine.ts';
import { HEAL_ANSWERS, type HealAnswer } from '../../spec/compile/heal.ts';
import { summaryText } from '../../spec/compile/result.ts';
import { languageNamed } from '../../spec/language/detect.ts';
import { parseSpec } from '../../spec/parse/parse.ts';
import { AutodevError } from '../../work/errors.ts';
import { validateAndHeal, type Healed } from '../../workflows/compile/heal.ts';
import {
  compilePlanned,
  estimatePlan,
  planCompile,
  type Compilation,
  type CompileOptions,
  type Plan,
  type Project,
} from '../../workflows/compile/project.ts';
import type { Input } from '../command.ts';
import { withProject } from './compile-project.ts';
import { placeOf } from './place.ts';

export async function run(input: Input): Promise<number> {
  const { root, dir } = await placeOf(input.text('root'), input.text('path') ?? input.text('root') ?? '.');
  const options = await optionsOf(input, input.text('path') === undefined ? '.' : dir);
  return withProject(input, root, async (project) => {
    const plan = await planCompile(project, options);
    await checkPhase(input, project, options, plan);
    if (input.flag('dry-run')) return showPlan(input, project, plan);
    const done = await compilePlanned(project, options, plan, input.signal);
    const healed =
      options.phase === 'red'
        ? { rounds: 0, status: 'good' as const, issues: [] }
        : await validateAndHeal(project, options, done, input.signal, (question) => askHeal(input, question));
    return finish(input, done, healed, project.compiler.costUsd());
  });
}

async function optionsOf(input: Input, path: string): Promise<CompileOptions> {
  const language = input.text('language');
  const feedback = input.text('test-review-feedback');
  return {
    path,
    incremental: input.flag('incremental'),
    conflict: input.oneOf('conflict', ['skip', 'overwrite']) ?? 'skip',
    phase: input.oneOf('phase', ['full', 'red', 'green-refactor']) ?? 'full',
    testFiles: input.texts('test-files').flatMap((files) => files.split(',')),
    feedback: feedback === undefined ? [] : feedbackItems(await readText(feedback)),
    language: language === undefined ? undefined : languageNamed(language),
    cascade: input.flag('cascade'),
    jobs: input.int('jobs', { min: 1, max: 64 }) ?? Math.max(1, Math.min(4, cores())),
  };
}

/** A JSON list, or a line each. */
function feedbackItems(text: string): string[] {
  try {
    const items: unknown = JSON.parse(text);
    if (Array.isArray(items))
      return items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  } catch {
    // Plain text.
  }
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** The extra inputs of a phase belong to one module, and to the spec its tests were written for. */
async function checkPhase(
  input: Input,
  { root }: Project,
  options: CompileOptions,
  plan: Plan,
): Promise<void> {
  const specJson = input.text('spec-json');
  const extra = [...options.testFiles, ...options.feedback, ...(specJson === undefined ? [] : [specJson])];
  if (extra.length === 0) return;
  const [only, ...others] = plan.todo;
  if (only === undefined || others.length > 0)
    throw new AutodevError(
      'usage',
      '--test-files, --spec-json and --test-review-feedback are about one module',
      {
        hint: 'name it with --path',
      },
    );
  if (options.phase === 'full')
    throw new AutodevError('usage', 'these inputs belong to --phase red or --phase green-refactor');
  for (const file of options.testFiles) await readText(join(root, file));
  if (specJson === undefined) return;
  const said = JSON.stringify(JSON.parse(await readText(specJson)));
  if (said !== JSON.stringify(parseSpec(only.input.claudeMd).spec))
    throw new AutodevError('invalid_input', `${specJson} is not what ${only.dir}/CLAUDE.md says now`, {
      hint: 'run --phase red again: its tests were written for another specification',
    });
}

async function showPlan(input: Input, project: Project, plan: Plan): Promise<number> {
  const estimated = await estimatePlan(project, plan);
  const known = estimated.map(({ estimate }) => estimate.usd);
  const usd = known.includes(null) ? null : known.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  if (input.json) {
    const targets = estimated.map(({ dir, reasons, mode, after, language, estimate }) => ({
      dir,
      reasons,
      mode,
      after,
      language,
      ...estimate,
    }));
    const { upToDate, byHand, refused } = plan;
    input.io.out(`${JSON.stringify({ targets, up_to_date: upToDate, by_hand: byHand, refused, usd })}\n`);
  } else {
    for (const [at, { dir, mode, reasons, language, estimate }] of estimated.entries()) {
      const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
      const price = estimate.usd === null ? 'price unknown' : `about $${estimate.usd.toFixed(2)}`;
      input.io.out(
        `${at + 1}. ${mode} ${dir}${why}, ${language}: ${estimate.input_tokens} tokens of prompts, ${price}\n`,
      );
    }
    for (const { dir, reason } of plan.refused) input.io.err(`${dir}: ${reason}\n`);
    const price = usd === null ? 'price unknown' : `about $${usd.toFixed(2)}`;
    input.io.out(`${estimated.length} to compile, ${plan.upToDate.length} up to date, ${price}\n`);
  }
  return plan.refused.length > 0 ? 3 : 0;
}

function finish(input: Input, done: Compilation, healed: Healed, cost: number): number {
  const { results, targets, refused, warnings } = done;
  for (const { dir, message } of warnings) input.io.err(`⚠ ${dir}: ${message}\n`);
  for (const { dir, reason } of refused) input.io.err(`✖ ${dir}: ${reason}\n`);
  for (const issue of healed.issues) input.io.err(`⚠ ${issue}\n`);
  const count = (mode: 'create' | 'update') =>
    results.filter(({ target_dir }) => targets.some((one) => one.dir === target_dir && one.mode === mode))
      .length;
  const sum = (length: (one: (typeof results)[number]) => number) =>
    results.reduce((all, one) => all + length(one), 0);
  if (input.json)
    input.io.out(
      `${JSON.stringify({
        total: targets.length + done.upToDate.length + done.byHand.length,
        created: count('create'),
        updated: count('update'),
        skipped: done.upToDate.length + done.byHand.length,
        files: {
          generated: sum((one) => one.generated_files.length),
          skipped: sum((one) => one.skipped_files.length),
          overwritten: sum((one) => one.overwritten_files.length),
        },
        tests: { passed: sum((one) => one.tests.passed), failed: sum((one) => one.tests.failed) },
        modules: results,
        ...(done.red.length === 0 ? {} : { red: done.red }),
        refused,
        diff: done.diff,
        impact: done.impact,
        validation: { rounds: healed.rounds, status: healed.status },
        cost_usd: cost,
      })}\n`,
    );
  else {
    for (const { source, direct, transitive } of done.impact)
      input.io.out(
        `${source} breaks its users: compile ${[...direct, ...transitive].join(', ') || 'nobody'} again\n`,
      );
    input.io.out(summaryText(targets.length, results));
  }
  if (refused.some(({ kind }) => kind === 'failed')) return 1;
  return refused.length > 0 ? 3 : 0;
}

async function askHeal(
  input: Input,
  { text, options }: { text: string; options: string[] },
): Promise<HealAnswer> {
  const given = input.oneOf('heal', HEAL_ANSWERS);
  if (given !== undefined) return given;
  if (!input.io.inIsTerminal || input.json) return 'ignore';
  input.io.err(`${text}\n${options.map((option, at) => `  ${at + 1}. ${option}`).join('\n')}\n`);
  const said = Number(await input.io.ask('1–3: '));
  return HEAL_ANSWERS[said - 1] ?? 'ignore';
}
