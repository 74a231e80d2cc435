import { loadConfig } from '../../config/load.ts';
import type { Config } from '../../config/schema.ts';
import { AGENTS, type AgentWord } from '../../config/schema/repo.ts';
import { sandboxedHost } from '../../compose/sandboxed-host.ts';
import { agentChooser } from '../../compose/agents/agent-for.ts';
import { AutodevError } from '../../work/errors.ts';
import type { RunRecord } from '../../store/tables/runs.ts';
import type { Caller } from '../../workflows/develop/caller.ts';
import { judgeWork, refuseTooEarly, type Judged, type Judging } from '../../workflows/develop/gates/judge.ts';
import type { Reviewer } from '../../workflows/develop/gates/reviewers.ts';
import type { Input } from '../command.ts';
import { callerOf } from './caller.ts';
import { stateAndNext, tell } from './tell.ts';

/** These sessions belong to no run of the daemon; whom to agentFor does not depend on one. */
const NO_RUN = {} as RunRecord;

/** review, verify and re-review differ only in what is asked and which gate the answer sets. */
export async function judge(input: Input, what: Judging): Promise<void> {
  const caller = callerOf(input);
  await refuseTooEarly(caller, what);
  const { config } = await loadConfig(input.home);
  const reviewers = await chooseReviewers(input, caller, config);
  const names = reviewers.map(({ agent, model }) => `${agent.name} (${model})`).join(', ');
  const asking = () => input.io.err(`${what}: asking ${names} …\n`);
  const judged = await judgeWork(caller, what, reviewers, config.language, asking);
  for (const { agent, problem } of judged.opinions)
    if (problem !== null) input.io.err(`${agent} did not answer: ${problem}\n`);
  const lines = judged.findings.map((f) => `  ${f.severity.padEnd(6)} ${f.path}:${f.line} ${f.body}`);
  tell(
    input,
    dataOf(judged),
    [`${judged.gate} is ${judged.open ? 'open' : 'closed'}`, ...lines, stateAndNext(judged.state)].join('\n'),
  );
  if (judged.open) return;
  throw new AutodevError('gate_closed', `${judged.gate} stays closed`, {
    why: judged.reasons.join('; '),
    hint: 'mend what was found and ask again',
    data: { gate: judged.gate, reasons: judged.reasons },
  });
}

function dataOf({ gate, open, seen, findings, reasons, opinions, state }: Judged): Record<string, unknown> {
  const told = opinions.map(({ agent, model, review, problem, costUsd }) => ({
    agent,
    model,
    verdict: review?.verdict ?? null,
    summary: review?.summary ?? null,
    problem,
    cost_usd: costUsd,
  }));
  return { gate, open, seen, findings, reasons, opinions: told, state };
}

async function chooseReviewers(input: Input, { host, home }: Caller, all: Config): Promise<Reviewer[]> {
  const { agent: config, sandbox, budget } = all;
  const asked = input.texts('agent').map((name): AgentWord => {
    const known = AGENTS.find((agent) => agent === name);
    if (known === undefined)
      throw new AutodevError('usage', `--agent takes ${AGENTS.join(' | ')}, not "${name}"`);
    return known;
  });
  const configured = config.review_with.length > 0 ? config.review_with : [config.default];
  const names = [...new Set(asked.length > 0 ? asked : configured)];
  return Promise.all(
    names.map(async (name) => {
      const agentFor = agentChooser({
        host: sandboxedHost(host, home, () => all),
        home,
        sandbox: () => sandbox,
        // One at a time: their answers are compared by the gate, not merged before it.
        agent: () => ({ ...config, review_with: [name] }),
        repo: () => ({ agent: name }),
      });
      const { agent, model, limits, env } = await agentFor('', 'review', NO_RUN);
      return {
        agent,
        model: input.text('model') ?? model,
        limits: { ...limits, budgetUsd: budget.per_item_usd },
        env,
      };
    }),
  );
}
