import type { WorkId } from '../../../work/ids.ts';
import type { DayFacts } from '../report/daily-report.ts';
import type { DayMaterial, ReviewRound } from './material.ts';
import { isSameRemark, remarkWords } from './same-remark.ts';
import { taskName, taskNames } from './task-name.ts';

const LONGEST = 160;

/** Rounds of review by task, findings by category, and remarks that several reviews make. */
export function reviewsOf({ reviews }: DayMaterial): DayFacts['reviews'] {
  return { rounds: roundsOf(reviews), findings: findingsOf(reviews), remarks: remarksOf(reviews) };
}

function roundsOf(reviews: readonly ReviewRound[]): DayFacts['reviews']['rounds'] {
  const tasks = taskNames(reviews.map(({ work }) => work));
  return tasks
    .map((task) => ({ task, rounds: reviews.filter(({ work }) => taskName(work) === task).length }))
    .sort((a, b) => b.rounds - a.rounds);
}

function findingsOf(reviews: readonly ReviewRound[]): DayFacts['reviews']['findings'] {
  const found = new Map<string, WorkId[]>();
  for (const { work, findings } of reviews)
    for (const { category } of findings) found.set(category, [...(found.get(category) ?? []), work]);
  return [...found]
    .map(([category, works]) => ({ category, count: works.length, tasks: taskNames(works) }))
    .sort((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1));
}

interface Remark {
  category: string;
  words: Set<string>;
  body: string;
  works: WorkId[];
}

/** Remarks that more than one task got, each in the words it was first made in. */
function remarksOf(reviews: readonly ReviewRound[]): DayFacts['reviews']['remarks'] {
  const remarks: Remark[] = [];
  for (const { work, findings } of reviews) {
    for (const { body, category, severity } of findings) {
      if (severity === 'info') continue;
      const words = remarkWords(body);
      const known = remarks.find((each) => each.category === category && isSameRemark(each.words, words));
      if (known === undefined) remarks.push({ category, words, body, works: [work] });
      else known.works.push(work);
    }
  }
  return remarks
    .map(({ category, words, body, works }) => ({
      remark: firstLine(body),
      category,
      about: [...words].sort().join(' ').slice(0, LONGEST),
      count: works.length,
      tasks: taskNames(works),
    }))
    .filter(({ tasks }) => tasks.length > 1)
    .sort((a, b) => b.tasks.length - a.tasks.length || (a.about < b.about ? -1 : 1));
}

function firstLine(body: string): string {
  const line = (body.trim().split('\n')[0] ?? '').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
}
