import { analysisResult, reviewResult, type AnswerSchema } from '../../work/verdicts.ts';
import type { AgentName } from '../agent.ts';
import { mergeAnalyses } from './analysis.ts';
import { mergeReviews } from './review.ts';

export interface Given {
  agent: AgentName;
  answer: unknown;
}

const MERGED: readonly string[] = ['review', 'analysis'];

/** Whether several answers to this question make one that is worth more than the first. */
export function isMerged(schema: Pick<AnswerSchema, 'name'> | undefined): boolean {
  return schema !== undefined && MERGED.includes(schema.name);
}

/** One answer out of several. Answers of a form that nobody knows how to merge are the first agent's. */
export function mergeAnswers(given: readonly Given[], notes: readonly string[]): unknown {
  const reviews = given.map(({ agent, answer }) => ({ agent, answer: reviewResult.safeParse(answer).data }));
  if (reviews.every(isAnswered)) return mergeReviews(reviews, notes);
  const analyses = given.map(({ agent, answer }) => ({
    agent,
    answer: analysisResult.safeParse(answer).data,
  }));
  if (analyses.every(isAnswered)) return mergeAnalyses(analyses, notes);
  return given[0]?.answer;
}

function isAnswered<T>(entry: {
  agent: AgentName;
  answer: T | undefined;
}): entry is { agent: AgentName; answer: T } {
  return entry.answer !== undefined;
}
