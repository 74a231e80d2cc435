import type { Host } from '../../host/host.ts';
import { statPrint } from '../../host/fs/stats.ts';
import { decideStatus, type ModuleHistory, type SpecStatus } from './decide.ts';
import { lastCommits, listCommits } from './history.ts';
import type { RememberedHistory, StatusMemory } from './memory.ts';
import { findModules, type ModuleFiles } from './module-files.ts';
import { plainFiles } from './plain-files.ts';
import {
  emptyFolders,
  findRepository,
  headCommit,
  listFiles,
  repositoryFiles,
  type Repository,
} from './repository.ts';
import type { LastChange } from './walk.ts';
import { pathsOf, watchedPaths } from './watched.ts';

/** A file touched this shortly before the answer may be touched again within the same tick of its clock. */
const RACY_MS = 100;

/** Which modules an incremental compile has to do, and why. `memory` makes the next call cheap. */
export async function specStatus(
  host: Pick<Host, 'git' | 'clock'>,
  root: string,
  memory: StatusMemory | undefined,
  signal?: AbortSignal,
): Promise<SpecStatus> {
  const kept = memory?.status();
  if (kept !== undefined && statPrint(pathsOf(root, kept.watched)).print === kept.print) return kept.status;
  const began = host.clock.now();
  const repository = await findRepository(host.git, root);
  if (repository === undefined)
    return decideStatus(findModules(plainFiles(root)), () => ({ spec: undefined, source: undefined }));

  const past = memory?.history();
  // Without memory the whole history is needed: its list is read while the files are.
  const listed = past === undefined ? listCommits(host.git, root, ['HEAD'], signal) : undefined;
  listed?.catch(() => {});
  const [head, branch, files, empty] = await Promise.all([
    headCommit(host.git, root),
    branchName(host, root),
    listFiles(host.git, root, repository.prefix, signal),
    memory === undefined ? [] : emptyFolders(host.git, root),
  ]);
  const modules = findModules(files);
  const asked: Asked = { host, root, repository, head, memory, past, listed, signal };
  const history = await historyOf(asked, modules);
  const status = decideStatus(modules, (dir) => history.get(dir) ?? { spec: undefined, source: undefined });
  if (memory !== undefined) {
    const watched = watchedPaths(root, files, empty, repositoryFiles(repository, branch));
    const { print, newest } = statPrint(pathsOf(root, watched));
    // Whatever changed since we began to look has a time after that: then this answer is not kept.
    const isSettled = newest < began - RACY_MS;
    // Paths are kept one per line.
    const isPlain = !files.some((file) => file.path.includes('\n'));
    if (isSettled && isPlain) await memory.keepStatus({ root, watched, print, status });
  }
  return status;
}

async function branchName(host: Pick<Host, 'git'>, root: string): Promise<string | undefined> {
  const done = await host.git.run(['symbolic-ref', '--quiet', 'HEAD'], { cwd: root, ok: [1, 128] });
  return done.code === 0 ? done.stdout.toString('utf8').trim() : undefined;
}

interface Asked {
  host: Pick<Host, 'git'>;
  root: string;
  repository: Repository;
  head: string | undefined;
  memory: StatusMemory | undefined;
  past: RememberedHistory | undefined;
  listed: ReturnType<typeof listCommits> | undefined;
  signal: AbortSignal | undefined;
}

async function historyOf(
  { host, root, repository: { prefix }, head, memory, past, listed, signal }: Asked,
  modules: readonly ModuleFiles[],
): Promise<Map<string, ModuleHistory>> {
  const found = new Map<string, ModuleHistory>();
  if (head === undefined) return found;
  // Two questions per module: who changed its specs last, who its sources.
  const sets = modules.flatMap(({ specs, sources }) => [specs, sources]);
  const questionOf = new Map<string, number>();
  for (const [question, paths] of sets.entries())
    for (const path of paths) questionOf.set(prefix + path, question);
  const keys = sets.map((paths) => paths.join('\0'));
  const answers = await lastCommits(
    host.git,
    root,
    head,
    questionOf,
    past && { head: past.head, answer: (question) => past.answers[keys[question] ?? ''] },
    signal,
    listed,
  );
  for (const [at, module] of modules.entries())
    found.set(module.dir, { spec: answers.get(2 * at), source: answers.get(2 * at + 1) });
  const kept: Record<string, LastChange> = {};
  for (const [question, answer] of answers) kept[keys[question] ?? ''] = answer;
  if (
    memory !== undefined &&
    (past?.head !== head || Object.keys(kept).some((key) => past.answers[key] === undefined))
  )
    await memory.keepHistory({ root, head, answers: kept });
  return found;
}
