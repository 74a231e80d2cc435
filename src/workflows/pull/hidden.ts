import { hiddenAt, type Hidden } from '../outside-text/hidden.ts';
import { isOwnText, withoutMarks } from '../marker.ts';
import type { PullInput } from './input.ts';

/** Descriptions that we wrote hold our own marker, an HTML comment: it is not counted as hidden text. */
export function hiddenIn(input: PullInput, diff: string, logins: readonly string[]): Hidden[] {
  const { title, body, author } = input;
  return hiddenAt([
    { place: 'title', text: title },
    { place: 'pull', text: isOwnText({ author, body }, logins) ? withoutMarks(body) : body },
    { place: 'diff', text: diff },
  ]);
}
