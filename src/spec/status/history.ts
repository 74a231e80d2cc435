import type { Git } from '../../host/git/git.ts';
import { type LastChange, HistoryWalk, type WalkedCommit } from './walk.ts';

const FIRST_BATCH = 1_000;
const LARGEST_BATCH = 8_000;
const AT_ONCE = 2;
const OUTPUT = 2 ** 30;
/** Without it git writes every commit on its own: 38,000 small reads here, measured a third of the whole time. */
const BUFFERED = { GIT_FLUSH: '0' };

export interface Remembered {
  /** The commit at which the answers were given. */
  head: string;
  answer: (question: number) => LastChange | undefined;
}

/**
 * Which commit last changed each set of files, for all sets in one walk: the list of commits, then their
 * changes in growing batches, two at a time, until every question is answered.
 */
export async function lastCommits(
  git: Git,
  cwd: string,
  head: string,
  questionOf: ReadonlyMap<string, number>,
  remembered?: Remembered,
  signal?: AbortSignal,
  /** The whole list, when someone has begun to read it already. */
  listed?: Promise<WalkedCommit[] | undefined>,
): Promise<Map<number, LastChange>> {
  if (remembered !== undefined && remembered.head !== head) {
    // Only what is new since: enough when every question is answered there or arrives where answers are known.
    const since = new HistoryWalk(head, questionOf);
    const range = await listCommits(git, cwd, [head, `^${remembered.head}`], signal);
    if (range !== undefined) {
      await walkThrough(git, cwd, range, since, signal);
      since.settle(remembered.head, (question) => {
        const answer = remembered.answer(question);
        return answer && { ...answer, rank: answer.rank + range.length };
      });
      if (since.isDone) return since.answers;
    }
  }
  const walk = new HistoryWalk(head, questionOf);
  if (remembered?.head === head) walk.settle(head, remembered.answer);
  if (!walk.isDone) {
    const commits = await (listed ?? listCommits(git, cwd, [head], signal));
    await walkThrough(git, cwd, commits ?? [], walk, signal);
  }
  return walk.answers;
}

/** Every child before its parents. Undefined when a commit is not (or no longer) known. */
export async function listCommits(
  git: Git,
  cwd: string,
  revisions: readonly string[],
  signal?: AbortSignal,
): Promise<WalkedCommit[] | undefined> {
  const done = await git.run(['rev-list', '--topo-order', '--parents', '--timestamp', ...revisions, '--'], {
    cwd,
    ok: [128],
    maxOutputBytes: OUTPUT,
    env: BUFFERED,
    signal,
  });
  if (done.code !== 0) return undefined;
  const commits: WalkedCommit[] = [];
  for (const line of done.stdout.toString('latin1').split('\n')) {
    if (line === '') continue;
    const [time, id, ...parents] = line.split(' ');
    commits.push({ id: id ?? '', time: Number(time), parents });
  }
  return commits;
}

async function walkThrough(
  git: Git,
  cwd: string,
  commits: readonly WalkedCommit[],
  walk: HistoryWalk,
  signal: AbortSignal | undefined,
): Promise<void> {
  let size = FIRST_BATCH;
  let from = 0;
  const ahead: Batch[] = [];
  const readAhead = () => {
    while (ahead.length < AT_ONCE && from < commits.length) {
      const part = commits.slice(from, from + size);
      const changes = readChanges(git, cwd, part, signal);
      changes.catch(() => {}); // looked at later, or not at all when the walk ends before
      ahead.push({ part, start: from, changes });
      from += size;
      size = Math.min(size * 2, LARGEST_BATCH);
    }
  };
  for (readAhead(); ahead.length > 0 && !walk.isDone; readAhead()) {
    const { part, start, changes } = ahead.shift() as Batch;
    const read = await changes;
    readAhead();
    for (const [at, commit] of part.entries())
      walk.visit(commit, start + at, (parent) => read.of(at, parent));
  }
  await Promise.allSettled(ahead.map((batch) => batch.changes));
}

interface Batch {
  part: readonly WalkedCommit[];
  start: number;
  changes: Promise<Changes>;
}

interface Changes {
  of(commit: number, parent: number): Iterable<string>;
}

/** The changed paths of each commit against each of its parents, by one `git diff-tree`. */
async function readChanges(
  git: Git,
  cwd: string,
  commits: readonly WalkedCommit[],
  signal: AbortSignal | undefined,
): Promise<Changes> {
  const starts: number[] = [];
  const lines: string[] = [];
  for (const { id, parents } of commits) {
    starts.push(lines.length);
    if (parents.length === 0) lines.push(id);
    else for (const parent of parents) lines.push(`${id} ${parent}`);
  }
  const done = await git.run(
    ['diff-tree', '--stdin', '--always', '--root', '-r', '--no-renames', '--name-only', '-z'],
    { cwd, input: `${lines.join('\n')}\n`, maxOutputBytes: OUTPUT, env: BUFFERED, signal },
  );
  const found = splitByHeader(done.stdout, lines);
  return { of: (commit, parent) => found[(starts[commit] ?? 0) + parent] ?? [] };
}

/** Each line of input is answered by its commit's id and then the paths. */
function splitByHeader(output: Buffer, lines: readonly string[]): string[][] {
  const found: string[][] = [];
  const words = output.toString('utf8').split('\0');
  let expected = 0;
  let paths: string[] = [];
  for (const word of words) {
    if (word === '') continue;
    const id = lines[expected];
    if (id !== undefined && id.startsWith(word) && (id.length === word.length || id[word.length] === ' ')) {
      paths = [];
      found.push(paths);
      expected += 1;
    } else paths.push(word);
  }
  return found;
}
