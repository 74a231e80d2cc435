import type { DayFacts } from '../report/daily-report.ts';
import { errorsOf } from './errors.ts';
import { hotFilesOf } from './hot-files.ts';
import type { DayMaterial } from './material.ts';
import { outcomesOf, sessionCount, tasksOf } from './outcomes.ts';
import { phasesOf } from './phases.ts';
import { restsOf } from './rests.ts';
import { reviewsOf } from './reviews.ts';
import { spendingOf } from './spending.ts';
import { testLoopsOf } from './test-loops.ts';
import { toolOutliersOf } from './tool-outliers.ts';

/** Everything about a day that can be counted, counted. Pure: no model has a say in it. */
export function factsOf(material: DayMaterial): DayFacts {
  const tasks = tasksOf(material);
  return {
    tasks,
    outcomes: outcomesOf(tasks),
    phases: phasesOf(material),
    errors: errorsOf(material),
    reviews: reviewsOf(material),
    test_loops: testLoopsOf(material),
    hot_files: hotFilesOf(material),
    tool_outliers: toolOutliersOf(material),
    costs: spendingOf(material),
    rests: restsOf(material),
    sessions: sessionCount(material),
  };
}
