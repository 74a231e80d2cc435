import { AutodevError } from '../../work/errors.ts';
import { isRepoName } from '../../work/ids.ts';

/** `owner/repo` as the parameters of a route. Anything else never becomes part of a URL. */
export function place(repo: string): { owner: string; repo: string } {
  const [owner, name] = repo.split('/');
  if (!isRepoName(repo) || owner === undefined || name === undefined) {
    throw new AutodevError('invalid_input', `not a repository name: ${repo}`, {
      hint: 'it looks like owner/name',
    });
  }
  return { owner, repo: name };
}
