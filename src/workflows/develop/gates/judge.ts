import { AutodevError } from '../../../work/errors.ts';
import { fillPrompt, template, untrusted } from '../../prompt.ts';
import { agree, type Judgement } from './agree.ts';
import { openWorkflow, type Caller, type Open } from '../caller.ts';
import type { GateName } from './gates.ts';
import { changedOutside } from './outside.ts';
import { askReviewers, type Opinion, type Reviewer } from './reviewers.ts';
import { setGate } from './set-gate.ts';
import { diffBetween, snapshot, type Snapshot } from '../state/snapshot.ts';
import type { DevelopPhase, DevelopState } from '../state/state.ts';

export type Judging = 'review' | 'verify' | 're-review';

const RULES: Record<Judging, { gate: GateName; phases: readonly DevelopPhase[]; prompt: string }> = {
  review: { gate: 'review_clean_pass', phases: ['REVIEW', 'IMPLEMENT', 'PR'], prompt: './review.md' },
  verify: { gate: 'architect_verified', phases: ['IMPLEMENT', 'PR'], prompt: './verify.md' },
  're-review': { gate: 're_review_clean', phases: ['PR'], prompt: './re-review.md' },
};

export interface Judged extends Judgement {
  gate: GateName;
  open: boolean;
  seen: Snapshot;
  opinions: Opinion[];
  state: DevelopState;
}

/** Who judges too early is told so before anybody is asked. */
export async function refuseTooEarly(caller: Caller, what: Judging): Promise<void> {
  inPhase(await openWorkflow(caller), what);
}

function inPhase({ state }: Open, what: Judging): void {
  const { phases } = RULES[what];
  if (phases.includes(state.phase)) return;
  const enter = phases[0] === 'REVIEW' ? 'REVIEW --plan FILE' : (phases[0] ?? '');
  throw new AutodevError(
    'gate_closed',
    `${what} belongs to ${phases.join(' or ')}; the work is in ${state.phase}`,
    { hint: `enter it with \`autodev develop phase ${enter}\`` },
  );
}

/** Runs the reviewers and sets the gate from what they say, with the tree that they looked at. */
export async function judgeWork(
  caller: Caller,
  what: Judging,
  reviewers: readonly Reviewer[],
  language: 'en' | 'ko',
  /** Told when somebody is really asked: what code can refuse costs nothing. */
  asking: () => void = () => {},
): Promise<Judged> {
  const { host, signal } = caller;
  const rule = RULES[what];
  const open = await openWorkflow(caller);
  inPhase(open, what);
  const before = await snapshot(host, open.root, caller.home);
  const objections = what === 'verify' ? await objectionsTo(caller, open) : [];
  if (objections.length > 0) return settle(caller, rule.gate, before, [], refusal(objections));
  const prompt = await promptFor(caller, open, rule.prompt, before, language);
  const asked = {
    prompt,
    cwd: open.root,
    tag: `develop-${host.random.hex(6)}`,
    ...(signal === undefined ? {} : { signal }),
  };
  asking();
  const opinions = await askReviewers(reviewers, asked);
  const after = await snapshot(host, open.root, caller.home);
  const judgement =
    before.tree === after.tree
      ? agree(opinions)
      : refusal(['the files changed while they were being reviewed']);
  return settle(caller, rule.gate, after, opinions, judgement);
}

async function settle(
  caller: Caller,
  gate: GateName,
  seen: Snapshot,
  opinions: Opinion[],
  judgement: Judgement,
): Promise<Judged> {
  const evidence = {
    reasons: judgement.reasons,
    opinions: opinions.map(({ agent, model, review, problem }) => ({
      agent,
      model,
      verdict: review?.verdict ?? null,
      summary: review?.summary ?? problem,
    })),
    findings: judgement.findings,
  };
  const state = await setGate(caller, gate, { open: judgement.clean, by: 'verdict', evidence, seen });
  return { ...judgement, gate, open: judgement.clean, seen, opinions, state };
}

function refusal(reasons: string[]): Judgement {
  return { clean: false, findings: [], blocking: [], reasons };
}

/** What code can tell without asking anybody: unfinished checkpoints, and changes made where none were allowed. */
async function objectionsTo(caller: Caller, { root, state, trail }: Open): Promise<string[]> {
  const unfinished = Object.entries(state.checkpoints ?? {}).filter(([, one]) => one.status !== 'passed');
  const found = unfinished.map(([id, one]) => `checkpoint ${id} is ${one.status}`);
  if (trail === undefined) return found;
  const outside = await changedOutside(caller.host, root, trail);
  if (!outside.known)
    found.push('an earlier tree is gone, so changes outside IMPLEMENT and PR cannot be ruled out');
  for (const path of outside.paths) found.push(`${path} was changed outside IMPLEMENT and PR`);
  return found;
}

async function promptFor(
  caller: Caller,
  { root, state, trail }: Open,
  file: string,
  now: Snapshot,
  language: 'en' | 'ko',
): Promise<string> {
  const base = trail?.entries.find((one) => one.kind === 'start')?.tree ?? now.commit;
  const diff = base !== null && now.tree !== null ? await diffBetween(caller.host, root, base, now.tree) : '';
  const plan = trail?.plan === undefined ? '' : untrusted(JSON.stringify(trail.plan, null, 2));
  return fillPrompt(
    await template(new URL(file, import.meta.url)),
    { feature: untrusted(state.feature), plan, diff: diff === '' ? '(no difference)' : untrusted(diff) },
    { random: caller.host.random, language },
  );
}
