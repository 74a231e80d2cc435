import type { EntryFact } from './facts.ts';
import { placeOf, type Invariant } from './invariant.ts';

/** `autodev/issue-7`: the branch that an issue's work is pushed to. */
const BRANCH = /^autodev\/issue-(\d+)/;

export const onePullPerIssue: Invariant = {
  name: 'one-pull-per-issue',
  about: 'an issue has at most one open pull request of ours',
  broken: ({ entries, logins }) => {
    const open = new Map<string, EntryFact>();
    return entries.flatMap((entry) => {
      const { pull, state, repo, author } = entry;
      if (pull === undefined || state !== 'open' || !logins.includes(author) || !BRANCH.test(pull.head))
        return [];
      const issue = `${repo}#${BRANCH.exec(pull.head)?.[1]}`;
      const first = open.get(issue);
      if (first === undefined) open.set(issue, entry);
      return first === undefined
        ? []
        : [{ what: `${placeOf(first)} and ${placeOf(entry)} are both open for ${issue}`, about: issue }];
    });
  },
};
