import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const DAY = 24 * 3_600;

/** A repository whose history is written day by day, as a forge would have merged it. */
export interface MergedRepository {
  path: string;
  git(...args: string[]): string;
  /** Time of the commits that follow, in days after the first. */
  day(days: number): void;
  write(file: string, lines: readonly string[]): void;
  append(file: string, lines: readonly string[]): void;
  remove(file: string): void;
  commit(message: string): string;
  /** Brings a branch with one commit per change into main; gives the commit that the forge would name. */
  merge(number: number, method: 'merge' | 'squash' | 'rebase', changes: readonly (() => void)[]): string;
  /** What a fetch would have left. */
  fetched(): void;
}

export function mergedRepository(path: string, start: number): MergedRepository {
  let at = start;
  const git = (...args: string[]): string => {
    const date = `${at} +0000`;
    const who = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, GIT_CONFIG_GLOBAL: '/dev/null' };
    const identity = [
      '-c',
      'user.name=T',
      '-c',
      'user.email=t@example.invalid',
      '-c',
      'init.defaultBranch=main',
    ];
    return execFileSync('git', [...identity, ...args], { cwd: path, env: { ...process.env, ...who } })
      .toString()
      .trim();
  };
  mkdirSync(path, { recursive: true });
  git('init', '-q');
  const file = (name: string) => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    return join(path, name);
  };
  const commit = (message: string) => {
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', message);
    at += 1;
    return git('rev-parse', 'HEAD');
  };
  return {
    path,
    git,
    commit,
    day: (days) => (at = start + days * DAY),
    write: (name, lines) => writeFileSync(file(name), lines.map((line) => `${line}\n`).join('')),
    append: (name, lines) => appendFileSync(file(name), lines.map((line) => `${line}\n`).join('')),
    remove: (name) => rmSync(join(path, name)),
    merge: (number, method, changes) => {
      git('checkout', '-q', '-b', `pr-${number}`);
      for (const [n, change] of changes.entries()) {
        change();
        commit(`change ${n + 1} of ${number}`);
      }
      const head = git('rev-parse', 'HEAD');
      git('update-ref', `refs/remotes/pull/${number}`, head);
      git('checkout', '-q', 'main');
      if (method === 'merge') git('merge', '-q', '--no-ff', '-m', `Merge pull request #${number}`, head);
      else if (method === 'squash') {
        git('merge', '-q', '--squash', head);
        commit(`squashed (#${number})`);
      } else {
        // Main has moved on: what is replayed are other commits.
        git('commit', '-q', '--allow-empty', '-m', 'meanwhile');
        git('cherry-pick', '--allow-empty', `main~1..${head}`);
      }
      at += 1;
      return git('rev-parse', 'HEAD');
    },
    fetched: () => void git('update-ref', 'refs/autodev/base', 'main'),
  };
}

/** Lines that nobody else writes. */
export const linesOf = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${name} line ${at}`);

export const textOf = (repository: MergedRepository, file: string): string[] =>
  readFileSync(join(repository.path, file), 'utf8').trimEnd().split('\n');
