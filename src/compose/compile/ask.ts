import { isoTime } from '../../host/clock.ts';
import { sha256 } from '../../host/hash.ts';
import type { Host } from '../../host/host.ts';
import type { Store } from '../../store/store.ts';
import type { RunRecord } from '../../store/tables/runs.ts';
import { runId, workId } from '../../work/ids.ts';
import { checkedAnswer } from '../../work/verdicts.ts';
import { numberOf } from '../../workflows/compile/project/prepare.ts';
import type { ModuleQuestion } from '../../workflows/compile/project/project.ts';
import { Budget, type Budgets } from '../../workflows/engine/budget/budget.ts';
import { runSession, type AgentFor } from '../../workflows/engine/steps/session.ts';

interface Parts {
  host: Host;
  store: Store;
  repo: string;
  agentFor: AgentFor;
  budgets: Budgets;
  workerId: string;
  signal: AbortSignal;
}

/** Sessions beside the runs of modules, with the same budgets, bookings and logs. */
export function openQuestions(parts: Parts): <T>(question: ModuleQuestion<T>) => Promise<T> {
  const budget = new Budget(parts.store, parts.host.clock);
  return async ({ role, dir, prompt, cwd, schema }) => {
    const run = runOf(parts, dir, sha256(prompt));
    const result = await runSession(
      { role, prompt, cwd, access: 'read', schema },
      { ...parts, run, step: role, budget, emit: async () => {} },
    );
    return checkedAnswer(schema, result.structured);
  };
}

/** It has no journal: what it gave is in the files that were written with it. */
function runOf({ host, repo }: Parts, dir: string, inputHash: string): RunRecord {
  const work = workId('compile', repo, numberOf(`${dir} ${inputHash}`));
  return {
    id: runId(work, inputHash, 1),
    work,
    attempt: 1,
    inputHash,
    input: null,
    status: 'running',
    reason: '',
    leaving: null,
    startedAt: isoTime(host.clock.now()),
    finishedAt: null,
  };
}
