import type { Language } from '../../words.ts';
import type { DayFacts, Pattern } from '../report/daily-report.ts';
import { patternWords } from './words.ts';

/** How many tasks, or occurrences, make a pattern of something that may happen once to anybody. */
const MANY = 3;
/** Tasks with that many reviews went round in circles; one alone may be a hard one. */
const CIRCLES = 3;
const CIRCLING = 2;
const MOST_PLACES = 20;

/**
 * What repeats itself in a day's facts. A pattern is made here or nowhere: it has its tasks and its counts, and a model
 * may put it into other words, but not add one.
 */
export function patternsOf(facts: DayFacts, language: Language): Pattern[] {
  const words = patternWords(language);
  return [
    ...failures(facts, words),
    ...remarks(facts, words),
    ...circles(facts, words),
    ...loops(facts, words),
    ...hotFiles(facts, words),
  ];
}

type Words = ReturnType<typeof patternWords>;

function failures({ errors }: DayFacts, words: Words): Pattern[] {
  return errors
    .filter(({ count }) => count >= MANY)
    .map(({ message, count, tasks, earlier_per_day: earlier }) => ({
      type: 'repeated_failure' as const,
      subject: message,
      description: words.failure(message, count, tasks.length, count >= 2 * earlier ? earlier : null),
      occurrences: count,
      affected_tasks: tasks,
      evidence: [],
    }));
}

function remarks({ reviews }: DayFacts, words: Words): Pattern[] {
  return reviews.remarks
    .filter(({ tasks }) => tasks.length >= MANY)
    .map(({ remark, about, count, tasks }) => ({
      type: 'review_cycle' as const,
      subject: about,
      description: words.remark(remark, tasks.length, reviews.rounds.length),
      occurrences: count,
      affected_tasks: tasks,
      evidence: [],
    }));
}

function circles({ reviews }: DayFacts, words: Words): Pattern[] {
  const long = reviews.rounds.filter(({ rounds }) => rounds >= CIRCLES);
  if (long.length < CIRCLING) return [];
  const occurrences = long.reduce((sum, { rounds }) => sum + rounds, 0);
  return [
    {
      type: 'review_cycle',
      subject: 'rounds',
      description: words.rounds(long.length, occurrences),
      occurrences,
      affected_tasks: long.map(({ task }) => task),
      evidence: [],
    },
  ];
}

function loops({ test_loops: found }: DayFacts, words: Words): Pattern[] {
  const folders = [...new Set(found.map(({ folder }) => folder))];
  return folders.map((folder) => {
    const here = found.filter((loop) => loop.folder === folder);
    const tasks = [...new Set(here.map(({ task }) => task))];
    const failed = here.reduce((sum, { failures: times }) => sum + times, 0);
    return {
      type: 'test_loop' as const,
      subject: folder,
      description: words.loop(folder, tasks.length, failed),
      occurrences: here.length,
      affected_tasks: tasks,
      evidence: here.flatMap(({ places }) => places).slice(0, MOST_PLACES),
    };
  });
}

function hotFiles({ hot_files: files }: DayFacts, words: Words): Pattern[] {
  return files
    .filter(({ tasks }) => tasks.length >= MANY)
    .map(({ path, edits, tasks, places }) => ({
      type: 'hotfile' as const,
      subject: path,
      description: words.hotFile(path, tasks.length, edits),
      occurrences: edits,
      affected_tasks: tasks,
      evidence: places,
    }));
}
