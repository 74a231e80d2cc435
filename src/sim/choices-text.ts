import { AutodevError } from '../work/errors.ts';
import type { Choices } from './chooser.ts';

/** Choices as one word of a command line: `people=0.3.1,death:a=5`. Zeros at the end go without saying. */
export function choicesText(choices: Choices): string {
  return [...choices]
    .map(([stream, list]) => [stream, list.slice(0, list.findLastIndex((value) => value !== 0) + 1)] as const)
    .filter(([, list]) => list.length > 0)
    .map(([stream, list]) => `${stream}=${list.join('.')}`)
    .join(',');
}

export function parseChoices(text: string): Choices {
  const choices = new Map<string, number[]>();
  for (const part of text.split(',').filter((each) => each !== '')) {
    const match = /^([^=,]+)=(\d{1,9}(?:\.\d{1,9})*)$/.exec(part);
    if (match === null) throw new AutodevError('usage', `not a list of choices: ${part}`);
    choices.set(match[1] ?? '', (match[2] ?? '').split('.').map(Number));
  }
  return choices;
}
