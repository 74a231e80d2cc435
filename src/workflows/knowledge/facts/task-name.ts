import { parseWorkId, type WorkId } from '../../../work/ids.ts';

/** The flows of knowledge itself: what they do is no task of the day. */
export const PER_TASK = 'knowledge';
export const DAILY = 'report';

/** `issue:42`: the item within its repository. */
export function taskName(work: WorkId): string {
  const { type, number } = parseWorkId(work);
  return `${type}:${number}`;
}

export function isTask(work: WorkId): boolean {
  const { type } = parseWorkId(work);
  return type !== PER_TASK && type !== DAILY;
}

/** Names of tasks, each once, by kind and then by number. */
export function taskNames(works: Iterable<WorkId>): string[] {
  return sortedTasks(new Set(Array.from(works, taskName)));
}

export function sortedTasks(names: Iterable<string>): string[] {
  const parts = (name: string): [string, number] => {
    const [type = '', number = '0'] = name.split(':');
    return [type, Number(number)];
  };
  return [...names].sort((a, b) => {
    const [typeA, numberA] = parts(a);
    const [typeB, numberB] = parts(b);
    return typeA < typeB ? -1 : typeA > typeB ? 1 : numberA - numberB;
  });
}
