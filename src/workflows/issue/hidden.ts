import { hiddenAt, type Hidden } from '../outside-text/hidden.ts';
import type { IssueInput } from './input.ts';

export function hiddenIn({ title, body, comments, answers }: IssueInput): Hidden[] {
  return hiddenAt([
    { place: 'title', text: title },
    { place: 'issue', text: body },
    ...comments.map((comment) => ({ place: 'comments', text: comment.body }) as const),
    ...answers.map(({ text }) => ({ place: 'comments', text }) as const),
  ]);
}
