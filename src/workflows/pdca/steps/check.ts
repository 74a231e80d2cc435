import { join } from 'node:path';
import { template, untrusted } from '../../prompt.ts';
import { ANSWERS, type Diagnosis, type Gate } from '../verdicts/answers.ts';
import type { GoalResult, PdcaDone, ResultOf } from '../done.ts';
import { isRed } from '../goals/baseline.ts';
import { gapOf } from '../verdicts/gap.ts';
import { modelOf } from '../models.ts';
import { filesNamed } from '../documents/paths.ts';
import { designPath, planPath } from '../documents/places.ts';
import { verdictLine } from '../verdicts/verdict-line.ts';
import type { Work } from '../work.ts';
import { ask, judgedBy, promptOf, type Asking } from './ask.ts';
import { coverageOutput } from './coverage.ts';
import { productOf } from '../changes/product.ts';
import { percentIn } from '../changes/coverage.ts';
import { existing } from './existing.ts';
import { evidenceOf, runGoal, runGoals } from './run-goals.ts';

/** The architect gate and the verification. No valid answer is REJECT; the first line of a text is the fallback. */
export async function judge(asking: Asking, work: Work & { kind: 'gate' | 'verify' }): Promise<Gate> {
  const { needs, around } = asking;
  const { feature, task, opus } = needs.options;
  const evidence = untrusted(evidenceOf(await measured(asking)));
  const prompt =
    work.kind === 'gate'
      ? await promptOf(asking, 'gate', {
          place: needs.tree.cwd,
          plan: planPath(feature),
          design: designPath(feature),
          evidence,
          tell:
            work.tell.length === 0 ? '' : untrusted(`It was rejected before for:\n${work.tell.join('\n')}`),
        })
      : await promptOf(asking, 'verify', {
          place: needs.tree.cwd,
          document: around.mode === 'LIGHT' ? planPath(feature) : designPath(feature),
          task: untrusted(task),
          evidence,
        });
  const said = await ask(asking, {
    role: 'architect',
    name: work.kind === 'gate' ? 'impl-verifier' : 'verifier',
    model: modelOf('judge', around.mode, opus),
    access: 'read',
    schema: ANSWERS.gate,
    prompt,
  });
  if (said.answer !== undefined) return said.answer;
  const line = verdictLine(said.text);
  const verdict = line?.verdict === 'APPROVE' ? 'APPROVE' : 'REJECT';
  if (line !== undefined) judgedBy(asking, verdict);
  const reasons = verdict === 'APPROVE' ? [] : [line?.rest || 'no verdict was given'];
  return { verdict, domain: line?.domain ?? 'other', reasons, guidance: '' };
}

/** The goals on the files as they are: the last that the lead saw, or run again when they were changed since. */
async function measured({ needs }: Asking): Promise<GoalResult[]> {
  const { done, tree } = needs;
  const at = done.findLastIndex((one) => goalsOf(one) !== undefined);
  const last = done[at];
  const seen = last === undefined ? undefined : goalsOf(last);
  const isOld = done.slice(at + 1).some(({ kind }) => kind === 'fix' || kind === 'implement');
  return seen === undefined || isOld ? runGoals(needs, tree) : seen;
}

/** Undefined: no goals were run on the run's own files. */
function goalsOf(one: PdcaDone): GoalResult[] | undefined {
  if (one.kind === 'qa' || one.kind === 'integrate') return one.result.goals;
  if (one.kind !== 'implement') return undefined;
  const [first, ...others] = one.result.parts;
  return others.length === 0 && first?.name === '' ? first.goals : undefined;
}

export async function qa(asking: Asking, work: Work & { kind: 'qa' }): Promise<ResultOf<'qa'>> {
  const { needs } = asking;
  const goals = await runGoals(needs, needs.tree);
  if (needs.options.interactive) goals.push(await interactiveGoal(asking, work.cycle));
  const red = goals.filter(isRed);
  for (const { goal, status, old } of goals)
    needs.say(`[Phase 4] QA ${work.cycle} ${goal}: ${status}${old ? ' (old)' : ''}`);
  await needs.mail({
    from: 'lead',
    to: 'team',
    text:
      red.length === 0
        ? `QA_PASSED: ${JSON.stringify({ goals: goals.map(({ goal, status, output }) => ({ goal, status, output: output.slice(-500) })) })}`
        : `QA_FAILED: ${JSON.stringify({ goals: goals.map(({ goal, status, signature, output }) => ({ goal, status, output: output.slice(-500), signature })), failed_count: red.length })}`,
  });
  return { goals };
}

/** The one goal that no command can answer. */
async function interactiveGoal(asking: Asking, cycle: number): Promise<GoalResult> {
  const { needs } = asking;
  const result: GoalResult = {
    goal: 'interactive',
    command: '',
    status: 'SKIP',
    output: '',
    signature: '',
    failures: [],
    old: false,
    environment: null,
  };
  const tmux = await runGoal(needs, needs.tree.cwd, { goal: 'interactive', argv: ['tmux', '-V'] });
  if (tmux.status !== 'PASS') return { ...result, output: 'tmux is not here' };
  const { answer } = await ask(asking, {
    role: 'qa-tester',
    name: asking.around.mode === 'LIGHT' ? 'qa-runner' : `qa-runner-${cycle}`,
    model: modelOf('qa', asking.around.mode, false),
    access: 'read',
    schema: ANSWERS.qa,
    prompt: await promptOf(asking, 'qa', { place: needs.tree.cwd, plan: planPath(needs.options.feature) }),
  });
  const said = answer?.goals.find(({ goal }) => goal === 'interactive');
  const status = said?.status ?? 'FAIL';
  const output = said?.output ?? 'no answer';
  return {
    ...result,
    status,
    output,
    signature: status === 'FAIL' ? `interactive: ${output.slice(0, 200)}` : '',
  };
}

/** A guide without a file is asked for again once; then nobody fixes blindly. */
export async function diagnose(asking: Asking, work: Work & { kind: 'diagnose' }): Promise<Diagnosis | null> {
  const { needs, around } = asking;
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const { answer } = await ask(asking, {
      role: 'architect',
      name: `diagnostician-${work.cycle}`,
      model: modelOf('judge', around.mode, needs.options.opus),
      access: 'read',
      schema: ANSWERS.diagnosis,
      prompt: await promptOf(asking, 'diagnose', {
        place: needs.tree.cwd,
        cycle: String(work.cycle),
        failures: work.failures.map(({ goal, command, output }) =>
          untrusted(`${goal}: $ ${command}\n${output.slice(-4_000)}`),
        ),
        history: work.history.length === 0 ? '' : untrusted(`Earlier failures:\n${work.history.join('\n')}`),
        again: attempt === 1 ? '' : ' Your last guide named no file: name it.',
      }),
    });
    if (answer !== undefined && filesNamed(answer.fix_guide).length > 0) return answer;
  }
  return null;
}

export async function fix(asking: Asking, work: Work & { kind: 'fix' }): Promise<ResultOf<'fix'>> {
  const { needs, around } = asking;
  const commands = needs.goals.flatMap(({ goal, argv }) =>
    argv === undefined ? [] : [`- ${goal}: \`${argv.join(' ')}\``],
  );
  const { answer } = await ask(asking, {
    role: work.role,
    name: work.name,
    model: modelOf('fix', around.mode, needs.options.opus),
    access: 'write',
    schema: ANSWERS.fix,
    prompt: await promptOf(asking, 'fix', {
      name: work.name,
      place: needs.tree.cwd,
      domain: work.domain,
      why: untrusted(work.why.join('\n') || '(see the guide)'),
      guide: work.guide === '' ? '(find the way yourself)' : untrusted(work.guide),
      history: work.history.length === 0 ? '' : untrusted(`Earlier failures:\n${work.history.join('\n')}`),
      commands:
        commands.length === 0 ? '' : `The lead will run these on your result:\n\n${commands.join('\n')}`,
    }),
  });
  const files = productOf(await needs.tree.changed());
  return { ok: answer !== undefined, summary: answer?.summary ?? '', files };
}

/** No valid answer is a gap of 100 %. */
export async function gap(asking: Asking): Promise<ResultOf<'gap'>> {
  const { needs, around } = asking;
  const { answer } = await ask(asking, {
    role: 'gap-checker',
    name: 'gap-checker',
    model: modelOf('judge', around.mode, needs.options.opus),
    access: 'read',
    schema: ANSWERS.gap,
    prompt: await promptOf(asking, 'gap', {
      place: needs.tree.cwd,
      design: designPath(needs.options.feature),
    }),
  });
  if (answer === undefined) return { rate: 0, open: ['the gap was not measured'] };
  const there = await existing(
    needs,
    answer.items.flatMap(({ file }) => (file === undefined ? [] : [file])),
  );
  const measured = gapOf(answer, (file) => there.has(file));
  // The rate is its verdict, and the lead has counted it.
  judgedBy(asking, `${measured.rate} %`);
  return measured;
}

export async function review(asking: Asking): Promise<ResultOf<'review'>> {
  const { needs, around } = asking;
  const web = await isWeb(asking);
  const rules = web ? await template(new URL('../prompts/vercel.md', import.meta.url)) : '';
  const files = (await needs.tree.changed()).slice(0, 200);
  const { answer } = await ask(asking, {
    role: 'code-reviewer',
    name: 'quality-checker',
    model: modelOf('judge', around.mode, needs.options.opus),
    access: 'read',
    schema: ANSWERS.review,
    prompt: await promptOf(asking, 'review', {
      place: needs.tree.cwd,
      document: designPath(needs.options.feature),
      files: untrusted(files.join('\n')),
      rules,
    }),
  });
  if (answer === undefined) return { must: ['the code analysis gave no answer'] };
  const must = answer.comments.filter(({ severity }) => severity === 'must');
  return { must: must.map(({ path, line, body }) => `${path}:${line} ${body}`) };
}

/** React and Next.js projects are held to the seed's rules for them. */
async function isWeb({ needs }: Asking): Promise<boolean> {
  const { host, tree } = needs;
  const names = (await host.files.list(tree.cwd)).map(({ name }) => name);
  if (names.some((name) => name.startsWith('next.config.'))) return true;
  const text = await host.files
    .read(join(tree.cwd, 'package.json'), { cap: 1024 * 1024 })
    .catch(() => undefined);
  return /"react"\s*:/.test(text ?? '');
}

export async function e2e(asking: Asking, work: Work & { kind: 'e2e' }): Promise<ResultOf<'e2e'>> {
  const { needs } = asking;
  const names = (await needs.host.files.list(needs.tree.cwd)).map(({ name }) => name);
  if (!names.some((name) => /^playwright\.config\.[cm]?[jt]s$/.test(name)))
    return { status: 'SKIP', output: '' };
  const argv = ['npx', '--no-install', 'playwright', 'test', `--reporter=${work.reporter}`];
  const { tree } = needs;
  const { status, output } = await tree.unchanged((cwd) => runGoal(needs, cwd, { goal: 'e2e', argv }));
  return { status, output };
}

export async function coverage(asking: Asking): Promise<ResultOf<'coverage'>> {
  const { needs } = asking;
  const output = await coverageOutput(needs, needs.tree);
  return { percent: output === undefined ? null : percentIn(output), output: (output ?? '').slice(-2_000) };
}
