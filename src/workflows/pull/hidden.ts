import { hiddenAt, type Hidden } from '../hidden.ts';
import { withoutMarks } from '../marker.ts';
import type { PullInput } from './input.ts';

/** The mark in a description that we wrote ourselves hides nothing. */
export function hiddenIn(input: PullInput, diff: string, logins: readonly string[]): Hidden[] {
  const { title, body, author } = input;
  return hiddenAt([
    { place: 'title', text: title },
    { place: 'pull', text: logins.includes(author) ? withoutMarks(body) : body },
    { place: 'diff', text: diff },
  ]);
}
