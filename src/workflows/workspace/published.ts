import type { Git } from '../../host/git/git.ts';
import { freshFiles } from './fresh-files.ts';

/** What a push shows to others, to be looked through before. */
export interface Published {
  /** The differences, as git prints them. */
  text: string;
  /** What the commits say, and who they say made them. */
  messages: string;
  /** The names of all files that are written or moved, one on a line. */
  names: string;
  /** Files that nobody has yet, as they are: some hold others. */
  files: readonly { path: string; content: Buffer }[];
  /** It is more than can be looked through, and so not to be published. */
  truncated: boolean;
}

export const MOST_SCANNED = 32 * 1024 * 1024;
const PEOPLE_AND_WORDS = '%an%n%ae%n%cn%n%ce%n%B';

/**
 * Everything in the commits up to `to` that are not among `known` (a commit, or what `git log` takes to leave commits
 * out), each by itself, for what one adds and the next takes away stays in the history; beside a commit also the
 * difference as a whole. Attributes of the repository cannot declare a file binary here.
 */
export async function published(
  git: Git,
  path: string,
  known: string | readonly string[],
  to: string,
  maxBytes: number,
): Promise<Published> {
  const plain = ['--text', '--unified=0', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];
  const options = { cwd: path, maxOutputBytes: maxBytes };
  const fresh = typeof known === 'string' ? [`${known}..${to}`] : [to, ...known];
  const runs = [
    ...(typeof known === 'string' ? [await git.run(['diff', ...plain, known, to], options)] : []),
    await git.run(['log', '-p', '--cc', '--format=', ...plain, ...fresh], options),
  ];
  const said = await git.run(['log', `--format=${PEOPLE_AND_WORDS}`, ...fresh], options);
  const named = await git.run(
    ['log', '-m', '--name-only', '-z', '--format=', '--no-renames', ...fresh],
    options,
  );
  const { files, truncated } = await freshFiles(git, path, fresh, maxBytes);
  return {
    text: runs.map(({ stdout }) => stdout.toString('utf8')).join('\n'),
    messages: said.stdout.toString('utf8'),
    names: named.stdout.toString('utf8').replaceAll('\0', '\n'),
    files,
    truncated: truncated || [...runs, said, named].some((done) => done.truncated),
  };
}
