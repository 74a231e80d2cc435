import { isAutodevError } from '../../work/errors.ts';
import { isRepoName } from '../../work/ids.ts';
import { keyText } from '../keys/key-path.ts';
import type { Problem } from '../file/problem.ts';
import { nameFromUrl } from './repo-url.ts';
import { isPlainObject, type KeyPath, type Source } from '../file/source.ts';

/** What no schema can say about `repos`: real URLs, names that fit them, no repository twice. */
export function repoProblems(source: Source): Problem[] {
  const repos = source.value['repos'];
  if (!Array.isArray(repos)) return [];
  const problems: Problem[] = [];
  const tell = (path: KeyPath, message: string, expected: string) => {
    problems.push({ file: source.file, line: source.lineOf(path), key: keyText(path), message, expected });
  };
  const seen = new Map<string, number>();
  for (const [place, entry] of repos.entries()) {
    if (!isPlainObject(entry)) continue;
    const { url, name: written } = entry;
    if (typeof url !== 'string') continue;
    let name: string;
    try {
      name = nameFromUrl(url);
    } catch (error) {
      if (!isAutodevError(error)) throw error;
      tell(
        ['repos', place, 'url'],
        `${error.message} (${error.why}); ${error.hint}`,
        'the URL of a repository',
      );
      continue;
    }
    if (typeof written === 'string' && isRepoName(written) && written.toLowerCase() !== name.toLowerCase()) {
      tell(
        ['repos', place, 'name'],
        `expected ${name}, as its url says, not ${JSON.stringify(written)}`,
        name,
      );
    }
    const earlier = seen.get(name.toLowerCase());
    if (earlier === undefined) seen.set(name.toLowerCase(), place);
    else {
      const line = source.lineOf(['repos', earlier]);
      tell(['repos', place], `${name} is there twice, first on line ${line}`, 'each repository once');
    }
  }
  return problems;
}
