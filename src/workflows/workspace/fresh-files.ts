import type { Git } from '../../host/git/git.ts';

interface FreshFiles {
  files: { path: string; content: Buffer }[];
  truncated: boolean;
}

/** The files that `commits` (as `git log` takes them) bring and nobody had before, as they are. */
export async function freshFiles(
  git: Git,
  cwd: string,
  commits: readonly string[],
  maxBytes: number,
): Promise<FreshFiles> {
  const options = { cwd, maxOutputBytes: maxBytes };
  const listed = await git.run(['rev-list', '--objects', ...commits], options);
  const objects = listed.stdout.toString('latin1').split('\n').filter(Boolean);
  if (objects.length === 0 || listed.truncated) return { files: [], truncated: listed.truncated };
  const read = await git.run(['cat-file', '--batch=%(objecttype) %(objectsize) %(rest)'], {
    ...options,
    input: Buffer.from(objects.map((line) => `${line}\n`).join(''), 'latin1'),
  });
  return { files: read.truncated ? [] : filesOf(read.stdout), truncated: read.truncated };
}

/** Each answer of `cat-file --batch`: a line about the object, its bytes, the end of a line. */
function filesOf(answers: Buffer): FreshFiles['files'] {
  const files: FreshFiles['files'] = [];
  for (let at = 0; at < answers.length;) {
    const end = answers.indexOf(0x0a, at);
    const [, kind, size = '0', path = ''] =
      /^(\S+) (\d+) ?(.*)$/.exec(answers.toString('utf8', at, end)) ?? [];
    const begin = end + 1;
    if (kind === 'blob') files.push({ path, content: answers.subarray(begin, begin + Number(size)) });
    at = begin + Number(size) + 1;
  }
  return files;
}
