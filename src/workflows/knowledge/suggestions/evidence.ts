import { ruleText } from './same-rule.ts';
import type { DailyReport, Pattern } from '../report/daily-report.ts';
import type { Evidence, Proposal } from './suggestion.ts';

/** What a proposal rests on, and the pattern it answers to where it answers to one. */
export interface Founded {
  evidence: Evidence;
  /** Type and subject; empty: none. */
  pattern: string;
}

/** By the number it names, else by what it is about; otherwise all that it can rest on is the day's work. */
export function foundedOn(proposal: Proposal, { patterns, facts }: DailyReport): Founded {
  const pattern = patterns[(proposal.pattern ?? 0) - 1] ?? patterns.find((each) => isAbout(proposal, each));
  if (pattern === undefined) {
    const tasks = facts.tasks.map(({ task }) => task);
    return { evidence: { tasks, occurrences: tasks.length, places: [] }, pattern: '' };
  }
  const { affected_tasks: tasks, occurrences, evidence: places } = pattern;
  return { evidence: { tasks, occurrences, places }, pattern: patternKey(pattern) };
}

/** The same on every day. */
export function patternKey({ type, subject }: Pattern): string {
  return `${type} ${subject}`;
}

function isAbout({ content, reason }: Proposal, { subject }: Pattern): boolean {
  return subject.length > 3 && ruleText(`${content} ${reason}`).includes(ruleText(subject));
}
