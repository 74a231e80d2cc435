import type { WorkId } from '../../../work/ids.ts';
import type { DayFacts } from '../report/daily-report.ts';
import type { DayMaterial } from './material.ts';
import { taskNames } from './task-name.ts';

const MOST_PLACES = 20;

/** Files that several tasks of the day changed. */
export function hotFilesOf({ sessions }: DayMaterial): DayFacts['hot_files'] {
  const files = new Map<string, { works: WorkId[]; places: string[] }>();
  for (const { id, work, edits } of sessions) {
    for (const { seq, path } of edits) {
      const file = files.get(path) ?? { works: [], places: [] };
      file.works.push(work);
      file.places.push(`${id}:${seq}`);
      files.set(path, file);
    }
  }
  return [...files]
    .map(([path, { works, places }]) => ({
      path,
      edits: works.length,
      tasks: taskNames(works),
      places: places.slice(0, MOST_PLACES),
    }))
    .filter(({ tasks }) => tasks.length > 1)
    .sort((a, b) => b.tasks.length - a.tasks.length || b.edits - a.edits || (a.path < b.path ? -1 : 1));
}
