import { runToEnd, type Agent, type AgentLimits } from '../../../agents/agent.ts';
import { messageOf } from '../../../work/errors.ts';
import { checkedAnswer, reviewResult, schemaFor, type ReviewResult } from '../../../work/verdicts.ts';

/** One agent that reads and judges. */
export interface Reviewer {
  agent: Agent;
  model: string;
  limits: AgentLimits;
  env: Readonly<Record<string, string>>;
}

export interface Opinion {
  agent: string;
  model: string;
  /** Null when it gave no usable answer; then `problem` says why. */
  review: ReviewResult | null;
  problem: string | null;
  costUsd: number;
}

const SCHEMA = schemaFor('review', reviewResult);

/** Asks all of them at once, with the same words. One that fails is noted; it does not speak for the others. */
export async function askReviewers(
  reviewers: readonly Reviewer[],
  asked: { prompt: string; cwd: string; tag: string; signal?: AbortSignal },
): Promise<Opinion[]> {
  return Promise.all(
    reviewers.map(async ({ agent, model, limits, env }): Promise<Opinion> => {
      const who = { agent: agent.name, model };
      try {
        const result = await runToEnd(agent, {
          role: 'review',
          prompt: asked.prompt,
          cwd: asked.cwd,
          model,
          limits,
          env,
          access: 'read',
          schema: SCHEMA,
          tag: asked.tag,
          input: 'trusted',
          signal: asked.signal,
        });
        if (result.ok) {
          return {
            ...who,
            review: checkedAnswer(SCHEMA, result.structured),
            problem: null,
            costUsd: result.costUsd,
          };
        }
        const problem = `${result.stopReason}: ${result.text.slice(0, 500)}`;
        return { ...who, review: null, problem, costUsd: result.costUsd };
      } catch (error) {
        asked.signal?.throwIfAborted();
        return { ...who, review: null, problem: messageOf(error), costUsd: 0 };
      }
    }),
  );
}
