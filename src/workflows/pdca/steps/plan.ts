import { untrusted, type PromptValue } from '../../prompt.ts';
import { ANSWERS, type Complexity } from '../verdicts/answers.ts';
import { complexityBlock, scoreOf } from '../complexity.ts';
import type { ResultOf, Written } from '../done.ts';
import { codeChecks, lightGate, planGate } from '../documents/gates.ts';
import { leadWords } from '../lead/words.ts';
import { modelOf } from '../models.ts';
import { filesNamed } from '../documents/paths.ts';
import { gmailPath, planPath, slackPath } from '../documents/places.ts';
import { verdictLine } from '../verdicts/verdict-line.ts';
import type { Work } from '../work.ts';
import { ask, judgedBy, promptOf, together, type Asking } from './ask.ts';
import { existing } from './existing.ts';
import { documentAt, writeDocument } from './write.ts';

const KNOWN_ISSUES = 100;

/** Documents and issues side by side; the lead reads the forge, the teammates only what it gives them. */
export async function findings(asking: Asking): Promise<ResultOf<'findings'>> {
  const { needs } = asking;
  const model = modelOf('explore', asking.around.mode, false);
  const task = untrusted(needs.options.task);
  const place = needs.tree.cwd;
  const issues = (await needs.forge?.openIssues())?.slice(0, KNOWN_ISSUES);
  if (issues === undefined) needs.say(leadWords(needs.options.language).noIssues);
  const atOnce = issues === undefined ? 1 : 2;
  const mate = { role: 'explore', model, access: 'read', schema: ANSWERS.findings, atOnce } as const;
  const analysts = [
    { ...mate, name: 'doc-analyst', prompt: await promptOf(asking, 'explore-documents', { task, place }) },
  ];
  if (issues !== undefined) {
    const listed = issues.map(({ number, title, body }) =>
      untrusted(`#${number} ${title}\n${body.slice(0, 500)}`),
    );
    const prompt = await promptOf(asking, 'explore-issues', {
      task,
      place,
      issues: listed.length === 0 ? '(none)' : listed,
    });
    analysts.push({ ...mate, name: 'issue-analyst', prompt });
  }
  const said = await together(analysts.map((analyst) => ask(asking, analyst)));
  const [first, second] = said.map(({ answer }) => answer);
  if (first === undefined && second === undefined) return null;
  const numbers = new Set(issues?.map(({ number }) => number));
  return {
    summary: [first?.summary, second?.summary].filter((text) => text !== undefined).join('\n'),
    overlaps: first?.overlaps ?? [],
    // Only what the lead itself has read there.
    issues: (second?.issues ?? []).filter(({ number }) => numbers.has(number)),
  };
}

export async function complexity(asking: Asking): Promise<Complexity | null> {
  const { needs } = asking;
  const { options } = needs;
  const { answer } = await ask(asking, {
    role: 'explore',
    name: 'complexity',
    model: modelOf('explore', asking.around.mode, false),
    access: 'read',
    schema: ANSWERS.complexity,
    prompt: await promptOf(asking, 'complexity', { task: untrusted(options.task), place: needs.tree.cwd }),
  });
  const score = scoreOf(answer, options.task, options.language);
  needs.say(complexityBlock(score, options.language, options.eco ? 'LIGHT' : score.mode));
  return answer ?? null;
}

export async function plan(asking: Asking, work: Work & { kind: 'plan' }): Promise<Written> {
  const { needs, around } = asking;
  const { options, tree } = needs;
  const path = planPath(options.feature);
  if (work.reread === true) return checked(asking, path, (await documentAt(needs, tree.cwd, path)) ?? '', '');
  const found = needs.done.findLast((one) => one.kind === 'findings')?.result;
  const told = [...work.missing.map((each) => `It still misses: ${each}`), work.feedback].filter(
    (text) => text !== '',
  );
  const prompt = await promptOf(asking, 'plan', {
    place: tree.cwd,
    path,
    mode: around.mode,
    score: String(around.score),
    round: work.of > 1 ? `Iteration ${work.iteration}/${work.of}.` : '',
    task: untrusted(options.task),
    context: await contextOf(asking),
    found: found === null || found === undefined || found.summary === '' ? '' : untrusted(found.summary),
    feedback: told.length === 0 ? '' : untrusted(told.join('\n')),
  });
  const name = work.iteration > 1 || work.of > 1 ? `planner-${work.iteration}` : 'planner';
  const model = modelOf('plan', around.mode, options.opus);
  const written = await writeDocument(asking, path, { role: 'planner', name, model, prompt });
  if (written === undefined) return { ok: false, path, summary: '', missing: [], checks: [], files: [] };
  return checked(asking, path, written.text, written.summary);
}

async function checked(
  { needs, around }: Asking,
  path: string,
  text: string,
  summary: string,
): Promise<Written> {
  const named = filesNamed(text).filter((file) => file.path !== path);
  const there = await existing(
    needs,
    named.map((file) => file.path),
  );
  return {
    ok: true,
    path,
    summary,
    missing: around.mode === 'LIGHT' ? lightGate(text) : planGate(text),
    checks: codeChecks(text, (file) => file === path || there.has(file)),
    files: named.map((file) => file.path).filter((file) => !file.startsWith('docs/')),
  };
}

/** What the analysts wrote of Slack and mail, as material. */
async function contextOf({ needs }: Asking): Promise<PromptValue> {
  const { slack, gmail } = needs.options;
  const paths = [
    ...(slack === null ? [] : [slackPath(slack)]),
    ...(gmail === null ? [] : [gmailPath(gmail.stamp)]),
  ];
  const texts = await Promise.all(paths.map((path) => documentAt(needs, needs.tree.cwd, path)));
  const found = texts.filter((text) => text !== undefined);
  return found.length === 0 ? '' : found.map(untrusted);
}

export async function feasibility(
  asking: Asking,
  work: Work & { kind: 'feasibility' },
): Promise<{ notes: string }> {
  const { needs, around } = asking;
  const { answer } = await ask(asking, {
    role: 'architect',
    name: `arch-${work.iteration}`,
    model: modelOf('judge', around.mode, needs.options.opus),
    access: 'read',
    schema: ANSWERS.feasibility,
    prompt: await promptOf(asking, 'feasibility', {
      place: needs.tree.cwd,
      path: planPath(needs.options.feature),
    }),
  });
  return { notes: answer?.notes ?? '' };
}

/** No valid answer is REVISE; the first line of a text is the fallback. */
export async function critic(asking: Asking, work: Work & { kind: 'critic' }): Promise<ResultOf<'critic'>> {
  const { needs, around } = asking;
  const said = await ask(asking, {
    role: 'critic',
    name: work.of > 1 ? `critic-${work.iteration}` : 'critic-lite',
    model: modelOf('review-plan', around.mode, needs.options.opus),
    access: 'read',
    schema: ANSWERS.plan_review,
    prompt: await promptOf(asking, 'critic', {
      place: needs.tree.cwd,
      path: planPath(needs.options.feature),
      round: work.of > 1 ? `Iteration ${work.iteration}/${work.of}.` : '',
      notes: work.notes === '' ? '' : untrusted(`The architect says:\n${work.notes}`),
      checks: work.checks.length === 0 ? '' : untrusted(`The lead found:\n${work.checks.join('\n')}`),
    }),
  });
  if (said.answer !== undefined) {
    const { verdict, gates, feedback } = said.answer;
    const failed = Object.entries(gates).filter(([, { pass }]) => !pass);
    const why = [feedback, ...failed.map(([name, gate]) => `${name}: ${gate.why}`)].filter(
      (text) => text !== '',
    );
    return { verdict: failed.length > 0 ? 'REVISE' : verdict, feedback: why.join('\n') };
  }
  const line = verdictLine(said.text);
  const verdict = line?.verdict === 'APPROVE' ? 'APPROVE' : 'REVISE';
  if (line !== undefined) judgedBy(asking, verdict);
  return { verdict, feedback: line?.rest ?? said.text };
}
